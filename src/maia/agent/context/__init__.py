"""What is sent beside the conversation: the system prompt (spec 11.1)."""
