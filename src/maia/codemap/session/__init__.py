"""An open map: brought up to date before a question, and asked in the words of people."""
