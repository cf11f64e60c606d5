"""The agent loop: ask the model, run what it asks for, until it is done (spec 6)."""
