"""Group the sentences of a text into effects, in printed order."""

from __future__ import annotations

from typing import TYPE_CHECKING

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
_NEVER_ALONE = _NOTE | _CONTINUES | _BULLET


def group(
    sentences: Sequence[Sentence], not_effects: Collection[int], inside: Collection[int]
) -> tuple[list[tuple[Span, ...]], list[int]]:
    """Return the pieces of each effect, and for each sentence the 1-based index of its effect, or 0.

    A sentence is an effect of its own, unless it continues the one before. ``not_effects`` are the sentences that are
    no effect, ``inside`` those that speak of the effect before them. Bullets belong to the sentence that heads them,
    and are effects of their own behind a limit.
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
        if position & _NEVER_ALONE:
            joins = is_open and not (position & _BULLET and behind_limit)
        else:
            joins = is_open and number in inside
        behind_limit = behind_limit and position & _BULLET != 0
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
    return effects, effect_of


def effects_of(grouped: Sequence[tuple[Span, ...]], text: Text, masked: str) -> tuple[Effect, ...]:
    """Return the records of the effects; an effect with a colon or a semicolon is activated (PSCT)."""
    original, is_even, find = text.original, text.is_even, masked.find
    effects: list[Effect] = []
    for index, pieces in enumerate(grouped, start=1):
        start, end = pieces[0][0], pieces[-1][1]
        kind: EffectKind = "activated" if find(":", start, end) >= 0 or find(";", start, end) >= 0 else "unknown"
        if not is_even:
            pieces = tuple([text.original_span(*piece) for piece in pieces])  # noqa: PLW2901
            start, end = pieces[0][0], pieces[-1][1]
        effects.append(Effect(index, None, kind, (start, end), pieces, original[start:end]))
    return tuple(effects)
