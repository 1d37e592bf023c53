"""A tagged database as one page that a browser opens without a network."""
