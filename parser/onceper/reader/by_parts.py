"""Read a limit that a clause states in words that may stand in any order, each a constituent of it."""

from __future__ import annotations

from collections.abc import Mapping  # noqa: TC003  mypyc resolves what a record names
from itertools import chain, pairwise
from typing import TYPE_CHECKING, NamedTuple

from onceper.contract.span import Span  # noqa: TC001  mypyc resolves what a record names
from onceper.matching.match import Match, ToldWords
from onceper.patterns.catalogue import BY_PARTS, OTHER
from onceper.patterns.parts import CONDITIONS, COUNTS, IN_TIME, LIMITS
from onceper.reader.asking import find_asking
from onceper.reader.constituent import follows_several
from onceper.reader.decide import DONE, EFFECTS, decide, when_fields
from onceper.reader.statement import saying

if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence

    from onceper.patterns.catalogue import Reading
    from onceper.patterns.parts import ReadAs, Role
    from onceper.reader.constituent import Constituent, Constituents

# A number of times and a period alone are soft whoever reads them.
SOFT = "soft"
PREFIX = SOFT + BY_PARTS
# No sentence has so many. The bound keeps the time for any other text linear in its length.
_MOST_CONDITIONS = 16
_HOW_OFTEN: frozenset[Role] = COUNTS | IN_TIME | LIMITS | {"not"}
# What a limit is of that a clause may state before it goes on.
_OPENS: frozenset[Role] = frozenset({*EFFECTS, "summon", "control"})
_SAYS_WHOSE: frozenset[Role] = frozenset({"name", "filler", "if", "unless"})
_SAYS_WHEN: tuple[set[Role], ...] = ({"when"}, {"when", "only"}, {"when", "while_there"})
_SAYS_HOW_OFTEN: frozenset[Role] = frozenset({"times", "period", "again", "after", "nth"})

# What stands together in a sentence that says how often and when, and what is of words that stand behind it.
_TOGETHER: frozenset[Role] = frozenset({"times", "period", "while_there", "when", "only"})
_COUNTS_ON: frozenset[Role] = frozenset({"but", "more", "or_more", "nth"})
_IS_LIMITED: frozenset[Role] = frozenset({"summon", "this_way", *EFFECTS})


class Conditional(NamedTuple):
    """Hold the tokens of a condition, and of what holds under it.

    ``is_of_card`` tells that it speaks of the card itself, ``is_exception`` that the rest holds where what it speaks of
    is not so.
    """

    condition: Span
    rest: Span
    is_of_card: bool
    is_exception: bool


class PartsReader:
    """Read clauses of which every word is a part, or sets one off that is.

    ``readings`` say by which reading a game means what is decided, where it has readings of its own; ``spoken`` is the
    language, or the game with a print of its own, in which it was measured how sure they are. ``is_cut`` tells that
    print is cut into clauses.
    """

    def __init__(
        self,
        catalogue: Mapping[str, Reading],
        readings: Sequence[ReadAs] = (),
        spoken: str = OTHER,
        *,
        is_cut: bool,
    ) -> None:
        self._catalogue = catalogue
        self._readings = readings
        self._spoken = spoken
        self._is_cut = is_cut

    def read(
        self,
        clause: Constituents,
        start: int = 0,
        end: int | None = None,
        *,
        is_further: bool = False,
        is_alone: bool = False,
    ) -> Match | None:
        """Return a limit that the whole clause states, or all words between two tokens, or null.

        ``is_further`` tells that another stands before it in its sentence, ``is_alone`` that it is that sentence.
        """
        end = clause.count if end is None else end
        found = clause.split(start, end)
        decided = decide(found, is_further=is_further, is_alone=is_alone) if found else None
        if decided is None:
            return None
        key = decided.reading
        if self._readings:
            # A game with readings of its own has no others.
            said = (one for one in self._readings if one.of == key and one.when.items() <= decided.fields.items())
            key = next((one.reading for one in said), "")
        reading = self._catalogue.get(key)
        if reading is None:
            return None
        fields = {**reading.means, **decided.fields}
        rule = saying(reading.id + BY_PARTS, "limit", fields, reading.source, reading.sure_by_parts(self._spoken))
        spoken = [one for one in found if one.role != "filler" or one.says]
        first, last = (0, end) if start == 0 else (spoken[0].start, spoken[-1].end)
        # What its other phrases mean is in the fields.
        slots = tuple(at for at in clause.names if first <= at < last)
        things = [one for one in found if one.role in {"thing", "an_effect"}]
        told = (ToldWords("object", things[0].start, things[-1].end),) if things else ()
        return Match(rule, first, last, first, last, False, slots, told, named=tuple(range(first, last)))

    def read_set_off(self, clause: Constituents) -> Match | None:
        """Return a limit that one piece of the clause states, as commas or a note set it off, or null.

        Where no comma sets them off, a number and a time limit this copy amid whatever words. Where another piece could
        limit too, it is no limit by itself.
        """
        for start, end in chain(clause.pieces, _find_runs(clause)):
            match = self.read(clause, start, end)
            if match is not None:
                asking = find_asking(clause, [match], is_cut=self._is_cut)
                is_one = all(piece.tokens.issubset(range(start, end)) for piece in asking)
                is_whole = match.rule.id == PREFIX or not _hangs(clause, start, end)
                return mark(clause, match) if is_one and is_whole else None
        return None

    def read_opening(self, clause: Constituents) -> Match | None:
        """Return the limit of effects, a Summon or control with which a clause begins and goes on with "and", or null.

        Effects without a name may be those of one that the clause says later.
        """
        opening: Match | None = None
        roles: set[Role] = set()
        for one in clause.opening():
            if one.role == "filler" and one.group.follows and roles & _OPENS:
                match = self.read(clause, 0, one.start)
                opening = match or opening
            roles.add(one.role)
        return opening


