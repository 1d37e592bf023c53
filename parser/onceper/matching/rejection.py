"""The quick rejection of texts, sentences and clauses through which no way leads to a rule."""

from __future__ import annotations

from typing import TYPE_CHECKING

from onceper.text.search import search_for

if TYPE_CHECKING:
    from collections.abc import Iterable

    from onceper.matching.compile import WayList

# Of a longer text only the first words are read: to look for all that it holds would take longer.
_LONGEST = 20_000


class Ways:
    """Tell which folded clauses hold all that some way to read them asks for."""

    def __init__(self, listed: WayList) -> None:
        self._ways_of, self._ways, self._parts = listed.ways_of, listed.ways, listed.parts
        self._search = search_for(listed.cues)
        self._skipped, self._is_open = listed.skipped, listed.is_open

    def may_lead_through(self, clause: str) -> bool:
        """Tell whether some rule may read a folded clause."""
        if self._is_open:
            return True
        clause = self.counted(clause)
        cues = {cue for _, cue in self._search(clause)}
        if cues and len(clause) > _LONGEST:
            return True
        known: dict[int, bool] = {}
        for cue in cues:
            for number in self._ways_of[cue]:
                for part in self._ways[number]:
                    stands = known.get(part)
                    if stands is None:
                        stands = known[part] = stands_in(self._parts[part], clause)
                    if not stands:
                        break
                else:
                    return True
        return False

    def counted(self, clause: str) -> str:
        """Return a clause without the signs between words that do not count."""
        for sign in self._skipped:
            clause = clause.replace(sign, "")
        return clause


def stands_in(phrases: Iterable[str], clause: str) -> bool:
    """Tell whether one of these phrases stands in a clause."""
    # A plain loop takes half of the time of ``any``.
    for phrase in phrases:  # noqa: SIM110
        if phrase in clause:
            return True
    return False
