"""What the rules and the constituents read in a clause, and whether words of it could limit and are not read."""

from __future__ import annotations

from collections.abc import Sequence  # noqa: TC003  mypyc resolves what a record names
from typing import TYPE_CHECKING, NamedTuple

from msgspec.structs import replace

from onceper.contract.limit import Limit
from onceper.matching.compile import compile_for
from onceper.matching.compiled_rules import CompiledRules
from onceper.matching.match import LONGEST_CLAUSE, strongest
from onceper.matching.rejection import Ways
from onceper.patterns.catalogue import BY_PARTS, catalogue
from onceper.patterns.rule import Rule  # noqa: TC001  mypyc resolves what a record names
from onceper.patterns.word_list import NAME
from onceper.reader.asking import Asking, find_asking, piece_of
from onceper.reader.by_parts import (
    PREFIX,
    Conditional,
    PartsReader,
    conditions,
    is_denied,
    is_soft_in_words,
    leaves_out,
    limits_unknown,
    mark,
    says_nothing,
    with_when,
)
from onceper.reader.candidate import Candidate, Reading, Statement
from onceper.reader.constituent import Constituents, follows_several, tree_of
from onceper.reader.statement import state
from onceper.text.memory import Kept
from onceper.text.position import (
    AFTER_COLON,
    AFTER_COMMA,
    BULLET,
    FIRST_LINE,
    HEADLINE,
    IN_PARENTHESIS,
    INSIDE_NUMBER,
    NUMBERED,
    OUTSIDE_NUMBER,
    PART,
    SENTENCE_START,
    UNDIVIDED,
)

if TYPE_CHECKING:
    from collections.abc import Collection, Iterable, Mapping

    from onceper.contract.span import Span
    from onceper.lang.base import Language
    from onceper.matching.match import Match
    from onceper.patterns.lexicon import Lexed
    from onceper.patterns.parts import PrintedPart
    from onceper.patterns.rule import PatternKey, Where
    from onceper.patterns.word_list import Phrase

_CLAUSES_KEPT = 16_384
# Over the marks between clauses these are an effect behind its limit: "once per turn: Summon this card".
_NEVER_WHOLE = {PREFIX, f"summon.copy{BY_PARTS}"}
_WHOLE_SENTENCE = SENTENCE_START | UNDIVIDED
_HAS_MARK = NUMBERED | INSIDE_NUMBER | BULLET
_PLACE: dict[Where, int] = {
    "sentence_start": SENTENCE_START,
    "in_parenthesis": IN_PARENTHESIS,
    "first_line": FIRST_LINE,
    "headline": HEADLINE,
    "after_colon": AFTER_COLON,
    "after_comma": AFTER_COMMA,
    "outside_number": OUTSIDE_NUMBER,
    "undivided": UNDIVIDED,
}


class Compiled(NamedTuple):
    """Hold what is made of rules once: what matches them, what leads to them, and what does to conditions."""

    rules: Sequence[Rule]
    patterns: CompiledRules
    ways: Ways
    conditions: Ways

    @classmethod
    def of(cls, language: Language, rules: Sequence[Rule]) -> Compiled:
        """Make it of the rules of a language."""
        made = compile_for(language, rules)
        return cls(rules, CompiledRules(rules, made.patterns), Ways(made.ways), Ways(made.conditions))