def mark(clause: Constituents, match: Match) -> Match:
    """Return a limit that some words of a clause state: a number and a time alone without when in that time."""
    if match.rule.id != PREFIX:
        return match._replace(is_marked=True)
    found = clause.among(match.words_start, match.words_end)
    own = [one for one in found if one.role in _HOW_OFTEN]
    if not any(one.role in IN_TIME for one in own):
        own = found
    return match._replace(is_marked=True, words_start=own[0].start, words_end=own[-1].end)


def with_when(clause: Constituents, match: Match) -> Match:
    """Return a limit that says how often alone with when in that time, as a phase or turn beside it says.

    That stands directly beside its words, fills a piece of the clause that commas set off, or stands before what is
    done then.
    """
    rule = match.rule
    if rule.id not in {SOFT, PREFIX}:
        return match
    told = [said for one in clause.every if (said := when_fields(one)) and _is_of(clause, match, one)]
    if len(told) != 1:
        return match
    return match._replace(rule=saying(rule.id, "limit", {**told[0], **rule.reading}, rule.source, rule.confidence))


def _is_of(clause: Constituents, match: Match, one: Constituent) -> bool:
    """Tell whether a constituent says when something is done that a match says how often is done."""
    if clause.touch(one.end, match.words_start) or clause.touch(match.words_end, one.start):
        return True
    is_last = not clause.is_word(one.end)
    if clause.comma is None:
        # A moment of a battle is when something happens, wherever it stands; an attack is what happens.
        period = one.says.get("period")
        is_done = any(other.start == one.end and other.role in {"verb", "may"} for other in clause.every)
        return period == "battle" or (period != "attack" and (is_done or is_last))
    piece = clause.piece_at(one.start)
    # What ends a sentence is when the words before it happen.
    stands_alone = (
        clause.lexed.orths[piece[1] - 1] != "." and {other.role for other in clause.split(*piece)} in _SAYS_WHEN
    )
    return stands_alone or (is_last and clause.among(*piece)[0].role == "if")


def _hangs(clause: Constituents, start: int, end: int) -> bool:
    """Tell whether a piece may hang on another that a comma sets off, such as a condition, or goes on with one.

    What a word such as "and" opens stands beside what comes before a comma.
    """
    orths = clause.lexed.orths
    is_joined = any(one.start == start and one.role == "filler" for one in clause.every)
    return clause.comma in orths[end : end + 1] or (clause.comma in orths[start - 1 : start] and not is_joined)


def says_nothing(clause: Constituents, end: int) -> bool:
    """Tell whether the words of a clause before a token, such as "also", leave what stands behind as it is."""
    found = clause.split(0, end)
    return bool(found) and all(one.role == "filler" and not one.says for one in found)


def conditions(clause: Constituents) -> Iterator[Conditional]:
    """Yield each way in which a sentence may say something under a condition.

    That stands before the rest, up to a comma or the word that ends it, or behind it from the word that opens it. What
    is there, and is not this card, stands before the words that say so. What says how often something was done is part
    of a limit.
    """
    fillers = {at for one in clause.every if one.role == "filler" for at in range(one.start, one.end)}
    words = [at for at in range(clause.count) if clause.is_word(at) and at not in fillers]
    opening = [one for one in clause.every if one.role in CONDITIONS and one.start >= words[0]]
    for one in opening[:_MOST_CONDITIONS]:
        for condition, rest in _halve(clause, words, one):
            parts = clause.among(*condition)
            said = {part.role for part in parts}
            named = {at for part in parts if part.role in _SAYS_WHOSE for at in range(part.start, part.end)}
            # "Of this name" is no condition, and may say whose effects are limited.
            says_more = not one.group.follows or any(at in words and at not in named for at in range(*condition))
            if says_more and not said & _SAYS_HOW_OFTEN:
                is_of_card = "card" in said or (one.role != "while_there" and "while_there" in said)
                yield Conditional(condition, rest, is_of_card, one.role == "unless")


