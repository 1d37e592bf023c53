"""Group the sentences of a text into effects, in printed order."""

from __future__ import annotations

from typing import TYPE_CHECKING, NamedTuple

from onceper.contract.effect import Effect
from onceper.text.sentence import Position

if TYPE_CHECKING:
    from collections.abc import Collection, Sequence

    from onceper.contract.effect import EffectKind
    from onceper.text.normal import Text
    from onceper.text.sentence import Sentence

Span = tuple[int, int]

_BULLET, _SECTION, _CONTINUES = int(Position.BULLET), int(Position.SECTION), int(Position.CONTINUES)
_OPENS_NOTE, _CLOSES_NOTE = int(Position.OPENS_NOTE), int(Position.CLOSES_NOTE)
_NEVER_ALONE = int(Position.IN_PARENTHESIS) | _CONTINUES | _BULLET


class Grouping(NamedTuple):
    """Hold the parts of each effect, and how the sentences stand to the effects.

    ``effect_of`` gives for each sentence the 1-based index of its effect, or 0; ``behind`` how many effects began
    before it; ``headings`` are the numbers of the sentences that head a section.
    """

    effects: list[list[Span]]
    effect_of: list[int]
    behind: list[int]
    headings: list[int]


def group(sentences: Sequence[Sentence], not_effects: Collection[int], inside: Collection[int]) -> Grouping:
    """Group sentences into effects: each is one of its own, unless it continues the one before.

    ``not_effects`` are the sentences that are no effect, ``inside`` those that speak of the effect before them. Bullets
    belong to the sentence that heads them, and are effects of their own behind a limit.
    """
    effects: list[list[Span]] = []
    effect_of: list[int] = []
    behind: list[int] = []
    headings: list[int] = []
    is_open = bullets_alone = False
    in_section = 0
    for number, (start, end, position) in enumerate(sentences):
        behind.append(len(effects))
        if number in not_effects or position & _SECTION:
            is_open = False
            bullets_alone = number in not_effects
            effect_of.append(0)
            if position & _SECTION:
                headings.append(number)
                in_section = len(effects)
            continue
        if position & _BULLET:
            joins = is_open and not bullets_alone
        elif position & _NEVER_ALONE:
            joins = is_open or (position & _CONTINUES != 0 and len(effects) > in_section)
        else:
            joins = is_open and number in inside
            bullets_alone = bullets_alone and joins
        part = (start - (position & _OPENS_NOTE != 0), end + (position & _CLOSES_NOTE != 0))
        if not joins:
            effects.append([part])
        elif is_open:
            parts = effects[-1]
            parts[-1] = (parts[-1][0], part[1])
        else:
            effects[-1].append(part)
        is_open = True
        effect_of.append(len(effects))
    return Grouping(effects, effect_of, behind, headings)


def effects_of(grouped: Sequence[Sequence[Span]], text: Text, masked: str) -> tuple[Effect, ...]:
    """Return the records of the effects; an effect with a colon or a semicolon is activated (PSCT)."""
    original, is_even, find = text.original, text.is_even, masked.find
    effects: list[Effect] = []
    for index, parts in enumerate(grouped, start=1):
        start, end = parts[0][0], parts[-1][1]
        kind: EffectKind = "activated" if find(":", start, end) >= 0 or find(";", start, end) >= 0 else "unknown"
        if not is_even:
            parts = [text.original_span(*part) for part in parts]  # noqa: PLW2901
            start, end = parts[0][0], parts[-1][1]
        effects.append(Effect(index, None, kind, (start, end), tuple(parts), original[start:end]))
    return tuple(effects)
