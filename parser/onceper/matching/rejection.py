"""Two quick rejections: of texts without a cue of any rule, and of clauses through which no way leads to one."""

from __future__ import annotations

import re
from bisect import bisect_right
from typing import TYPE_CHECKING

from onceper.text.search import search_for

if TYPE_CHECKING:
    from collections.abc import Iterable

    from onceper.matching.compile import CueList, WayList

# Of a longer clause only the first words are read: to look for all that it holds would take longer.
_LONGEST = 20_000


class Cues:
    """Find the cues of a set of rules; a text that holds none of the ``literals`` holds nothing that the rules read."""

    def __init__(self, listed: CueList) -> None:
        self.literals = listed.literals
        self._search = search_for(self.literals)
        self._behind = [len(literal) - 1 for literal in self.literals]
        self._signs = listed.skipped
        self._skipped = re.compile(f"[{re.escape(listed.skipped)}]") if listed.skipped else None

    def places(self, text: str) -> list[int]:
        """Return where cues begin in a folded text, in order."""
        counted, behind = text, self._behind
        for sign in self._signs:
            counted = counted.replace(sign, "")
        starts = [last - behind[number] for last, number in self._search(counted)]
        if not starts or self._skipped is None:
            return starts
        # How many signs that count stand before each that does not.
        before = [at.start() - number for number, at in enumerate(self._skipped.finditer(text))]
        return [start + bisect_right(before, start) for start in starts]


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