def _halve(clause: Constituents, words: Sequence[int], one: Constituent) -> Iterator[tuple[Span, Span]]:
    """Yield how a word of a condition parts the ``words`` of a sentence into that and the rest."""
    first, last = words[0], clause.count
    if one.group.follows:
        if one.role != "while_there" or one.start > first:
            yield from [((first, one.end), (at, last)) for at in words if at >= one.end][:1]
    elif one.role == "while_there":
        return
    elif one.start > first:
        yield (one.start, words[-1] + 1), (0, one.start)
    else:
        commas = [at for at in range(one.end + 1, last) if clause.lexed.orths[at] == clause.comma]
        yield from (((first, at), (at + 1, last)) for at in reversed(commas))


def limits_unknown(clause: Constituents) -> bool:
    """Tell whether a clause says of this card or its effects no more than a limit that is not known.

    So does one that begins by saying who may only use something, whatever that is, before how often.
    """
    opening = {one.role for one in clause.opening()}
    if opening >= {"who", "may", "only", "verb"} and not opening & _SAYS_HOW_OFTEN:
        return True
    roles = {one.role for one in clause.split(0, clause.count)}
    limits_use = roles & LIMITS and roles & DONE and roles & {*EFFECTS, "card"}
    return bool(limits_use) and not roles & {"deed", "thing", "number"}


def leaves_out(clause: Constituents, match: Match) -> bool:
    """Tell whether unknown words stand before a limit of this copy, in its piece, that may say of what it is."""
    start, _ = clause.piece_at(match.words_start)
    is_of_effects = "refers" in match.rule.reading and not match.is_marked
    return is_of_effects and any(start <= at < match.start for at in clause.strange)


def is_soft_in_words(match: Match) -> bool:
    """Tell whether a limit is one of this copy that some words of a clause state."""
    return match.is_marked and match.rule.reading.get("kind") == "soft"


def is_denied(clause: Constituents, match: Match) -> bool:
    """Tell whether words that are soft in a clause stand before what denies all but them (一度しか … ない)."""
    return is_soft_in_words(match) and any(one.role == "but" and one.start == match.words_end for one in clause.every)


def _find_runs(clause: Constituents) -> Iterator[Span]:
    """Yield where constituents of a clause say how often and when, though nothing sets them off.

    A sentence begins with them or goes on behind them, or in print with commas somebody may do once what they are amid.
    Where they are said of a use, or of words that stand beside them, they are no limit by themselves.
    """
    every = clause.every
    roles = {one.role for one in every}
    is_allowed = clause.comma is None or roles & {"may", "not", "only"} == {"may"}
    if "times" not in roles or not is_allowed or any(one.says.get("verb") == "use" for one in every):
        return
    for first, one in enumerate(every):
        run: dict[Role, Constituent] = {}
        end = one.start
        for other in every[first:]:
            if other.start != end or other.role not in _TOGETHER or other.role in run:
                break
            run[other.role], end = other, other.end
        is_of_several = one.role == "period" and follows_several(clause.lexed, one.start)
        if "times" not in run or is_of_several or _is_said_of(every[:first], one.start):
            continue
        is_once = all(part.says.get("count", 1) == 1 for part in run.values())
        if clause.comma is None:
            is_amid = clause.touch(0, one.start) or not clause.touch(end, clause.count)
        else:
            # A word that is not known may be what is so often ("once per turn limits").
            is_amid = is_once and (end not in clause.strange or "may" in {other.role for other in every[:first]})
        if is_amid and not _goes_on(clause, end, is_once=is_once):
            yield one.start, end


def _is_said_of(before: Sequence[Constituent], at: int) -> bool:
    """Tell whether what stands before a token is limited: a name, or directly before it effects or a Summon."""
    for one in reversed(before):
        if one.role == "name" or (one.end == at and one.role in _IS_LIMITED):
            return True
        if one.end == at and one.role in {"filler", "who"}:
            at = one.start
    return False


def _goes_on(clause: Constituents, at: int, *, is_once: bool) -> bool:
    """Tell whether words behind a token count on, or say of what stands before it that it is used so often.

    Effects of a name, and what was done the first time, are what happens so often wherever they stand; and where more
    than one is counted, so may be what happens in a condition.
    """
    further = clause.among(at, clause.count)
    roles = {one.role for one in further}
    beside = {one.role for one in further if one.start == at}
    spoken = pairwise([one for one in further if one.role != "filler"])
    is_of_name = any({one.role, other.role} - EFFECTS == {"name"} for one, other in spoken)
    is_done = not is_once and ("if" in roles or bool(beside & DONE))
    return bool(beside & _COUNTS_ON) or "after" in roles or is_of_name or is_done
