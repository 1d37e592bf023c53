"""The quick rejection of texts, sentences and clauses in which nothing stands that rules need."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any, TypeVar

from onceper.text.search import search_for

if TYPE_CHECKING:
    from collections.abc import Callable, Iterable, Iterator

    from onceper.matching.compile import WayList

# Of a longer text only the first words are read: to look for all that it holds would take longer.
_LONGEST = 20_000
_Needed = TypeVar("_Needed")
# Under the rarest of what each of several things needs the others that it does, with its number.
Needing = dict[_Needed, list[tuple[frozenset[_Needed], int]]]


def by_rarest(needed: Iterable[Iterable[_Needed]], rarity: Callable[[_Needed], Any]) -> Needing[_Needed]:
    """Return what each of several things needs, by the rarest of it."""
    found: Needing[_Needed] = {}
    for number, needs in enumerate(needed):
        rarest, *others = sorted(needs, key=rarity)
        found.setdefault(rarest, []).append((frozenset(others), number))
    return found


def with_all_needed(needing: Needing[_Needed], there: set[_Needed]) -> Iterator[int]:
    """Yield the numbers of the things of which all that they need is there."""
    for one in there & needing.keys():
        for others, number in needing[one]:
            if others <= there:
                yield number


class Ways:
    """Tell which folded clauses hold all that some way to read them asks for."""

    def __init__(self, listed: WayList) -> None:
        self._listed = listed
        self._search = search_for([phrase for phrase, _ in listed.searched])

    def may_lead_through(self, clause: str) -> bool:
        """Tell whether some rule may read a folded clause."""
        listed = self._listed
        for sign in listed.skipped:
            clause = clause.replace(sign, "")
        # Of each part that is looked for the phrases that stand there.
        found: dict[int, list[str]] = {}
        for number in {number for _, number in self._search(clause)}:
            phrase, parts = listed.searched[number]
            for part in parts:
                found.setdefault(part, []).append(phrase)
        if listed.is_open or (found and len(clause) > _LONGEST):
            return True
        for number in with_all_needed(listed.needing, {*found}):
            if self._stands(listed.ways[number], clause, found):
                return True
        return False

    def _stands(self, way: tuple[tuple[int, ...], bool], clause: str, found: dict[int, list[str]]) -> bool:
        """Tell whether phrases of all parts of a way stand in a clause, one behind the other if they must.

        Of each part of which it is known ``found`` has those that stand there.
        """
        parts, in_order = way
        behind = 0
        for part in parts:
            if part not in found:
                found[part] = [phrase for phrase in self._listed.parts[part] if phrase in clause]
            ends = [at + len(phrase) for phrase in found[part] if (at := clause.find(phrase, behind)) >= 0]
            if not ends:
                return False
            behind = min(ends) if in_order else 0
        return True