class ClauseReader:
    """Read clauses by rules, and what no rule reads by constituents, which are made of these parts."""

    def __init__(self, language: Language, compiled: Compiled, parts: Sequence[PrintedPart]) -> None:
        self._compiled, self._patterns = compiled, compiled.patterns
        self._lexicon = language.book.lexicon
        style = language.structure.print
        self._is_cut = style.style != "abilities"
        # Where no joint stands between words, commas are none of them.
        self._comma = style.comma if self._is_cut and self._lexicon.joint else None
        games = {None, *(rule.game for rule in compiled.rules)}
        readings = {key: one for key, one in catalogue().items() if one.game in games}
        self._parts = tree_of(part for part in parts if part.group.game in games)
        # What is read like another language is as sure as that one.
        spoken = language.folders.main.name
        self._by_parts = PartsReader(readings, language.book.readings, spoken, is_cut=self._is_cut)
        # What was read of each clause, folded and masked, at its position.
        self.of = Kept(self._read, _CLAUSES_KEPT, lambda read: len(read.candidates))

    def _take_apart(self, words: str, *, is_whole: bool = False) -> Constituents:
        """Return of what folded words are made."""
        return Constituents(self._lexicon.lex(words), self._parts, self._comma, is_whole=is_whole)

    def says_nothing(self, words: str) -> bool:
        """Tell whether a short clause holds nothing but words that state nothing, such as "also"."""
        clause = self._take_apart(words)
        return says_nothing(clause, clause.count)

    def read_over_marks(self, sentence: str, position: int) -> Candidate | None:
        """Return the limit that constituents state in a whole sentence, over the marks between its clauses, or null."""
        clause = self._take_apart(sentence, is_whole=True)
        match = self._by_parts.read(clause)
        if match is None or match.rule.id in _NEVER_WHOLE:
            return None
        return _make_candidate(match, clause, sentence, position | SENTENCE_START)

    def read_conditional(self, sentence: str, position: int) -> Candidate | None:
        """Return the limit that a whole sentence states under a condition, or null."""
        # To take a sentence apart, which holds no condition, takes long.
        if not self._compiled.conditions.may_lead_through(sentence):
            return None
        clause = self._take_apart(sentence)
        lexed = clause.lexed
        if clause.count > LONGEST_CLAUSE:
            return None
        for found in conditions(clause):
            start, end = lexed.places(sentence, *found.rest)
            rest = self.of[sentence[start:end], position | SENTENCE_START]
            # Another one, even if it is not read, would hold under it too.
            limits = () if rest.is_unread else rest.limits
            if len(limits) == 1 and limits[0].is_sentence and _holds_under(limits[0].statement, found):
                told = {**limits[0].move(start).told, "condition": lexed.places(sentence, *found.condition)}
                return limits[0]._replace(place=(0, len(sentence)), told=told)
        return None

    def _read(self, asked: tuple[str, int]) -> Reading:
        """Read a folded, masked clause: its readings in printed order, of which no two of one record overlap."""
        template, position = asked
        clause = self._take_apart(template)
        lexed, count = clause.lexed, clause.count
        kept, finds, is_unread = self._judge(clause, position)
        # Words such as "also" before what a clause states leave it as it is.
        kept = [match._replace(start=0) if says_nothing(clause, match.start) else match for match in kept]
        limits = [match for match in kept if match.rule.reading_kind == "limit"]
        by_parts = self._read_by_parts(clause, limits, position) if limits or is_unread else None
        if by_parts is not None:
            behind = [one for one in kept if one.rule.reading_kind == "non_effect" or one.words_start >= by_parts.end]
            kept = [by_parts, *behind]
            told = [piece_of(clause, one) for one in finds]
            finds, is_unread = [], bool(self._left_unread(clause, kept, told))
        elif any(leaves_out(clause, limit) for limit in limits) or (
            limits and all(map(is_soft_in_words, limits)) and limits_unknown(clause)
        ):
            # A clause that says nothing but that something is limited, or of what is not known: it would limit itself.
            kept, is_unread = [match for match in kept if match.rule.reading.get("kind") != "soft"], True
        kept = [with_when(clause, match) for match in kept]
        stated = [match for match in kept if match.rule.reading_kind in {"limit", "non_effect"}]
        stated.sort(key=lambda match: match.words_start)
        return Reading(
            tuple([_make_candidate(match, clause, template, position) for match in stated]),
            # A rule that changes limits says nothing where there is none.
            is_read=any(match.rule.reading_kind != "amends" for match in kept),
            is_unread=is_unread,
            cut_off=(lexed.places(template, LONGEST_CLAUSE, count),) if count > LONGEST_CLAUSE else (),
            rules=tuple([match.rule.id for match in (*kept, *finds)]),
            amendments=tuple([match.rule for match in kept if match.rule.reading_kind == "amends"]),
        )

    def _judge(
        self, clause: Constituents, position: int, left_out: PatternKey | None = None
    ) -> tuple[list[Match], list[Match], bool]:
        """Return what reads a clause, what finds words in it that could state a limit, and whether any are unread.

        No limit is of this copy beside an unread name and what limits no words state one; nor is a time alone beside
        unread words that limit, where commas show what stands together.
        """
        lexed = clause.lexed
        matches = [
            match
            for match in self._patterns.match(lexed, left_out)
            if _stands_where(match, position) and not _counts_times(match, lexed)
        ]
        found = strongest(matches, lexed)
        kept = [one for one in found if one.rule.reading_kind != "could_limit" and not is_denied(clause, one)]
        finds = {piece_of(clause, one): one for one in found if one.rule.reading_kind == "could_limit"}
        left = self._left_unread(clause, kept, finds)
        kept = [match for match in kept if not self._yields(match, left)]
        unanswered = [one for piece, one in finds.items() if not piece.tokens <= _read_by(kept)]
        return kept, unanswered, bool(left)

    def _yields(self, match: Match, left: Mapping[Asking, bool]) -> bool:
        """Tell whether a limit of this copy is none beside what is left unread."""
        if match.rule.reading.get("kind") != "soft":
            return False
        is_within = self._comma is not None and match.is_marked
        return any(
            is_named or (is_within and piece.start <= match.words_start < piece.end) for piece, is_named in left.items()
        )

    def _left_unread(
        self, clause: Constituents, kept: Collection[Match], finds: Collection[Asking] = ()
    ) -> dict[Asking, bool]:
        """Return the pieces of which words that could limit are not read, each with whether a name in it is not.

        Where no name stands unread beside it, "only once per turn" limits by its number, which is read.
        """
        phrases = enumerate(clause.lexed.phrases[:LONGEST_CLAUSE])
        tells = {at for at, phrase in phrases if phrase is not None and phrase.slot in self._lexicon.telling}
        certain = [*finds, Asking(0, 0, frozenset(tells))]
        asking = [*find_asking(clause, kept, is_cut=self._is_cut), *certain]
        left: dict[Asking, bool] = {}
        read, limited = _read_by(kept), _limited_by(kept)
        for piece in asking:
            is_named = any(piece.start <= at < piece.end and at not in read for at in clause.names)
            is_certain = is_named or piece in certain
            if any(is_certain or not limited & {at - 1, at + 1} for at in piece.tokens - read):
                left[piece] = is_named
        return left

    def _read_by_parts(self, clause: Constituents, limits: Sequence[Match], position: int) -> Match | None:
        """Return the limit that constituents state where no rule reads one but in some words, or null.

        A rule that leaves out how its clause begins or ends, such as who is limited, does not know the whole limit.
        What the whole clause does not say, a part of it may that is set off, or with which it begins and goes on.
        """
        sure = [one for one in limits if not is_soft_in_words(one) and (one.is_marked or not one.start)]
        if not any(one.is_marked or clause.touch(one.end, clause.count) for one in sure):
            read = self._by_parts.read(clause, is_further=position & AFTER_COMMA != 0, is_alone=_is_alone(position))
            said = {} if read is None or read.rule.id == PREFIX else read.rule.reading
            if said and ("shared" in said or said["kind"] not in [one.rule.reading["kind"] for one in sure]):
                return read
            if not limits:
                read = mark(clause, read) if read else self._by_parts.read_set_off(clause)
                if read is not None:
                    return read
        return self._by_parts.read_opening(clause) if all(limit.is_marked for limit in limits) else None

    def matches_in(self, template: str, position: int, left_out: PatternKey | None) -> list[Match]:
        """List the matches that win in a clause, as if one pattern were not there."""
        kept, finds, _ = self._judge(self._take_apart(template), position, left_out)
        return [match._replace(place=0) for match in (*kept, *finds)]

    def nearest(self, template: str, count: int = 3) -> list[tuple[str, list[str]]]:
        """Name the rules that came nearest to reading a clause, each with the words and slots it missed."""
        return self._patterns.nearest(self._lexicon.lex(template), count)


