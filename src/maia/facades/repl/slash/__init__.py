"""The slash commands of the line facade (spec 5.6)."""
