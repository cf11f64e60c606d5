"""How good extraction and resolution are: fixtures with the edges that must come out."""
