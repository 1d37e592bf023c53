"""What the rules read in the sentences of a text: of each template of a sentence or clause once, whoever prints it."""

from __future__ import annotations

from itertools import takewhile
from typing import TYPE_CHECKING

from onceper.contract.non_effect import NonEffect
from onceper.reader.candidate import NOTHING_READ, Reading
from onceper.reader.clause import ClauseReader, Compiled
from onceper.reader.statement import amend
from onceper.text.memory import Kept
from onceper.text.normal import MASK
from onceper.text.position import AFTER_COLON, HEADLINE, IN_PARENTHESIS, PART

if TYPE_CHECKING:
    from collections.abc import Mapping, Sequence

    from onceper.lang.base import Language
    from onceper.patterns.parts import PrintedPart
    from onceper.reader.candidate import Candidate
    from onceper.reader.template import CardTemplate
    from onceper.text.position import Clause

_SENTENCES_KEPT = 65_536
# Signs of words such as "also" or "limitation" that open a sentence.
_LONGEST_OPENING = 16


class SentenceReader:
    """Read sentences by rules, compiled, and by parts, behind bounded caches; what no way leads through is not read."""

    def __init__(self, language: Language, compiled: Compiled, parts: Sequence[PrintedPart]) -> None:
        self._language, self.compiled, self.parts = language, compiled, parts
        self.clauses = ClauseReader(language, compiled, parts)
        self._sentences = Kept(self._read, _SENTENCES_KEPT, lambda read: len(read.candidates))

    def may_hold_any(self, words: str) -> bool:
        """Tell whether something may be read in folded words, be they a whole text or a sentence of it."""
        return self.compiled.ways.may_lead_through(words)

    def read(self, card: CardTemplate) -> list[Reading]:
        """Read the sentences of a card, each alone but for a neighbour that it may ask for."""
        found = [
            (number, self._sentences[card.words[start:end], position])
            for number, (start, end, position) in enumerate(card.sentences)
        ]
        return [reading for _, reading in keep_paired(found)]

    def _read(self, sentence: tuple[str, int]) -> Reading:
        """Read a folded, masked sentence that a way leads through, by those of its clauses; a headline as a whole."""
        template, position = sentence
        if not (position & HEADLINE or self.may_hold_any(template)):
            return NOTHING_READ
        cuts = self._join_opening(template, self._language.clauses(template, (0, len(template), position)))
        clauses = {
            number: self.clauses.of[template[start:end], clause]
            for number, (start, end, clause) in enumerate(cuts)
            if len(cuts) == 1 or position & HEADLINE or self.may_hold_any(template[start:end])
        }
        if not clauses:
            return NOTHING_READ
        read = _join(template, cuts, clauses)
        if not (read.is_unread or read.candidates):
            return read
        if len(cuts) > 1:
            hangs = _hangs(template, cuts, clauses)
            soft = [one for one in read.candidates if one.is_marked and one.statement.record.kind == "soft"]
            if hangs or len(soft) == len(read.candidates):
                # Its clauses say no limit, or one that hangs on the others.
                whole = self.clauses.read_over_marks(template, position)
                if whole is not None:
                    read = Reading((whole,), is_read=True, cut_off=read.cut_off)
                elif hangs:
                    read = Reading(is_unread=True, cut_off=read.cut_off)
        if any(clause & AFTER_COLON for _, _, clause in cuts):
            return read
        candidate = self.clauses.read_conditional(template, position)
        return Reading((candidate,), is_read=True) if candidate else read

    def _join_opening(self, template: str, clauses: list[Clause]) -> list[Clause]:
        """Leave words such as "also" that a comma sets off in one clause with what they open."""
        if len(clauses) < 2:
            return clauses
        (start, end, position), (_, last, _), *others = clauses
        if end - start > _LONGEST_OPENING or not self.clauses.says_nothing(template[start:end]):
            return clauses
        return [(start, last, position), *others]


