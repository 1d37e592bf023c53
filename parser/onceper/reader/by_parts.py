"""Read a limit that a clause states in words that may stand in any order, each a constituent of it."""

from __future__ import annotations

from collections.abc import Mapping  # noqa: TC003  mypyc resolves what a record names
from functools import lru_cache
from itertools import pairwise
from typing import TYPE_CHECKING, Any, NamedTuple

import msgspec

from onceper.contract.span import Span  # noqa: TC001  mypyc resolves what a record names
from onceper.matching.match import Match, ToldWords
from onceper.patterns.catalogue import BY_PARTS, OTHER
from onceper.patterns.parts import COUNTS, IN_TIME, LIMITS
from onceper.patterns.rule import Rule
from onceper.reader.asking import find_asking
from onceper.reader.constituent import follows_several
from onceper.reader.decide import DONE, EFFECTS, Decided, decide, is_own_period, when_fields

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator, Sequence

    from onceper.patterns.catalogue import Reading
    from onceper.patterns.parts import ReadAs, Role
    from onceper.reader.constituent import Constituent, Constituents

# A number of times and a period alone are soft whoever reads them.
SOFT = "soft"
PREFIX = SOFT + BY_PARTS
_NOTHING: Mapping[str, Any] = {}
# No sentence has so many. The bound keeps the time for any other text linear in its length.
_MOST_CONDITIONS = 16
_HOW_OFTEN: frozenset[Role] = COUNTS | IN_TIME | LIMITS | {"not"}
# What a limit is of that a clause may state before it goes on.
_OPENS: frozenset[Role] = frozenset({*EFFECTS, "summon", "control"})
_ENDS_NOTE = frozenset(")⟩")
_SAYS_WHOSE: frozenset[Role] = frozenset({"name", "filler", "if", "unless"})
_SAYS_WHEN: tuple[set[Role], ...] = ({"when"}, {"when", "while_there"})
_SAYS_HOW_OFTEN: frozenset[Role] = frozenset({"times", "period", "again", "after", "nth"})

# What stands together in a sentence that says how often and when.
_TOGETHER: frozenset[Role] = frozenset({"times", "period", "while_there", "when", "only"})
_COUNTS_ON: frozenset[Role] = frozenset({"but", "more", "or_more", "nth"})


class Conditional(NamedTuple):
    """Hold the tokens of a condition, and of what holds under it.

    ``is_behind`` tells that the condition stands behind the rest, ``is_of_card`` that it speaks of the card itself, and
    ``is_exception`` that the rest holds where what it speaks of is not so.
    """

    condition: Span
    rest: Span
    is_behind: bool = False
    is_of_card: bool = False
    is_exception: bool = False


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
        fields: Mapping[str, Any] = _NOTHING,
    ) -> Match | None:
        """Return a limit that the whole clause states, or all words between two tokens, or null.

        ``is_further`` tells that another stands before it in its sentence, ``is_alone`` that it is that sentence;
        ``fields`` go before those that the words say.
        """
        end = clause.count if end is None else end
        found = clause.split(start, end)
        decided = decide(found, is_further=is_further, is_alone=is_alone) if found else None
        decided = self._as_the_game_reads(decided) if decided else None
        reading = self._catalogue.get(decided.reading) if decided else None
        # Nothing is read that was not measured, and some readings are of one game alone.
        sure = reading.sure_by_parts(self._spoken) if reading else None
        if decided is None or reading is None or sure is None:
            return None
        encoded = _encoded({**reading.means, **decided.fields, **fields})
        rule = _rule_of(reading.id + BY_PARTS, reading.source, sure, encoded)
        spoken = [one for one in found if one.role != "filler" or one.says]
        # What its other phrases mean is in the fields.
        slots = tuple(at for at in clause.names if spoken[0].start <= at < spoken[-1].end)
        things = [at for one in found if one.role in {"thing", "an_effect"} for at in (one.start, one.end - 1)]
        told = (ToldWords("object", things[0], things[-1] + 1),) if things else ()
        first, last = (0, end) if start == 0 else (spoken[0].start, spoken[-1].end)
        return Match(rule, first, last, first, last, False, slots, told, named=tuple(range(first, last)))

    def _as_the_game_reads(self, decided: Decided) -> Decided | None:
        """Return what is decided by the reading of a game with readings of its own, or null where it has none."""
        for reading in self._readings:
            if reading.of == decided.reading and reading.when.items() <= decided.fields.items():
                return decided._replace(reading=reading.reading)
        return None if self._readings else decided

    def read_set_off(self, clause: Constituents) -> Match | None:
        """Return a limit that one piece of the clause states, as commas or a note set it off, or null.

        Where another piece could limit too, it is no limit by itself.
        """
        for start, end in clause.pieces:
            match = self.read(clause, start, end)
            if match is None:
                continue
            asking = find_asking(clause, is_cut=self._is_cut)
            if any((piece.start, piece.end) != (start, end) for piece in asking):
                return None
            return None if match.rule.id != PREFIX and _hangs(clause, start, end) else mark(clause, match)
        return self._read_run(clause) if clause.comma is None else None

    def _read_run(self, clause: Constituents) -> Match | None:
        """Return a number and a time that limit this copy amid whatever words, where no comma sets them off, or null.

        They do not where another word of the clause limits.
        """
        for start, end, fields in _find_runs(clause):
            match = self.read(clause, start, end, fields=fields)
            if match is not None:
                match = mark(clause, match)
                return None if find_asking(clause, [match], is_cut=self._is_cut) else match
        return None

    def read_opening(self, clause: Constituents) -> Match | None:
        """Return the limit of effects, a Summon or control with which a clause begins and goes on with "and", or null.

        Effects without a name may be those of one that the clause says later.
        """
        opening: Match | None = None
        kinds = {"hard", "summon", "control"} if clause.names else {"soft"}
        roles: set[Role] = set()
        for one in clause.opening():
            if one.role == "filler" and one.group.follows and roles & _OPENS:
                match = self.read(clause, 0, one.start)
                opening = match if match and match.rule.reading["kind"] in kinds else opening
            roles.add(one.role)
        return opening


