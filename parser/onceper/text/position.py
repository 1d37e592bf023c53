"""Where a sentence or a clause stands, and what its words tell of it: flags of one integer.

Plain integers, for every text asks them many times and an ``IntFlag`` costs twenty times as much. Rules ask for some of
them with ``where``.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from onceper.contract.span import Span

(
    # Where print has put it.
    FIRST_LINE,
    IN_PARENTHESIS,
    SENTENCE_START,
    AFTER_COLON,
    BULLET,
    SECTION,
    HEADLINE,
    OPENS_NOTE,
    CLOSES_NOTE,
    NUMBERED,
    INSIDE_NUMBER,
    OUTSIDE_NUMBER,
    AFTER_COMMA,
    PART,
    UNDIVIDED,
    COLON,
    # How it stands to the effects around it.
    CONTINUES,
    ORDERS,
    ALONE,
    HEADS,
    # What kind of effect begins with it.
    SUMMONS_ITSELF,
    APPLIES,
    ACTIVATES,
    ACTIVATES_IN_OLD_PRINT,
    CHOOSES,
    OF_THE_GAME,
    # Of a Spell or Trap: that it speaks of the card where it lies or works once it has resolved.
    ELSEWHERE,
    # Of a Trap that became a monster: what holds of that.
    OF_MONSTER,
    # Of a line that heads what must be so for the effect behind it.
    REQUIRES,
    # Under a line that heads how the card itself is activated.
    OF_ACTIVATION,
    # That it announces what the sentence behind it says, and that it begins something that none has announced.
    ANNOUNCES,
    BEGINS,
    # Of an ability: in whose turn it holds, whether it is of a spell or of what stays, and its kind.
    OWN_TURN,
    OPPONENTS_TURN,
    OF_SPELL,
    OF_BODY,
    REPLACES,
    HOLDS,
    IS_TRIGGERED,
    IS_KEYWORD,
    IS_SPELL,
    # What is read in it: text that is no effect, a story, a limit of the effect before it, a ceiling, or what speaks of
    # effects behind it.
    BESIDE,
    STORY,
    LIMITS_LAST,
    CEILING,
    POINTS_ON,
    # Above all of these stand the lists of phrases of which something is said.
    FIRST_OF_LISTS,
) = (1 << place for place in range(47))

# (start, end, position) in the masked text; position is a set of the flags above. A sentence in parentheses stands
# without them, a clause with its closing mark. Plain tuples: every text makes several.
Sentence = tuple[int, int, int]
Clause = tuple[int, int, int]


def stripped(text: str, start: int, end: int, signs: str = " \n") -> Span:
    """Return a span of a text without the spaces at its edges; of nothing else, one that ends before it begins."""
    words = text[start:end]
    return end - len(words.lstrip(signs)), start + len(words.rstrip(signs))