def _read_by(kept: Iterable[Match]) -> set[int]:
    """Return the tokens that matches read: all in the reach of a limit, and of other text what its pattern names."""
    return _limited_by(kept).union(*(match.named for match in kept))


def _limited_by(kept: Iterable[Match]) -> set[int]:
    return {at for match in kept if match.rule.reading_kind == "limit" for at in range(match.start, match.end)}


def _stands_where(match: Match, position: int) -> bool:
    where = match.rule.where
    if "sentence_start" in where and match.start > 0:
        return False
    # What goes on with the words before a comma does not begin a note.
    if "after_comma" in where and position & IN_PARENTHESIS:
        return False
    # What its neighbours are is known when all sentences of a text are read.
    return all(position & _PLACE[place] for place in where if place in _PLACE)


def _counts_times(match: Match, lexed: Lexed) -> bool:
    """Tell whether a limit would be one of a time that a number counts: "once in two turns" is none of a turn."""
    is_limit = match.rule.reading_kind == "limit"
    return is_limit and any(lexed.says(at, "period") and follows_several(lexed, at) for at in match.slots)


def _is_alone(position: int) -> bool:
    """Tell whether a clause is a sentence; what has a number or a bullet is an effect, whatever it says."""
    return position & _WHOLE_SENTENCE == _WHOLE_SENTENCE and not position & _HAS_MARK


