"""The one room that opens the others: settings, assembly, and the conversation a facade holds."""