def mark(clause: Constituents, match: Match) -> Match:
    """Return a limit that some words of a clause state: a number and a time alone without when in that time."""
    if match.rule.id != PREFIX:
        return match._replace(is_marked=True)
    found = clause.split(match.words_start, match.words_end)
    own = [one for one in found if one.role in _HOW_OFTEN]
    if not any(one.role in IN_TIME or is_own_period(one) for one in own):
        own = [one for one in found if one.role != "filler"]
    return match._replace(is_marked=True, words_start=own[0].start, words_end=own[-1].end)


def with_when(clause: Constituents, match: Match) -> Match:
    """Return a limit that says how often alone with when in that time, as a phase or turn beside it says.

    That stands directly beside its words, fills a piece of the clause that commas set off, or stands before what is
    done then.
    """
    if match.rule.id not in {SOFT, PREFIX}:
        return match
    told = [
        fields
        for at, one in enumerate(clause.every)
        if one.role in {"when", "period"}
        and not match.words_start <= one.start < match.words_end
        and (fields := when_fields(one))
        and _is_of(clause, match, at)
    ]
    if len(told) != 1:
        return match
    rule = match.rule
    reading = _encoded({**told[0], **rule.reading})
    return match._replace(rule=_rule_of(rule.id, rule.source, rule.confidence, reading))


def _is_of(clause: Constituents, match: Match, at: int) -> bool:
    """Tell whether a constituent says when something is done that a match says how often is done."""
    found, orths, comma = clause.every, clause.lexed.orths, clause.comma
    one = found[at]
    before = one.start - 1 if one.start and orths[one.start - 1] == comma else one.start
    behind = one.end + 1 if one.end < clause.count and orths[one.end] == comma else one.end
    if before == match.words_end or behind == match.words_start:
        return True
    is_last = not clause.has_words(one.end, one.end + 1)
    if comma is None:
        is_done = at + 1 < len(found) and found[at + 1].start == one.end and found[at + 1].role in {"verb", "may"}
        # A moment of a battle is when something happens, wherever it stands; an attack is what happens.
        period = one.says.get("period")
        return one.start >= match.words_end and period != "attack" and (is_done or period == "battle" or is_last)
    (piece,) = (piece for piece in clause.pieces if piece[0] <= one.start < piece[1])
    others = clause.among(*piece)
    return (is_last and others[0].role == "if") or {other.role for other in clause.split(*piece)} in _SAYS_WHEN


