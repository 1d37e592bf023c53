"""Find in a clause the parts of which sentences that limit are made: words that may stand in any order."""

from __future__ import annotations

from functools import lru_cache
from itertools import pairwise
from typing import TYPE_CHECKING, Any, NamedTuple

import msgspec

from onceper.matching.match import LONGEST_CLAUSE, Match
from onceper.patterns.catalogue import BY_PARTS
from onceper.patterns.lexicon import NAME
from onceper.patterns.rule import Rule
from onceper.reader.decide import COUNTS, DONE, EFFECTS, IN_TIME, LIMITS, Decided, decide, is_own_period

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator, Mapping, Sequence

    from onceper.patterns.catalogue import Reading
    from onceper.patterns.lexicon import Lexed
    from onceper.patterns.parts import PrintedPart, ReadAs, Role

# A number of times and a period alone are soft whoever reads them.
PREFIX = f"soft{BY_PARTS}"
# The marks of notes, as words of a clause; Turkish words have signs of their own for them.
_NOTE = frozenset("()⟨⟩")
_ENDS_NOTE = frozenset(")⟩")


class Constituent(NamedTuple):
    """Hold a part that stands in a clause: the tokens from ``start`` up to, but not with, ``end``."""

    part: PrintedPart
    start: int
    end: int

    @property
    def role(self) -> Role:
        """What the words are in a sentence that limits."""
        return self.part.group.role

    @property
    def means(self) -> Mapping[str, Any]:
        """What the words say of the limit, besides what phrases among them mean."""
        return self.part.group.means


class Asking(NamedTuple):
    """Hold a piece of a clause, as tokens, and those of them that could limit a number in a period."""

    start: int
    end: int
    tokens: frozenset[int]


