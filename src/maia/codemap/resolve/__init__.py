"""What names mean: references become edges, each with how it was resolved and how sure it is.

What cannot be resolved is external or unknown; it is never guessed.
"""
