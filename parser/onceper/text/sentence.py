"""A sentence of a masked text, and its clauses."""

from __future__ import annotations

from enum import IntFlag

# (start, end, position) in the masked text; position is a set of ``Position`` flags as a plain integer. A sentence
# in parentheses stands without them, a clause with its closing mark. Plain tuples: every text makes several.
Sentence = tuple[int, int, int]
Clause = tuple[int, int, int]


class Position(IntFlag):
    """Say where a sentence or a clause stands; rules ask for it with ``where``."""

    FIRST_LINE = 1
    IN_PARENTHESIS = 2
    SENTENCE_START = 4
    AFTER_COLON = 8
    BULLET = 16
    CONTINUES = 32
    SECTION = 64
    HEADLINE = 128
    OPENS_NOTE = 256
    CLOSES_NOTE = 512
    NUMBERED = 1024
    INSIDE_NUMBER = 2048
    OUTSIDE_NUMBER = 4096
    AFTER_COMMA = 8192
    PART = 16384
    UNDIVIDED = 32768
    COLON = 1 << 16
    ORDERS = 1 << 17
    ALONE = 1 << 18
    HEADS = 1 << 19
    SUMMONS_ITSELF = 1 << 20
    APPLIES = 1 << 21
    ACTIVATES = 1 << 22
    ACTIVATES_IN_OLD_PRINT = 1 << 23
    CHOOSES = 1 << 24
    OF_THE_GAME = 1 << 25
