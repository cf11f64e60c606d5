"""SCIP: the map in the form that other tools for code read."""
