"""Texts written back: cut into lines, numbered, or marked up, so that what was added can be taken away again."""
