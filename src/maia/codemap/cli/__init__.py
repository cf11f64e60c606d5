"""The command `maguyva`: the code map at a terminal, for people and for programs."""
