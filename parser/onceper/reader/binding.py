"""Resolve what a limit says ("this effect", "each of the following effects") to the effects of its card."""

from __future__ import annotations

from typing import TYPE_CHECKING

from onceper.text.sentence import Position

if TYPE_CHECKING:
    from collections.abc import Sequence

    from onceper.rules.readings import Reach
    from onceper.text.sentence import Sentence

_SECTION = int(Position.SECTION)


def bound(
    reach: Reach, is_sentence: bool, number: int, sentences: Sequence[Sentence], effect_of: Sequence[int]
) -> tuple[int, ...]:
    """Return the 1-based indexes of the effects that a limit in the sentence with this number governs.

    ``is_sentence`` tells that the limit is that sentence, not words in it; ``effect_of`` gives each sentence's effect,
    or 0. A reference stays within its section (the Pendulum Effect or the Monster Effect); "this effect" is only the
    one before the limit (Perfect Rulebook 2017, pp. 176-177).
    """
    own = effect_of[number]
    if reach == "none":
        return ()
    if own and (reach == "last" or not is_sentence):
        return (own,)
    first, last = _section(number, sentences)
    before = sorted({effect for effect in effect_of[first:number] if effect and effect != own})
    after = sorted({effect for effect in effect_of[number:last] if effect and effect not in {own, *before}})
    reached = {
        "last": before[-1:],
        "second_last": before[-2:-1],
        "before": before,
        "after": after or before,
        "first_after": after[:1],
        "second_after": after[1:2],
        "all": before + after,
    }
    return tuple(reached[reach])


def _section(number: int, sentences: Sequence[Sentence]) -> tuple[int, int]:
    """Return the first and the end of the sentences between the section headings around a sentence."""
    headings = [at for at, (_, _, position) in enumerate(sentences) if position & _SECTION]
    first = max((at + 1 for at in headings if at < number), default=0)
    last = min((at for at in headings if at > number), default=len(sentences))
    return first, last
