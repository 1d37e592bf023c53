"""Rows as the tables of a database."""