class Constituents:
    """Read clauses of which every word is a part, or sets one off that is.

    ``comma`` is null in a language that leaves its commas out of its words; ``is_cut`` tells that print is cut into
    clauses. ``readings`` say by which reading a game means what is decided, where it has readings of its own.
    """

    def __init__(
        self,
        parts: Sequence[PrintedPart],
        catalogue: Mapping[str, Reading],
        comma: str | None,
        *,
        is_cut: bool = True,
        readings: Sequence[ReadAs] = (),
    ) -> None:
        self._parts: dict[tuple[str, bool], list[PrintedPart]] = {}
        for part in parts:
            self._parts.setdefault(part.tokens[0], []).append(part)
        for listed in self._parts.values():
            listed.sort(key=lambda part: -len(part.tokens))
        # What a time begins with: where nothing of it stands, nothing is limited in a period.
        self._begins_time = frozenset(
            part.tokens[0] for part in parts if part.group.role in IN_TIME or part.group.role == "again"
        )
        self._catalogue = catalogue
        self._comma = comma
        self._is_cut = is_cut
        self._readings = readings

    @property
    def sets_off(self) -> bool:
        """Whether commas show which words stand together."""
        return self._comma is not None

    def read(self, lexed: Lexed, *, is_further: bool = False) -> Match | None:
        """Return a limit that the whole clause states, or null; ``is_further`` tells that another stands before it."""
        if not self._parts or len(lexed.orths) > LONGEST_CLAUSE:
            return None
        return self._read(lexed, 0, len(lexed.orths), is_further=is_further)

    def read_set_off(self, lexed: Lexed) -> Match | None:
        """Return a limit that one piece of the clause states, as commas or a note set it off, or null.

        Where another piece could limit too, or says what is limited, it is no limit by itself.
        """
        asking = self.asking(lexed)
        pieces = self._pieces(lexed) if self._parts else []
        for start, end in pieces:
            match = self._read(lexed, start, end)
            if match is None:
                continue
            others = [self._parts_in(lexed, *other) for other in pieces if other != (start, end)]
            if any((piece.start, piece.end) != (start, end) for piece in asking):
                return None
            if _is_said_beside(match, self._parts_in(lexed, start, end), others):
                return None
            if match.rule.id != PREFIX and self._hangs(lexed, start, end):
                return None
            return match._replace(is_marked=True)
        return None

    def _hangs(self, lexed: Lexed, start: int, end: int) -> bool:
        """Tell whether a piece may hang on another that a comma sets off, such as a condition, or goes on with one.

        What a word such as "and" opens stands beside what comes before a comma; behind a note a sentence goes on.
        """
        before = lexed.orths[start - 1] if start else ""
        first = self._part_at(lexed, start, end)
        is_joined = before == self._comma and first is not None and first.role == "filler"
        if before in _ENDS_NOTE or (before == self._comma and not is_joined):
            return True
        return end < len(lexed.orths) and lexed.orths[end] == self._comma

    def says_nothing(self, lexed: Lexed, end: int) -> bool:
        """Tell whether the words of a clause before a token, such as "also", leave what stands behind as it is."""
        found = self._split(lexed, 0, end) if self._parts else []
        return bool(found) and all(one.role == "filler" for one in found)

    def is_denied(self, lexed: Lexed, match: Match) -> bool:
        """Tell whether words that are soft in a clause stand before what denies all but them (一度しか … ない)."""
        if not match.is_marked or match.rule.reading.get("kind") != "soft":
            return False
        behind = self._part_at(lexed, match.words_end, len(lexed.orths)) if match.words_end < len(lexed.orths) else None
        return behind is not None and behind.role == "but"

    def asking(self, lexed: Lexed, kept: Iterable[Match] = ()) -> list[Asking]:
        """Return the pieces of a clause whose words limit a number in a period, whatever its other words are.

        Without commas nothing but a limit that is ``kept`` shows that words stand apart from the others.
        """
        if not self._may_ask(lexed):
            return []
        places = self._pieces(lexed)
        pieces = [self._parts_in(lexed, start, end) for start, end in places]
        if not self.sets_off:
            pieces = [_without(piece, kept) for piece in pieces]
        every = [one for piece in pieces for one in piece]
        said = {one.role for one in every}
        is_short = any(is_own_period(one, lexed) for one in every)
        is_again = {"again", "not", "verb"} <= said and bool(said & EFFECTS)
        if not is_short and not is_again and not (said & IN_TIME and said & COUNTS):
            return []
        found: list[Asking] = []
        for (start, end), piece in zip(places, pieces, strict=True):
            asking = [
                *((one for one in piece if one.role in {"times", *LIMITS}) if is_short else ()),
                *((one for one in piece if one.role == "again") if is_again else ()),
                *_asking(piece, lexed, is_cut=self._is_cut),
            ]
            tokens = frozenset(at for one in asking for at in range(one.start, one.end))
            if tokens:
                found.append(Asking(start, end, tokens))
        return found

    def _may_ask(self, lexed: Lexed) -> bool:
        """Tell whether a word stands in a clause that begins or says a time; most hold none."""
        begins = self._begins_time
        for orth, phrase in zip(lexed.orths, lexed.phrases, strict=True):
            if (orth, False) in begins:
                return True
            if phrase is not None and ((phrase.slot, True) in begins or "period" in phrase.means):
                return True
        return False

    def piece_of(self, lexed: Lexed, match: Match) -> Asking:
        """Return the piece of a clause in which the words of a match begin, which ask."""
        words = frozenset(at for at in match.named if match.words_start <= at < match.words_end)
        for start, end in self._pieces(lexed):
            if start <= match.words_start < end:
                return Asking(start, end, words)
        return Asking(0, len(lexed.orths), words)

    def _pieces(self, lexed: Lexed) -> list[tuple[int, int]]:
        """Return where the pieces of a clause begin and end that commas or the marks of a note set off."""
        count = min(len(lexed.orths), LONGEST_CLAUSE)
        cuts = [at for at in range(count) if lexed.orths[at] == self._comma or lexed.orths[at] in _NOTE]
        return [*zip([0, *(at + 1 for at in cuts)], [*cuts, count], strict=True)]

    def _parts_in(self, lexed: Lexed, start: int, end: int) -> list[Constituent]:
        """Return the parts that stand between two tokens, whatever else does."""
        found: list[Constituent] = []
        at = start
        while at < end:
            one = self._part_at(lexed, at, end)
            if one is not None:
                found.append(one)
            at = one.end if one else at + 1
        return found

    def _read(self, lexed: Lexed, start: int, end: int, *, is_further: bool = False) -> Match | None:
        found = self._split(lexed, start, end)
        decided = self._as_the_game_reads(decide(found, lexed, is_further=is_further)) if found else None
        reading = self._catalogue.get(decided.reading) if decided else None
        # Nothing is read that was not measured, and some readings are of one game alone.
        if decided is None or reading is None or reading.by_parts is None:
            return None
        rule = _rule_of(reading.id, reading.source, reading.by_parts, _encoded({**reading.means, **decided.fields}))
        spoken = [one for one in found if one.role != "filler"]
        # What its other phrases mean is in the fields.
        slots = tuple(at for at in range(spoken[0].start, spoken[-1].end) if _is_name(lexed, at))
        things = [at for one in found if one.role in {"thing", "an_effect"} for at in (one.start, one.end - 1)]
        counted = (things[0], things[-1]) if things else ()
        first, last = (0, end) if start == 0 else (spoken[0].start, spoken[-1].end)
        return Match(rule, first, last, first, last, False, slots, counted, named=tuple(range(first, last)))

    def _as_the_game_reads(self, decided: Decided | None) -> Decided | None:
        """Return what is decided by the reading of a game with readings of its own, or null where it has none."""
        if decided is None or not self._readings:
            return decided
        for reading in self._readings:
            if reading.of == decided.reading and reading.when.items() <= decided.fields.items():
                return decided._replace(reading=reading.reading)
        return None

    def _split(self, lexed: Lexed, start: int, end: int) -> list[Constituent]:
        """Return the parts of which the tokens are made, or nothing where one is no part."""
        found: list[Constituent] = []
        at = start
        while at < end:
            one = self._part_at(lexed, at, end)
            if one is not None:
                found.append(one)
                at = one.end
            elif _is_word(lexed, at) or lexed.orths[at] in _NOTE:
                return []
            else:
                at += 1
        return found

    def _part_at(self, lexed: Lexed, at: int, end: int) -> Constituent | None:
        phrase = lexed.phrases[at]
        keys = [(lexed.orths[at], False), *([(phrase.slot, True)] if phrase else [])]
        longest: Constituent | None = None
        for key in keys:
            for part in self._parts.get(key, ()):
                behind = at + len(part.tokens)
                if longest and behind <= longest.end:
                    break
                if behind <= end and _stands_at(part, lexed, at):
                    longest = Constituent(part, at, behind)
                    break
        return longest


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


