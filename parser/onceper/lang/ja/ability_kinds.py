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
# What a keyword says stands in the note directly behind it; any other note explains words of somebody else's.
_NOTE_BEHIND_SENTENCE = re.compile(r"(?<=。) *\([^()]*\)")
# An ability that another one gives stands in quotes.
_GIVEN = re.compile(r"「[^「」]*」")
# "On one's own turn", not at its start or at its end.
_TURN = re.compile(r"(?P<whose>自分|相手)のターン(?:中|に)")
_WHOSE: dict[str, WhoseTurn] = {"自分": "own", "相手": "opponent"}
# What sets a keyword off from what it says.
_KEYWORD_MARK = ":"
_COMMA = "、"
_NEVER = r"(?!)"
# The same word in kana.
_WHEN = ("とき", "時")


class AbilityKinds:
    """Tell what abilities are by the phrases of a structure."""

    def __init__(self, structure: Structure) -> None:
        self._structure = structure
        self._options = re.compile("|".join(map(re.escape, structure.options)) or _NEVER)
        self._joins = re.compile("|".join(map(re.escape, structure.joins_triggers)) or _NEVER)

    def begin_of_trigger(self, sentence: str, start: int, end: int) -> int | None:
        """Return where the trigger begins that holds this span of a folded sentence, null where it is the only one."""
        joins = [found.span() for found in self._joins.finditer(sentence)]
        behind = [last for _, last in joins if last <= start]
        if not behind and not any(start < first <= end for first, _ in joins):
            return None
        begin = max(behind, default=sentence.rfind(_KEYWORD_MARK, 0, start) + 1)
        return start - len(sentence[begin:start].lstrip(_COMMA))

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
        own = [_GIVEN.sub("", ability).replace(*_WHEN) for ability in abilities]
        is_spell = any(word in ability for ability in own for word in self._structure.spells)
        is_spell = is_spell or not any(map(self._is_of_a_body, own))
        return [self._kind(_NOTE.sub("", self._before_options(ability)), is_spell=is_spell) for ability in own]

    def _before_options(self, ability: str) -> str:
        """Return what an ability says before what it offers: only that tells whether it waits for something."""
        found = self._options.search(ability)
        return ability[: found.start()] if found else ability

    def _is_of_a_body(self, ability: str) -> bool:
        """Tell whether an ability is that of a creature, or of another object that stays."""
        structure, said = self._structure, _NOTE_BEHIND_SENTENCE.sub("", ability)
        if any(body in said for body in structure.bodies):
            return True
        return self._is_keyword(_NOTE.sub("", said)) and any(word in said for word in structure.keywords_of_bodies)

    def _is_keyword(self, said: str) -> bool:
        structure = self._structure
        return "。" not in said and not said.endswith((*structure.acts, *structure.orders, *structure.applies))

    def _kind(self, said: str, *, is_spell: bool) -> EffectKind:
        structure = self._structure
        if any(phrase in said for phrase in structure.replaces):
            return "replacement"
        event = said
        for state in structure.lasts:
            event = event.replace(state, "")
        if any(phrase in said for phrase in structure.holds):
            return "static"
        if any(phrase in event for phrase in structure.triggers):
            return "triggered"
        if self._is_keyword(said):
            return "keyword"
        is_done_once = any(phrase in said for phrase in structure.orders)
        if is_spell and (is_done_once or self._acts(said)):
            return "spell"
        # What a creature does, and no more than that is printed, is what a keyword or a line before it offers.
        return "triggered" if is_done_once else "static"

    def _acts(self, said: str) -> bool:
        """Tell whether an ability acts, or says of what it applies how long that lasts."""
        if any(phrase in said for phrase in self._structure.acts):
            return True
        return self._lasts(said) and any(phrase in said for phrase in self._structure.applies)

    def _lasts(self, said: str) -> bool:
        return any(time in said for time in self._structure.until)
