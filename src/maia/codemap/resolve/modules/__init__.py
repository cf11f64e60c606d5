"""From what an import says to the files it means: one module a family of languages."""
