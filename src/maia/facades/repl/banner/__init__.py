"""What stands at the top of a conversation: a picture, the name, where it runs (spec 15.4)."""
