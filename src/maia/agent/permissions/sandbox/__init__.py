"""The sandbox: commands run inside bounds that the operating system keeps."""
