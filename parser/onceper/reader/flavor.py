"""Find the sections of a text that hold no effects but a story."""

from __future__ import annotations

import re
from itertools import pairwise
from typing import TYPE_CHECKING, NamedTuple

from onceper.text.position import COLON, NUMBERED, OF_THE_GAME

if TYPE_CHECKING:
    from collections.abc import Mapping

    from onceper.contract.span import Span
    from onceper.lang.base import Language
    from onceper.reader.candidate import SentenceReading
    from onceper.reader.effects import Grouping
    from onceper.reader.prepare import PreparedText

_NEVER_FLAVOR = COLON | NUMBERED | OF_THE_GAME
_A_WORD = re.compile(r"[^\W\d_]{2}")


class Flavor(NamedTuple):
    """Hold the numbers of a story's sentences, and its span in the normalised text."""

    sentences: list[int]
    span: Span


def find_flavor(
    grouping: Grouping, text: PreparedText, found: Mapping[int, SentenceReading], language: Language
) -> list[Flavor]:
    """Find the sections whose effects are a story.

    ``found`` is what is read in sentences, none of them a story's. A story has words, not only names, and nothing in
    it marks or names anything of the game.
    """
    effects, effect_of, headings = grouping.effects, grouping.effect_of, grouping.headings
    # Most texts begin with what no story prints, and have one section.
    if not effects or (effects[0].opening & _NEVER_FLAVOR and not headings):
        return []
    flavor: list[Flavor] = []
    for first, last in pairwise([0, *headings, len(effect_of)]):
        told = [number for number in range(first, last) if effect_of[number]]
        read = [number for number in told if number in found and found[number].candidates]
        if told and not read and all(_is_story(number, text, language) for number in told):
            begin, end = effects[effect_of[told[0]] - 1], effects[effect_of[told[-1]] - 1]
            flavor.append(Flavor(told, (begin.parts[0][0], end.parts[-1][1])))
    return flavor


def _is_story(number: int, text: PreparedText, language: Language) -> bool:
    start, end, position = text.sentences[number]
    flags = position if position & _NEVER_FLAVOR else language.grammar(text.folded[start:end])
    return not flags & _NEVER_FLAVOR and _A_WORD.search(text.folded, start, end) is not None
