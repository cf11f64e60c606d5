"""The words and ports of the agent: every room knows these, and no room knows another."""