def _hangs(clause: Constituents, start: int, end: int) -> bool:
    """Tell whether a piece may hang on another that a comma sets off, such as a condition, or goes on with one.

    What a word such as "and" opens stands beside what comes before a comma; behind a note a sentence goes on.
    """
    orths = clause.lexed.orths
    before = orths[start - 1] if start else ""
    is_joined = any(one.start == start and one.role == "filler" for one in clause.every)
    if before in _ENDS_NOTE or (before == clause.comma and not is_joined):
        return True
    return end < clause.count and orths[end] == clause.comma


def says_nothing(clause: Constituents, end: int) -> bool:
    """Tell whether the words of a clause before a token, such as "also", leave what stands behind as it is."""
    found = clause.split(0, end)
    return bool(found) and all(one.role == "filler" and not one.says for one in found)


def conditions(clause: Constituents) -> Iterator[Conditional]:
    """Yield each way in which a sentence may say something under a condition.

    That stands before the rest, up to a comma or the word that ends it, or behind it from the word that opens it. What
    says how often something was done is part of a limit.
    """
    first = _skip_nothing(clause)
    opening = [one for one in clause.every if one.start >= first and _opens_condition(one, first)]
    for one in opening[:_MOST_CONDITIONS]:
        is_other = one.role == "while_there"
        for found in _halve(clause, first, one):
            parts = clause.among(*found.condition)
            said = {part.role for part in parts}
            named = {at for part in parts if part.role in _SAYS_WHOSE for at in range(part.start, part.end)}
            # "Of this name" is no condition, and may say whose effects are limited.
            says_more = not one.group.follows or any(
                clause.has_words(at, at + 1) and at not in named for at in range(*found.condition)
            )
            if says_more and not said & _SAYS_HOW_OFTEN:
                is_of_card = "card" in said or (not is_other and "while_there" in said)
                yield found._replace(is_of_card=is_of_card, is_exception=one.role == "unless")


def _opens_condition(one: Constituent, first: int) -> bool:
    """Tell whether a constituent opens or ends a condition in a sentence that begins at a token.

    What is there, and is not this card, stands before the words that say so.
    """
    is_other = one.role == "while_there" and one.group.follows and one.start > first
    return one.role in {"if", "unless"} or is_other


def _halve(clause: Constituents, first: int, one: Constituent) -> Iterator[Conditional]:
    """Yield how a word of a condition parts a sentence that begins at a token."""
    last = clause.count
    if one.group.follows:
        rest = next((at for at in range(one.end, last) if clause.has_words(at, at + 1)), last)
        if rest < last:
            yield Conditional((first, one.end), (rest, last))
    elif one.start > first:
        stop = next(at for at in range(last, 0, -1) if clause.has_words(at - 1, at))
        yield Conditional((one.start, stop), (0, one.start), is_behind=True)
    else:
        for at in range(last - 1, one.end, -1):
            if clause.lexed.orths[at] == clause.comma:
                yield Conditional((first, at), (at + 1, last))


def _skip_nothing(clause: Constituents) -> int:
    """Return where a sentence begins behind words such as "also"."""
    fillers = {at for one in clause.every if one.role == "filler" for at in range(one.start, one.end)}
    return next((at for at in range(clause.count) if at not in fillers and clause.has_words(at, at + 1)), clause.count)


def limits_unknown(clause: Constituents) -> bool:
    """Tell whether a clause says of this card or its effects no more than a limit that is not known.

    So does one that begins by saying who may only use something, whatever that is, before how often.
    """
    opening = {one.role for one in clause.opening()}
    if opening >= {"who", "may", "only", "verb"} and not opening & _SAYS_HOW_OFTEN:
        return True
    found = clause.split(0, clause.count)
    roles = {one.role for one in found}
    is_of_use = bool(roles & DONE and roles & {*EFFECTS, "card"}) and not roles & {"deed", "thing", "number"}
    if not roles & LIMITS or not is_of_use:
        return False
    return decide(found) is None


def is_denied(clause: Constituents, match: Match) -> bool:
    """Tell whether words that are soft in a clause stand before what denies all but them (一度しか … ない)."""
    if not match.is_marked or match.rule.reading.get("kind") != "soft":
        return False
    return any(one.start == match.words_end and one.role == "but" for one in clause.every)


