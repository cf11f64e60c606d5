"""Measurements, as ratios to a baseline in the same run."""
