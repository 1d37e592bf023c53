"""Find the sections of a text that hold no effects but a story."""

from __future__ import annotations

import re
from itertools import pairwise
from typing import TYPE_CHECKING, NamedTuple

from onceper.contract.non_effect import NonEffect
from onceper.contract.span import Span  # noqa: TC001  mypyc resolves what a record names
from onceper.text.position import COLON, INSIDE_NUMBER, NUMBERED, OF_THE_GAME, SECTION

if TYPE_CHECKING:
    from collections.abc import Mapping, Sequence

    from onceper.lang.base import Language
    from onceper.reader.candidate import SentenceReading
    from onceper.reader.card_type import CardType
    from onceper.reader.effects import Grouping
    from onceper.reader.prepare import CardTemplate
    from onceper.text.position import Sentence

_NEVER_FLAVOR = COLON | NUMBERED | INSIDE_NUMBER | OF_THE_GAME
_A_WORD = re.compile(r"[^\W\d_]{2}")


class Flavor(NamedTuple):
    """Hold the numbers of a story's sentences, and its span in the template."""

    sentences: list[int]
    span: Span


def find_flavor(
    grouping: Grouping,
    card: CardTemplate,
    found: Mapping[int, SentenceReading],
    language: Language,
    card_type: CardType | None = None,
) -> list[Flavor]:
    """Find the sections whose effects are a story.

    ``found`` is what is read in sentences, none of them a story's. A story has words, not only names, and nothing in
    it marks or names anything of the game. Where the type of the card is known, the last section of a monster without
    effects is a story whatever it says, and no Spell, Trap or Effect Monster has one.
    """
    has_lore = card_type.has_lore if card_type else None
    effects, effect_of, headings = grouping.effects, grouping.effect_of, grouping.headings
    # Most texts begin with what no story prints, and have one section.
    if has_lore is False or not effects or (not has_lore and effects[0].opening & _NEVER_FLAVOR and not headings):
        return []
    flavor: list[Flavor] = []
    sections = [*pairwise([0, *headings, len(effect_of)])]
    for first, last in sections[-1:] if has_lore else sections:
        told = [number for number in range(first, last) if effect_of[number]]
        if not told:
            continue
        read = [number for number in told if number in found and found[number].candidates]
        if has_lore or (not read and all(_is_story(number, card, language) for number in told)):
            begin, end = effects[effect_of[told[0]] - 1], effects[effect_of[told[-1]] - 1]
            flavor.append(Flavor(told, (begin.parts[0][0], end.parts[-1][1])))
    return flavor


def without_limits(found: Mapping[int, SentenceReading], sentences: Sequence[Sentence]) -> dict[int, SentenceReading]:
    """Leave out what is read as a limit, or is unread, in the last section of a text, which is a story."""
    headed = [number for number, sentence in enumerate(sentences) if sentence[2] & SECTION]
    story = headed[-1] if headed else 0
    kept = {number: reading for number, reading in found.items() if number < story}
    for number, reading in found.items():
        non_effects = tuple(one for one in reading.candidates if isinstance(one.statement.record, NonEffect))
        if number >= story and non_effects:
            kept[number] = reading._replace(candidates=non_effects, is_unread=False)
    return kept


def _is_story(number: int, card: CardTemplate, language: Language) -> bool:
    words, position = card.words_of(number), card.sentences[number][2]
    flags = position if position & _NEVER_FLAVOR else language.grammar(words)
    return not flags & _NEVER_FLAVOR and _A_WORD.search(words) is not None
