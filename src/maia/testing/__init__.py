"""Shipped fakes: a scripted model server, a real LiteLLM proxy before it, ports in memory."""
