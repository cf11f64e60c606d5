"""The line facade: a prompt, streamed answers, tool lines, questions."""
