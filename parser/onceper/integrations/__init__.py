"""Tables of every kind: card texts in, rows out, of the kind that the caller has."""
