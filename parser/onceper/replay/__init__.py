"""Replay the log of a Duel and say of each event whether the limits allowed it."""
