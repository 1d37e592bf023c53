"""Where rules match in a clause, and which of several matches counts."""

from __future__ import annotations

from heapq import heapify, heappop, heapreplace
from typing import TYPE_CHECKING, NamedTuple

from onceper.patterns.notation import Told  # noqa: TC001  mypyc resolves what a record names
from onceper.patterns.rule import Rule  # noqa: TC001  mypyc resolves what a record names

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator

    from onceper.patterns.lexicon import Lexed
    from onceper.patterns.rule import ReadingKind

LONGEST_CLAUSE = 300


class ToldWords(NamedTuple):
    """Hold what words of a match tell, and the tokens from ``start`` up to, but not with, ``end``."""

    what: Told
    start: int
    end: int


class Match(NamedTuple):
    """Hold where a rule matched: token indexes of the match, of the limit's own words, and of each filled slot.

    ``place`` is that of the matched pattern in the files. ``is_marked`` tells that the pattern marks its own words with
    < and >; ``told`` are the words whose print is kept.
    ``named`` are the tokens that the pattern names, which leaves out those in its gaps.
    """

    rule: Rule
    start: int
    end: int
    words_start: int
    words_end: int
    is_marked: bool
    slots: tuple[int, ...]
    told: tuple[ToldWords, ...] = ()
    place: int = 0
    named: tuple[int, ...] = ()


def resolve(found: Iterable[Iterator[Match]]) -> list[Match]:
    """Return of each rule's matches that overlap the strongest.

    ``found`` yields for each pattern and place what yields its matches from there, the longest first. A shorter one is
    asked for only where a longer one ends in what is taken: a clause may hold a hundred for each of its words.
    """
    waiting = [
        (_rank(match), number, match, from_there)
        for number, from_there in enumerate(found)
        if (match := next(from_there, None))
    ]
    heapify(waiting)
    kept: list[Match] = []
    while waiting:
        _, number, match, from_there = waiting[0]
        taken = [k for k in kept if k.rule is match.rule and k.start < match.end and match.start < k.end]
        if not taken:
            kept.append(match)
        is_begun = not taken or any(k.start <= match.start for k in taken)
        shorter = None if is_begun else next(from_there, None)
        if shorter:
            heapreplace(waiting, (_rank(shorter), number, shorter, from_there))
        else:
            heappop(waiting)
    return kept


def strongest(matches: Iterable[Match], lexed: Lexed) -> list[Match]:
    """Return of overlapping matches that compete the strongest, of whichever rules they are.

    The tokens that say the number or the period of a limit are none only for a rule that names them itself, not for one
    that leaves room for any words between its own.
    """
    ordered = sorted(matches, key=_rank)
    limits = [match for match in ordered if match.rule.reading_kind == "limit"]
    kept: list[tuple[ReadingKind, Match]] = []
    for match in ordered:
        kind = match.rule.reading_kind
        if kind == "not_a_limit":
            if any(_gives_away(match, limit, lexed) for limit in limits):
                continue
            # A limit and what only looks like one compete for their words.
            kind = "limit"
        if not any(k == kind and m.start < match.end and match.start < m.end for k, m in kept):
            kept.append((kind, match))
    return [match for _, match in kept]


def _gives_away(match: Match, limit: Match, lexed: Lexed) -> bool:
    """Tell whether a match for what is no limit reaches over a limit without naming its number and period."""
    if limit.start >= match.end or match.start >= limit.end:
        return False
    return any(lexed.says(at, "count", "period") and at not in match.named for at in limit.slots)


def _rank(match: Match) -> tuple[int, int, int]:
    """Return in which order matches win: the longest, then the most slots, then the first in the files."""
    return match.start - match.end, -len(match.slots), match.place
