"""Translators between a conversation and a person or a program; strangers to each other."""
