"""A summary in the place of a conversation that has grown too long (spec 14)."""
