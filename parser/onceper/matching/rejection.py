"""The quick rejection of texts, sentences and clauses through which no way leads to a rule."""

from __future__ import annotations

from typing import TYPE_CHECKING

from onceper.text.search import search_for

if TYPE_CHECKING:
    from collections.abc import Iterable, Mapping

    from onceper.matching.compile import WayList, WayRest

# Of a longer text only the first words are read: to look for all that it holds would take longer.
_LONGEST = 20_000
_NO_WAYS: dict[int, tuple[WayRest, ...]] = {}


class Ways:
    """Tell which folded clauses hold all that some way to read them asks for."""

    def __init__(self, listed: WayList) -> None:
        self._listed = listed
        self._search = search_for(listed.searched)

    def may_lead_through(self, clause: str) -> bool:
        """Tell whether some rule may read a folded clause."""
        listed = self._listed
        if listed.is_open:
            return True
        clause = self.counted(clause)
        # Of each part that is looked for the phrases that stand there.
        found: dict[int, list[str]] = {}
        for number in {number for _, number in self._search(clause)}:
            for part in listed.parts_of[number]:
                found.setdefault(part, []).append(listed.searched[number])
        if found and len(clause) > _LONGEST:
            return True
        for first in [*found]:
            for second, ways in listed.ways.get(first, _NO_WAYS).items():
                # Most of what is looked for was looked for already, and does not stand there.
                if (found[second] if second in found else self._stands(second, clause, found)) and any(
                    all(self._stands(part, clause, found) for part in others) and _stand_in_order(order, clause, found)
                    for others, order in ways
                ):
                    return True
        return False

    def _stands(self, part: int, clause: str, found: dict[int, list[str]]) -> bool:
        """Tell whether a part stands in a clause, of which ``found`` has what stands there so far."""
        stands = found.get(part)
        if stands is None:
            stands = found[part] = [phrase for phrase in self._listed.tested.get(part, ()) if phrase in clause]
        return bool(stands)

    def counted(self, clause: str) -> str:
        """Return a clause without the signs between words that do not count."""
        for sign in self._listed.skipped:
            clause = clause.replace(sign, "")
        return clause


def _stand_in_order(parts: Iterable[int], clause: str, found: Mapping[int, Iterable[str]]) -> bool:
    """Tell whether phrases of parts stand in a clause one behind the other."""
    behind = 0
    for part in parts:
        nearest = -1
        for phrase in found[part]:
            at = clause.find(phrase, behind)
            if at >= 0 and (nearest < 0 or at + len(phrase) < nearest):
                nearest = at + len(phrase)
        if nearest < 0:
            return False
        behind = nearest
    return True


def stands_in(phrases: Iterable[str], clause: str) -> bool:
    """Tell whether one of these phrases stands in a clause."""
    # A plain loop takes half of the time of ``any``.
    for phrase in phrases:  # noqa: SIM110
        if phrase in clause:
            return True
    return False
