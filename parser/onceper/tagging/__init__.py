"""Tagging runs: card texts in, rows out."""
