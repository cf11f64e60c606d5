"""The map beside other programs that know code."""