def _join(template: str, cuts: Sequence[Clause], clauses: Mapping[int, Reading]) -> Reading:
    """Make one reading of a sentence of those of its clauses, given with their numbers."""
    if len(cuts) == 1 and len(clauses[0].candidates) < 2 and not clauses[0].amendments:
        return clauses[0]
    placed: list[tuple[int, Candidate]] = []
    whole: set[str] = set()
    for number, reading in clauses.items():
        start, end, position = cuts[number]
        heads = number + 1 < len(cuts) and cuts[number + 1][2] & AFTER_COLON
        for candidate in reading.candidates:
            record = candidate.statement.record
            if candidate.is_sentence and heads and record.kind == "soft":
                # Before a colon "this effect" is what stands behind it.
                place = 0, len(template[start:end].rstrip(" :"))
                candidate = candidate._replace(is_sentence=False, is_marked=True, place=place)  # noqa: PLW2901
            elif candidate.is_sentence and not position & PART:
                # A sentence is a non-effect of one kind once, however often the rules find its words in it.
                if record.rule in whole:
                    continue
                whole.add(record.rule)
                candidate = candidate._replace(place=(-start, len(template) - start))  # noqa: PLW2901
            placed.append((number, candidate.move(start)))
    found = _extend(placed, cuts, len(template))
    for rule in dict.fromkeys(rule for reading in clauses.values() for rule in reading.amendments):
        found = [candidate._replace(statement=amend(candidate.statement, rule)) for candidate in found]
    cut_off = [
        (cuts[number][0] + first, cuts[number][0] + last)
        for number, reading in clauses.items()
        for first, last in reading.cut_off
    ]
    return Reading(
        tuple(found),
        is_read=any(reading.is_read for reading in clauses.values()),
        is_unread=any(reading.is_unread for reading in clauses.values()),
        cut_off=tuple(cut_off),
    )


def _extend(placed: Sequence[tuple[int, Candidate]], cuts: Sequence[Clause], last: int) -> list[Candidate]:
    """Give each non-effect the clauses beside its own that nothing else claims, and join neighbours of one kind.

    Candidates are ``placed`` with the number of their clause, in printed order; ``last`` is where the sentence ends. A
    condition stands before what it governs (「…場合、このカードの発動は手札からもできる」), so a clause between two
    readings belongs to the later one. What only a note inside the sentence says reaches no further than the note.
    """
    found: list[Candidate] = []
    outside = cuts[0][2] & IN_PARENTHESIS
    behind = 0
    # The number in ``found`` of the non-effect that may still be extended.
    latest: int | None = None
    for number, candidate in placed:
        start, end, position = cuts[number]
        record = candidate.statement.record
        # Some words of its clause claim nothing.
        if candidate.place == (start, end):
            behind, before = end, behind
            if not isinstance(record, NonEffect):
                latest = None
            elif latest is not None and found[latest].statement.record.kind == record.kind:
                found[latest] = _reach(found[latest], end)
                continue
            elif position & IN_PARENTHESIS != outside:
                latest = None
                within = takewhile(lambda cut: cut[2] & IN_PARENTHESIS != outside, cuts[number:])
                candidate = _reach(candidate, max(cut[1] for cut in within))  # noqa: PLW2901
            else:
                latest = len(found)
                candidate = candidate._replace(place=(min(before, start), end))  # noqa: PLW2901
        found.append(candidate)
    if latest is not None:
        found[latest] = _reach(found[latest], last)
    return found


def _reach(candidate: Candidate, end: int) -> Candidate:
    """Let a reading of a clause reach up to a place behind it."""
    return candidate._replace(place=(candidate.place[0], end))


def _hangs(template: str, cuts: Sequence[Clause], clauses: Mapping[int, Reading]) -> bool:
    """Tell whether a limit is of what stands before it in its sentence, and is not read.

    Behind the last colon that is what says no more than how often. Elsewhere it is one of this copy that a clause
    states behind a clause that is not read, and says a name or could limit, and one by name of the same effects where
    none by name stands before it.
    """
    is_unread, kind = False, ""
    for number, (start, end, position) in enumerate(cuts):
        clause, words = clauses.get(number, NOTHING_READ), template[start:end]
        is_headed = position & AFTER_COLON and number == len(cuts) - 1
        for statement, _, is_marked, (first, last), _ in clause.candidates:
            if statement.said.reach == "same" and kind != "hard":
                return True
            kind = statement.record.kind
            is_all = not any(map(str.isalnum, words[:first] + words[last:]))
            if kind == "soft" and ((is_headed and is_all) or (is_unread and not is_marked)):
                return True
        is_unread = clause.is_unread or MASK in words
    return False


def keep_paired(found: list[tuple[int, Reading]]) -> list[tuple[int, Reading]]:
    """Leave out of readings, given with the numbers of their sentences, what asks for a neighbour and has none.

    A cost is text of its kind only beside the sentence that says what happens without it.
    """
    if not any(one.statement.said.beside for _, reading in found for one in reading.candidates):
        return found
    kinds = {(number, one.statement.record.kind) for number, reading in found for one in reading.candidates}
    paired: list[tuple[int, Reading]] = []
    for number, reading in found:
        alone = {
            record.rule
            for record, said in (one.statement for one in reading.candidates)
            if (number + said.beside, record.kind) not in kinds
        }
        candidates = tuple([one for one in reading.candidates if one.statement.record.rule not in alone])
        rules = tuple([rule for rule in reading.rules if rule not in alone])
        paired.append((number, reading._replace(candidates=candidates, rules=rules)))
    return paired
