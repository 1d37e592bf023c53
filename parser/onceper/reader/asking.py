"""Find the words of a clause that could limit a number in a period, which have to be read or told."""

from __future__ import annotations

from itertools import pairwise
from typing import TYPE_CHECKING, NamedTuple

from onceper.patterns.parts import COUNTS, IN_TIME, LIMITS
from onceper.reader.decide import DONE, EFFECTS, when_fields

if TYPE_CHECKING:
    from collections.abc import Collection, Iterable, Iterator, Sequence

    from onceper.matching.match import Match
    from onceper.patterns.parts import Role
    from onceper.reader.constituent import Constituent, Constituents

# One of these stands in every clause in which a number could be limited in a period.
_SAYS_TIME: frozenset[Role] = frozenset({"again", "times"})
_LEADS: frozenset[Role] = frozenset({"may", "verb", "summon", "deed", "filler"})


class Asking(NamedTuple):
    """Hold a piece of a clause, as tokens, and those of them that could limit a number in a period."""

    start: int
    end: int
    tokens: frozenset[int]


def find_asking(clause: Constituents, kept: Collection[Match] = (), *, is_cut: bool) -> list[Asking]:
    """Return the pieces of a clause whose words limit a number in a period, whatever its other words are.

    Without commas nothing but a limit that is ``kept`` shows that words stand apart from the others. ``is_cut`` tells
    that print is cut into clauses: in an ability that is not, a negation may be of anything.
    """
    every = clause.every if clause.comma is not None else _without(clause.every, kept)
    said = {one.role for one in every}
    is_timed = bool(said & IN_TIME) or (
        clause.comma is not None and _leads_to_number(every) and any(map(when_fields, every))
    )
    if not (is_timed or said & _SAYS_TIME):
        return []
    # Short forms say with a number of times also in what time it counts.
    is_short = any(one.role == "times" and "period" in one.says for one in every)
    is_denied = {"not", "verb"} <= said and said & {*EFFECTS, "after", "it"}
    again = {one.start for one in every if is_denied and (one.role == "again" or one.says.get("period") == "chain")}
    if not (is_short or again or (is_timed and any(map(_counts, every)))):
        return []
    found: list[Asking] = []
    for start, end in clause.pieces:
        piece = [one for one in every if start <= one.start < end]
        roles = {one.role for one in piece}
        asks: set[Role] = {"times"} if is_short else set()
        if "period" in roles:
            asks |= {"times", "nth"}
            asks |= {"number", "or_more"} if is_cut and "not" in roles else set()
        asking = [one for one in piece if one.role in asks or one.start in again]
        if roles & {"period", "times"} or (roles & {*DONE, *EFFECTS, "name"} and any(map(_counts, piece))):
            asking += [one for one in piece if one.role in LIMITS and _limits_there(one, piece)]
        asking += _numbers_beside_period(piece, clause)
        if asking:
            found.append(Asking(start, end, frozenset(at for one in asking for at in range(one.start, one.end))))
    return found


def _counts(one: Constituent) -> bool:
    """Tell whether a part says how many, as "declare an attack" does."""
    return one.role in COUNTS or (one.role == "deed" and "count" in one.says)


def _leads_to_number(every: Iterable[Constituent]) -> bool:
    """Tell whether what limits stands before what it limits: so, whose turn or which phase it is says the time."""
    end = -1
    is_denied = False
    for one in every:
        is_denied = is_denied or one.role == "not"
        if is_denied if one.role in {"but", "more"} else one.role == "only" and "counts_from" not in one.says:
            end = one.end
        elif one.start == end:
            if _counts(one):
                return True
            if one.role in _LEADS:
                end = one.end
    return False


def piece_of(clause: Constituents, match: Match) -> Asking:
    """Return the piece of a clause in which the words of a match begin, which ask."""
    words = frozenset(at for at in match.named if match.words_start <= at < match.words_end)
    return Asking(*clause.piece_at(match.words_start), words)


def _without(every: Sequence[Constituent], kept: Collection[Match]) -> list[Constituent]:
    """Leave out what limits read that no further word limits behind them (一度しか)."""
    limiting = {one.start for one in every if one.role in LIMITS}
    apart = [match for match in kept if match.rule.reading_kind == "limit" and match.end not in limiting]
    return [one for one in every if not any(match.start < one.end and one.start < match.end for match in apart)]


def _numbers_beside_period(piece: Sequence[Constituent], clause: Constituents) -> Iterator[Constituent]:
    """Yield "1" of "1 per turn", where nothing stands between; behind the period it must not count what comes next."""
    for one, other in pairwise(piece):
        if one.end == other.start:
            if (one.role, other.role) == ("number", "period"):
                yield one
            elif (one.role, other.role) == ("period", "number") and not clause.is_word(other.end):
                yield other


def _limits_there(one: Constituent, piece: Iterable[Constituent]) -> bool:
    """Tell whether a part that limits does so where it stands: some do beside a number, or a time, alone."""
    if one.group.precedes:
        return any(other.start == one.end and other.role in COUNTS for other in piece)
    return not one.group.follows or any(
        other.end == one.start and other.role in {*COUNTS, *LIMITS, "period"} for other in piece
    )
