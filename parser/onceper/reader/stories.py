"""Find the sections of a text that hold no effects but a story."""

from __future__ import annotations

import re
from itertools import pairwise
from typing import TYPE_CHECKING

from onceper.text.position import COLON, NUMBERED, OF_THE_GAME

if TYPE_CHECKING:
    from collections.abc import Collection, Sequence

    from onceper.lang.base import Language
    from onceper.reader.effects import Grouping
    from onceper.text.sentence import Sentence

_NEVER_LORE = COLON | NUMBERED | OF_THE_GAME
_A_WORD = re.compile(r"[^\W\d_]{2}")


def may_be_lore(grouping: Grouping) -> bool:
    """Tell without much ado of most texts that they hold no story."""
    openings = grouping.openings
    return bool(openings) and (not openings[0] & _NEVER_LORE or bool(grouping.headings))


def lore(
    grouping: Grouping, sentences: Sequence[Sentence], found: Collection[int], folded: str, language: Language
) -> list[list[int]]:
    """Return the numbers of the sentences of each section that holds no effects but a story.

    ``found`` are the sentences of which the rules say something. A story has words, not only names, and nothing in it
    marks or names anything of the game.
    """
    effect_of, bounds = grouping.effect_of, [0, *grouping.headings, len(sentences)]
    stories: list[list[int]] = []
    for first, last in pairwise(bounds):
        told = [number for number in range(first, last) if effect_of[number]]
        if told and all(number not in found and _is_story(sentences[number], folded, language) for number in told):
            stories.append(told)
    return stories


def _is_story(sentence: Sentence, folded: str, language: Language) -> bool:
    start, end, position = sentence
    flags = position if position & _NEVER_LORE else language.grammar(folded[start:end])
    return not flags & _NEVER_LORE and _A_WORD.search(folded, start, end) is not None
