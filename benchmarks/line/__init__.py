"""The line facade beside bare processes."""
