"""Showing readings and runs to people."""
