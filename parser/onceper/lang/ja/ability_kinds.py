"""Tell by its words what kind of ability a line of Duel Masters is, whether it may be declined, and in whose turn."""

from __future__ import annotations

import re
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from collections.abc import Sequence

    from onceper.contract.effect import EffectKind
    from onceper.contract.limit import WhoseTurn
    from onceper.patterns.structure import Structure

_NOTE = re.compile(r"\([^()]*\)")
# "On one's own turn", not at its start or at its end.
_TURN = re.compile(r"(?P<whose>自分|相手)のターン(?:中|に)")
_WHOSE: dict[str, WhoseTurn] = {"自分": "own", "相手": "opponent"}


class AbilityKinds:
    """Tell what abilities are by the phrases of a structure."""

    def __init__(self, structure: Structure) -> None:
        self._structure = structure

    def lets_choose(self, words: str) -> bool:
        """Tell whether folded words let a player decline."""
        return any(phrase in words for phrase in self._structure.chooses)

    def whose_turn(self, sentence: str) -> WhoseTurn:
        """Return in whose turn a folded sentence says that it holds."""
        found = _TURN.match(sentence)
        return _WHOSE[found["whose"]] if found else "any"

    def kinds(self, abilities: Sequence[str]) -> list[EffectKind]:
        """Return the kinds of the abilities of one folded text.

        A text that speaks of no creature of its own and acts without waiting for anything is a spell's.
        """
        is_spell = not any(body in ability for ability in abilities for body in self._structure.bodies)
        return [self._kind(ability, is_spell) for ability in abilities]

    def _kind(self, ability: str, is_spell: bool) -> EffectKind:
        structure = self._structure
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
