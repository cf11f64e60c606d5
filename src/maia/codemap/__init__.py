"""The code map: what is defined where, who uses it, what depends on it. It knows no agents."""