def _holds_under(statement: Statement, found: Conditional) -> bool:
    """Tell whether a limit holds under what may be its condition.

    While the card itself is there is when a ceiling counts, and no condition. "Only once, if" may say when a thing can
    be done at all; a condition behind its limit is one where that allows more than once, or where it is an exception.
    """
    record = statement.record
    if not isinstance(record, Limit) or (record.kind == "soft" and not statement.said.refers):
        return False
    if record.kind == "cap" and found.is_of_card:
        return False
    return found.is_exception or found.condition < found.rest or (record.count or 0) > 1


def _make_candidate(match: Match, clause: Constituents, template: str, position: int) -> Candidate:
    lexed = clause.lexed
    told: dict[str, Span] = {words.what: lexed.places(template, words.start, words.end) for words in match.told}
    phrases: list[Phrase] = []
    for at in match.slots:
        phrase = lexed.phrases[at]
        if phrase and phrase.slot == NAME:
            told["name"] = lexed.places(template, at, at + 1)
        elif phrase:
            phrases.append(phrase)
    statement = state(match.rule, tuple(phrases))
    is_alone = is_soft_in_words(match) and _is_alone(position)
    if is_alone and clause.touch(0, match.words_start) and clause.touch(match.words_end, clause.count):
        # Words that are soft in a sentence are of the effect before it where they are all of it.
        match = match._replace(is_marked=False, start=0)
        statement = statement._replace(said=replace(statement.said, refers=True))
    is_non_effect = match.rule.reading_kind == "non_effect"
    # A non-effect is always the whole clause, a limit where its words begin it.
    is_clause = not match.is_marked and (is_non_effect or match.start == 0)
    is_sentence = is_clause and (is_non_effect or position & SENTENCE_START != 0)
    if is_sentence and is_non_effect and (beside := _place_beside_activation(match, lexed, template, position)):
        return Candidate(statement, False, match.is_marked, beside, told)
    is_whole = is_sentence or (is_clause and position & PART)
    place = (0, len(template)) if is_whole else lexed.places(template, match.words_start, match.words_end)
    return Candidate(statement, is_sentence, match.is_marked, place, told)


def _place_beside_activation(match: Match, lexed: Lexed, template: str, position: int) -> Span | None:
    """Find the clause or the note in which a sentence says something of the activation that it states before.

    That is no effect, and the sentence is one all the same; null where all of it is none.
    """
    if match.rule.reading["kind"] != "cannot_respond":
        return None
    start, end = lexed.places(template, match.words_start, match.words_end)
    opens = template.rfind("(", 0, start + 1)
    if opens > template.rfind(")", 0, start):
        return opens, template.find(")", end) + 1
    return (0, len(template)) if position & AFTER_COLON else None
