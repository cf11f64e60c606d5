"""One request, no questions: text or JSON on standard output, and an exit code."""
