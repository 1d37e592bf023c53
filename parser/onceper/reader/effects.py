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

_NOTE, _BULLET = int(Position.IN_PARENTHESIS), int(Position.BULLET)
_CONTINUES, _SECTION = int(Position.CONTINUES), int(Position.SECTION)
_JOINS = _NOTE | _CONTINUES


class Grouping(NamedTuple):
    """Hold the pieces of each effect, and for each sentence the 1-based index of its effect, or 0."""

    pieces: list[tuple[Span, ...]]
    effect_of: list[int]


def group(sentences: Sequence[Sentence], not_effects: Collection[int], inside: Collection[int]) -> Grouping:
    """Group sentences into effects: one each, but for those that continue the one before.

    ``not_effects`` are the sentences that are no effect, ``inside`` those that speak of the effect before them.
    Bullets belong to the sentence that heads them, and are effects of their own behind a limit.
    """
    effects: list[tuple[Span, ...]] = []
    effect_of: list[int] = []
    is_open = behind_limit = False
    for number, (start, end, position) in enumerate(sentences):
        if number in not_effects or position & _SECTION:
            is_open = False
            behind_limit = number in not_effects
            effect_of.append(0)
            continue
        if position & _BULLET:
            joins = is_open and not behind_limit
        else:
            joins = is_open and (position & _JOINS != 0 or number in inside)
            behind_limit = False
        piece = (start - 1, end + 1) if position & _NOTE else (start, end)
        if not joins:
            effects.append((piece,))
            is_open = True
        elif effect_of[-1]:
            *before, (first, _) = effects[-1]
            effects[-1] = (*before, (first, piece[1]))
        else:
            effects[-1] += (piece,)
        effect_of.append(len(effects))
    return Grouping(effects, effect_of)


def effects_of(grouping: Grouping, text: Text, masked: str) -> tuple[Effect, ...]:
    """Return the records of the effects; an effect with a colon or a semicolon is activated (PSCT)."""
    original, is_even, find = text.original, text.is_even, masked.find
    effects: list[Effect] = []
    for index, pieces in enumerate(grouping.pieces, start=1):
        start, end = pieces[0][0], pieces[-1][1]
        is_activated = find(":", start, end) >= 0 or find(";", start, end) >= 0
        parts = pieces if is_even else tuple([text.original_span(*piece) for piece in pieces])
        span = parts[0] if len(parts) == 1 else (parts[0][0], parts[-1][1])
        kind: EffectKind = "activated" if is_activated else "unknown"
        effects.append(Effect(index, None, kind, span, parts, original[span[0] : span[1]]))
    return tuple(effects)
