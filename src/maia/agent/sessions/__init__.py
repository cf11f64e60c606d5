"""Sessions on disk: how a conversation is written down and read back."""
