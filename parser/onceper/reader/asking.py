"""Find the words of a clause that could limit a number in a period, which have to be read or told."""

from __future__ import annotations

from itertools import pairwise
from typing import TYPE_CHECKING, NamedTuple

from onceper.patterns.parts import COUNTS, IN_TIME, LIMITS
from onceper.reader.constituent import SAYS_TIME
from onceper.reader.decide import DONE, EFFECTS, is_in_chain, is_own_period

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator, Sequence

    from onceper.matching.match import Match
    from onceper.reader.constituent import Constituent, Constituents


class Asking(NamedTuple):
    """Hold a piece of a clause, as tokens, and those of them that could limit a number in a period."""

    start: int
    end: int
    tokens: frozenset[int]


def find_asking(clause: Constituents, kept: Iterable[Match] = (), *, is_cut: bool) -> list[Asking]:
    """Return the pieces of a clause whose words limit a number in a period, whatever its other words are.

    Without commas nothing but a limit that is ``kept`` shows that words stand apart from the others. ``is_cut`` tells
    that print is cut into clauses.
    """
    if not clause.may_say_time():
        return []
    pieces = [clause.among(*piece) for piece in clause.pieces]
    if clause.comma is None:
        pieces = [_without(piece, kept) for piece in pieces]
    every = [one for piece in pieces for one in piece]
    said = {one.role for one in every}
    if not said & SAYS_TIME:
        return []
    is_short = any(map(is_own_period, every))
    again = [one for one in every if one.role == "again" or is_in_chain(one)]
    is_again = bool(again) and {"not", "verb"} <= said and bool(said & {*EFFECTS, "after", "it"})
    is_counted = bool(said & COUNTS) or any("count" in one.says for one in every if one.role == "deed")
    if not is_short and not is_again and not (said & IN_TIME and is_counted):
        return []
    found: list[Asking] = []
    for (start, end), piece in zip(clause.pieces, pieces, strict=True):
        asking = [
            *((one for one in piece if one.role in {"times", *LIMITS}) if is_short else ()),
            *((one for one in piece if one in again) if is_again else ()),
            *_asking(piece, clause, is_cut=is_cut),
        ]
        tokens = frozenset(at for one in asking for at in range(one.start, one.end))
        if tokens:
            found.append(Asking(start, end, tokens))
    return found


def piece_of(clause: Constituents, match: Match) -> Asking:
    """Return the piece of a clause in which the words of a match begin, which ask."""
    words = frozenset(at for at in match.named if match.words_start <= at < match.words_end)
    here = (piece for piece in clause.pieces if piece[0] <= match.words_start < piece[1])
    return Asking(*next(here, (0, clause.count)), words)


def _without(piece: Sequence[Constituent], kept: Iterable[Match]) -> list[Constituent]:
    """Leave out of a piece what limits read that no further word limits behind them (一度しか)."""
    limiting = {one.start for one in piece if one.role in LIMITS}
    apart = {
        at
        for match in kept
        if match.rule.reading_kind == "limit" and match.end not in limiting
        for at in range(match.start, match.end)
    }
    return [one for one in piece if apart.isdisjoint(range(one.start, one.end))]


def _asking(piece: Sequence[Constituent], clause: Constituents, *, is_cut: bool) -> Iterator[Constituent]:
    """Yield the parts of a piece that could limit a number in a period, which stands in the same clause.

    A negation may be of anything in an ability that is not cut into clauses.
    """
    roles = {one.role for one in piece}
    if roles & {"period", "times"} or (roles & COUNTS and roles & {*DONE, *EFFECTS, "name"}):
        yield from (one for at, one in enumerate(piece) if one.role in LIMITS and _limits_there(piece, at))
    if "period" not in roles:
        return
    yield from (one for one in piece if one.role in {"times", "nth"})
    if "not" in roles and is_cut:
        yield from (one for one in piece if one.role in {"number", "or_more"})
    # "1 per turn", where nothing stands between; behind the period the number must not count what comes next.
    for one, other in pairwise(piece):
        if one.end != other.start:
            continue
        if (one.role, other.role) == ("number", "period"):
            yield one
        elif (one.role, other.role) == ("period", "number") and not clause.has_words(other.end, other.end + 1):
            yield other


def _limits_there(piece: Sequence[Constituent], at: int) -> bool:
    """Tell whether a part that limits does so where it stands: some do beside a number, or a time, alone."""
    group = piece[at].group
    if group.precedes:
        behind = at + 1
        return behind < len(piece) and piece[at].end == piece[behind].start and piece[behind].role in COUNTS
    if not group.follows:
        return True
    if at == 0 or piece[at - 1].end < piece[at].start:
        return False
    return piece[at - 1].role in {*COUNTS, *LIMITS, "period"}
