"""Where a sentence or a clause stands, and what its words tell of it: flags of one integer.

Plain integers, for every text asks them many times and an ``IntFlag`` costs twenty times as much; ``names`` spells
them out. Rules ask for some of them with ``where``.
"""

from __future__ import annotations

# Where print has put it.
FIRST_LINE = 1 << 0
IN_PARENTHESIS = 1 << 1
SENTENCE_START = 1 << 2
AFTER_COLON = 1 << 3
BULLET = 1 << 4
SECTION = 1 << 5
HEADLINE = 1 << 6
OPENS_NOTE = 1 << 7
CLOSES_NOTE = 1 << 8
NUMBERED = 1 << 9
INSIDE_NUMBER = 1 << 10
OUTSIDE_NUMBER = 1 << 11
AFTER_COMMA = 1 << 12
PART = 1 << 13
UNDIVIDED = 1 << 14
COLON = 1 << 15

# How it stands to the effects around it.
CONTINUES = 1 << 16
ORDERS = 1 << 17
ALONE = 1 << 18
HEADS = 1 << 19

# What kind of effect begins with it.
SUMMONS_ITSELF = 1 << 20
APPLIES = 1 << 21
ACTIVATES = 1 << 22
ACTIVATES_IN_OLD_PRINT = 1 << 23
CHOOSES = 1 << 24
OF_THE_GAME = 1 << 25

# Of a Spell or Trap: that it speaks of the card where it lies or works once it has resolved.
ELSEWHERE = 1 << 33

# Of a Trap that became a monster: what holds of that.
OF_MONSTER = 1 << 34

# Of a line that heads what must be so for the effect behind it.
REQUIRES = 1 << 35

# Under a line that heads how the card itself is activated.
OF_ACTIVATION = 1 << 36

# That it only says what is so: bullets behind it are no choices, but say what its words mean.
ANNOUNCES_NOTHING = 1 << 30

_NAMES = {flag: name for name, flag in list(globals().items()) if name.isupper() and isinstance(flag, int)}


def names(position: int) -> str:
    """Return the names of the flags that are set.

    >>> names(BULLET | CONTINUES)
    'BULLET | CONTINUES'
    """
    return " | ".join(name for flag, name in _NAMES.items() if position & flag)


# (start, end, position) in the masked text; position is a set of the flags of ``text.position``. A sentence in
# parentheses stands without them, a clause with its closing mark. Plain tuples: every text makes several.
Sentence = tuple[int, int, int]
Clause = tuple[int, int, int]
