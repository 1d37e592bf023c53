"""Tell by its words what kind of ability a line of Duel Masters is, whether it may be declined, and in whose turn."""

from __future__ import annotations

import re
from functools import cache
from typing import TYPE_CHECKING

from onceper.patterns.structure import structure_of
from onceper.text.position import OF_THE_GAME

if TYPE_CHECKING:
    from collections.abc import Sequence

    from onceper.contract.effect import EffectKind
    from onceper.contract.limit import WhoseTurn
    from onceper.patterns.structure import Structure

_NOTE = re.compile(r"\([^()]*\)")
# "On one's own turn", not at its start or at its end.
_TURN = re.compile(r"(?P<whose>自分|相手)のターン(?:中|に)")
_WHOSE: dict[str, WhoseTurn] = {"自分": "own", "相手": "opponent"}


def grammar(_sentence: str) -> int:
    """Return that a sentence is of the game: the texts of Duel Masters hold no stories."""
    return OF_THE_GAME


def lets_choose(words: str) -> bool:
    """Tell whether folded words let a player decline."""
    return any(phrase in words for phrase in _structure().chooses)


def whose_turn(sentence: str) -> WhoseTurn:
    """Return in whose turn a folded sentence says that it holds."""
    found = _TURN.match(sentence)
    return _WHOSE[found["whose"]] if found else "any"


def kinds(abilities: Sequence[str]) -> list[EffectKind]:
    """Return the kinds of the abilities of one folded text.

    A text that speaks of no creature of its own and acts without waiting for anything is a spell's.
    """
    is_spell = not any(body in ability for ability in abilities for body in _structure().bodies)
    return [_kind(ability, is_spell) for ability in abilities]


def _kind(ability: str, is_spell: bool) -> EffectKind:
    structure = _structure()
    said = _NOTE.sub("", ability)
    if any(phrase in said for phrase in structure.replaces):
        return "replacement"
    if any(phrase in said for phrase in structure.triggers):
        return "triggered"
    if "。" not in said and not said.endswith(structure.acts):
        return "keyword"
    if is_spell and any(phrase in said for phrase in structure.acts):
        return "spell"
    return "static"


@cache
def _structure() -> Structure:
    return structure_of("ja", "duelmasters")
