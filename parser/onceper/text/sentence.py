"""A sentence of a masked text, and its clauses."""

from __future__ import annotations

# (start, end, position) in the masked text; position is a set of the flags of ``text.position``. A sentence in
# parentheses stands without them, a clause with its closing mark. Plain tuples: every text makes several.
Sentence = tuple[int, int, int]
Clause = tuple[int, int, int]
