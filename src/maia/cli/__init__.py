"""The command `maia`: reads the words, wires the rooms, chooses a facade."""
