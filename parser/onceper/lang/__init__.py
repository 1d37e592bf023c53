"""The languages: how their print is cut into sentences and words, and what their grammar tells."""
