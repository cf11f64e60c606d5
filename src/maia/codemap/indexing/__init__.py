"""Building the map: discover, see what changed, extract in processes, resolve, publish."""