def _asking(piece: Sequence[Constituent], lexed: Lexed, *, is_cut: bool) -> Iterator[Constituent]:
    """Yield the parts of a piece that could limit a number in a period, which stands in the same clause.

    A negation may be of anything in an ability that is not cut into clauses.
    """
    roles = {one.role for one in piece}
    if roles & {"period", "times"} or (roles & COUNTS and roles & {*DONE, *EFFECTS, "name"}):
        yield from (
            one
            for at, one in enumerate(piece)
            if one.role in LIMITS and (not one.part.group.follows or _stands_behind(piece, at))
        )
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
        elif (one.role, other.role) == ("period", "number") and not _is_word(lexed, other.end):
            yield other


def _stands_behind(piece: Sequence[Constituent], at: int) -> bool:
    """Tell whether a part stands directly behind what counts, or what limits that, or a time."""
    if at == 0 or piece[at - 1].end < piece[at].start:
        return False
    return piece[at - 1].role in {*COUNTS, *LIMITS, "period"}


def _is_said_beside(match: Match, piece: Sequence[Constituent], others: Sequence[Sequence[Constituent]]) -> bool:
    """Tell whether what a piece limits stands beside it: what is limited in a time, a name, effects of a name."""
    roles, beside = {one.role for one in piece}, {one.role for other in others for one in other}
    if match.rule.id == PREFIX and any(map(_limits_effects, others)):
        return True
    is_soft = match.rule.reading["kind"] == "soft"
    if "name" in beside and is_soft and roles & {*EFFECTS, "verb"}:
        return True
    # "If you use this effect of it, you cannot use it again" is more than its second half.
    return bool(roles & {*EFFECTS, "name"}) and bool(beside & EFFECTS)


def _limits_effects(piece: Sequence[Constituent]) -> bool:
    """Tell whether a piece of a clause refers to effects beside what limits."""
    roles = {one.role for one in piece}
    return bool(roles & EFFECTS) and bool(roles & {*LIMITS, "not"})


def _is_name(lexed: Lexed, at: int) -> bool:
    phrase = lexed.phrases[at]
    return phrase is not None and phrase.slot == NAME


def _is_word(lexed: Lexed, at: int) -> bool:
    """Tell whether a word or a phrase stands there, and neither a sign nor the end of the clause."""
    return at < len(lexed.orths) and (lexed.phrases[at] is not None or any(map(str.isalnum, lexed.orths[at])))


def _stands_at(part: PrintedPart, lexed: Lexed, at: int) -> bool:
    for place, (symbol, is_slot) in enumerate(part.tokens, start=at):
        phrase = lexed.phrases[place]
        if symbol != ((phrase.slot if phrase else None) if is_slot else lexed.orths[place]):
            return False
    return True


def _encoded(fields: Mapping[str, Any]) -> bytes:
    return msgspec.json.encode(fields, order="sorted")


@lru_cache(maxsize=1024)
def _rule_of(name: str, source: str, confidence: float, encoded: bytes) -> Rule:
    """Return constituents that say these fields, given as JSON, as a rule with an id of its own."""
    return Rule(
        id=name + BY_PARTS,
        file="",
        game=None,
        patterns=(),
        reading_kind="limit",
        reading=msgspec.json.decode(encoded),
        why="",
        where=frozenset(),
        unless=(),
        matches=(),
        rejects=(),
        source=source,
        confidence=confidence,
    )
