"""Where maps are kept: one file a repository, one snapshot a work tree over shared extractions."""
