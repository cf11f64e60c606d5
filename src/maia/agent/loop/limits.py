"""Bounds of a turn (spec 23)."""

MAX_ITERATIONS = 50
"""Iterations in a series before the person is asked whether to go on (setting `MaxIterations`)."""

MAX_PARALLEL_TOOLS = 8
"""Tools that run at the same time; further ones wait in the order they were asked for."""
