"""The dependency graph: what is central, what belongs together, what a change reaches."""
