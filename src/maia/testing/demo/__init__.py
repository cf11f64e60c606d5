"""A first look at Maia without a model account: real agent, real tools, scripted model."""