def _find_runs(clause: Constituents) -> Iterator[tuple[int, int, Mapping[str, Any]]]:
    """Yield what the constituents of a clause that nothing parts say of how often and when, the most of it first.

    Each comes as its first token, the one behind it, and what is said directly before it of whom or what it limits.
    What is said of words that stand beside it, or goes on in them, is none.
    """
    for chain in _chains(clause.every):
        for first, one in enumerate(chain):
            together = _together(chain[first:])
            is_of_several = one.role == "period" and follows_several(clause.lexed, one.start)
            if is_of_several or _is_said_of(chain[:first], clause.among(0, one.start)):
                continue
            for behind in range(first + len(together), first, -1):
                run, end = chain[first:behind], chain[behind - 1].end
                roles = {part.role for part in run}
                if "times" not in roles:
                    break
                is_capped = "only" in roles or all(part.says.get("count", 1) == 1 for part in run)
                # A sentence begins with some of its words or goes on behind them, and does not end in saying them.
                is_amid = not clause.has_words(0, one.start) or clause.has_words(end, clause.count)
                further = clause.among(end, clause.count)
                if is_amid and not _goes_on(chain[behind:], further, is_capped=is_capped):
                    yield one.start, end, _of_whom(chain[:first])


def _together(chain: Iterable[Constituent]) -> list[Constituent]:
    """Return the first constituents of a chain that may limit together, none of which says its thing once more."""
    together: dict[Role, Constituent] = {}
    for one in chain:
        if one.role not in _TOGETHER or one.role in together:
            break
        together[one.role] = one
    return [*together.values()]


def _chains(parts: Iterable[Constituent]) -> list[list[Constituent]]:
    """Return the constituents between which nothing stands."""
    chains: list[list[Constituent]] = []
    for one in parts:
        if chains and chains[-1][-1].end == one.start:
            chains[-1].append(one)
        else:
            chains.append([one])
    return chains


def _of_whom(before: list[Constituent]) -> Mapping[str, Any]:
    """Return what is said directly before of who is limited."""
    if before and before[-1].role == "who":
        return {key: said for key, said in before[-1].says.items() if key == "player"}
    return {}


def _is_said_of(before: Sequence[Constituent], every: Iterable[Constituent]) -> bool:
    """Tell whether what stands before is what is limited: effects that are referred to, what has a name, a Summon.

    That is a name anywhere which is not printed, such as "this card name"; one in quotes may stand for any cards.
    """
    if any(one.role == "name" and not one.is_named for one in every):
        return True
    for number in reversed(range(len(before))):
        one = before[number]
        if one.role not in {"filler", "who", "summon", "this_way", *EFFECTS}:
            return False
        # Effects that the words refer to, and not those of any card.
        is_of_it = number > 0 and before[number - 1].role in {"name", "card"}
        is_referred_to = one.role in EFFECTS and (is_of_it or one.says.get("reference") != "each")
        if one.role in {"summon", "this_way"} or is_referred_to:
            return True
    return False


def _goes_on(behind: Sequence[Constituent], further: Sequence[Constituent], *, is_capped: bool) -> bool:
    """Tell whether the next words count on, or say of what stands before that it is used so often.

    Numbered effects of a name, and what was done the first time, are what happens so often wherever they stand; and
    where nothing limits the number, so may be what happens in a condition.
    """
    if behind and behind[0].role in _COUNTS_ON:
        return True
    spoken = [one for one in further if one.role != "filler"]
    if any(one.role == "after" for one in spoken) or any(
        one.role == "name" and other.says.get("reference") == "numbered" for one, other in pairwise(spoken)
    ):
        return True
    if not is_capped and (any(one.role == "if" for one in further) or (behind and behind[0].role in DONE)):
        return True
    # To its end, or the end of the sentence, it says nothing else.
    is_last = [*behind] == [*further]
    return is_last and any(one.role == "verb" and one.says.get("verb") == "use" for one in behind)


def _encoded(fields: Mapping[str, Any]) -> bytes:
    return msgspec.json.encode(fields, order="sorted")


@lru_cache(maxsize=1024)
def _rule_of(name: str, source: str, confidence: float, encoded: bytes) -> Rule:
    """Return as a rule what says these fields, given as JSON."""
    reading = msgspec.json.decode(encoded)
    return Rule(id=name, reading_kind="limit", reading=reading, source=source, confidence=confidence)
