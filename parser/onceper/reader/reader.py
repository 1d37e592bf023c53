"""Read texts of one language: by rules and, where it is asked, by the classifier."""

from __future__ import annotations

from functools import lru_cache
from typing import TYPE_CHECKING, NamedTuple

from onceper.contract.limit import Limit
from onceper.contract.reading import CardReading
from onceper.matching.cues import cues_of
from onceper.matching.match import CompiledRules
from onceper.reader.abilities import settled
from onceper.reader.candidates import Candidates
from onceper.reader.context import ALL_PARTS, in_context
from onceper.reader.guessed import candidates_of
from onceper.reader.pairs import paired
from onceper.reader.templates import LONGEST_KEPT, NOTHING_READ, Templates
from onceper.text.names import mask_names
from onceper.text.normal import MASK_REST, Text
from onceper.text.position import HEADLINE, INSIDE_NUMBER, SECTION

if TYPE_CHECKING:
    from collections.abc import Collection, Iterator, Sequence

    from onceper.classifier.classifier import Classifier
    from onceper.lang.base import Language
    from onceper.patterns.rule import Rule, Where
    from onceper.reader.candidates import ClauseReading
    from onceper.reader.context import Found, Part
    from onceper.reader.templates import SentenceReading
    from onceper.text.sentence import Sentence

Span = tuple[int, int]

READINGS_KEPT = 16_384
_BESIDE: frozenset[Where] = frozenset({"before_its_like", "behind_its_like"})
_MAY_HEAD = HEADLINE | SECTION


class _Read(NamedTuple):
    """Hold a masked text, its names, its folded copy, and what the rules say of its sentences."""

    masked: str
    names: list[Span]
    folded: str
    sentences: list[Sentence]
    found: list[Found]


def _unread(found: Sequence[Found], folded: str, sentences: Sequence[Sentence]) -> Iterator[tuple[int, str]]:
    """Yield number and template of each sentence that no rule reads, or with words of a limit that none does.

    Of a sentence with a limit that a rule reads the rest is left alone.
    """
    read = {number for number, reading in found if (reading.is_read and not reading.is_unread) or _is_limited(reading)}
    for number, (start, end, position) in enumerate(sentences):
        if number not in read and not position & SECTION and end > start:
            yield number, folded[start:end].replace(MASK_REST, "")


def _is_limited(reading: SentenceReading) -> bool:
    return any(candidate.states.record is Limit for candidate in reading.candidates)


class Reader:
    """Read texts of one language, or of its print in one game, with the given rules."""

    def __init__(self, language: Language, rules: Sequence[Rule]) -> None:
        lexicon = language.book.lexicon
        self._lang = language.code
        self._language = language
        # A language that has just begun has few rules, which hold few of the phrases that tell what is unread.
        telling = () if language.is_bundled else lexicon.telling
        self._cues = cues_of([rule for rule in rules if rule.reading_kind != "amends"], lexicon, telling)
        self._limit_cues = cues_of([rule for rule in rules if rule.reading_kind == "limit"], lexicon)
        self._lexicon = lexicon
        self._has_pairs = any(rule.where & _BESIDE for rule in rules)
        self._candidates = Candidates(CompiledRules(rules), lexicon)
        self._templates = Templates(self._language, self._candidates, cues_of(rules, lexicon, telling))
        self._kept = lru_cache(maxsize=READINGS_KEPT)(self._read)

    def read(
        self,
        text: str,
        *,
        game: str | None = None,
        name: str | None = None,
        parts: Collection[Part] = ALL_PARTS,
        classifier: Classifier | None = None,
        with_rules: bool = True,
    ) -> CardReading:
        """Read one text of the card with this name; the game is kept in the reading as it is.

        The ``classifier`` reads what no rule reads, or without the rules all. Databases list a text once for each of
        its prints, and pipelines read the same cards again and again: the latest readings are kept.
        """
        of = self._kept if len(text) <= LONGEST_KEPT else self._read
        return of(text, game, name, frozenset(parts), classifier, with_rules)

    def _read(
        self,
        text: str,
        game: str | None,
        name: str | None,
        parts: frozenset[Part],
        classifier: Classifier | None,
        with_rules: bool,
    ) -> CardReading:
        normal = Text(text)
        asks_little = classifier is None and len(parts) == 1 and "limits" in parts
        if asks_little and not self._limit_cues.places(self._language.fold(normal.normal)):
            return CardReading(text, self._lang, game, name)
        masked, names, folded, sentences, found = self._by_rules(normal, name, with_rules)
        if classifier:
            found = self._guessed(found, folded, sentences, classifier)
        if self._language.abilities:
            found = settled(found, sentences, folded, self._language.abilities)
        return CardReading(
            text,
            self._lang,
            game,
            name,
            *in_context(normal, masked, folded, names, sentences, found, parts, self._language),
        )

    def unread(self, text: str, name: str | None = None, *, with_rules: bool = True) -> list[str]:
        """Return the sentences of a text that no rule reads, as templates."""
        _, _, folded, sentences, found = self._by_rules(Text(text), name, with_rules)
        return [template for _, template in _unread(found, folded, sentences)]

    def _by_rules(self, normal: Text, name: str | None, with_rules: bool) -> _Read:
        masked, names = mask_names(normal.normal, self._language.quotes, name)
        folded = self._language.fold(masked)
        sentences = self._language.sentences(folded)
        found = self._found(folded, sentences) if with_rules else []
        return _Read(masked, names, folded, sentences, paired(found) if self._has_pairs else found)

    def _found(self, folded: str, sentences: Sequence[Sentence]) -> list[Found]:
        """Return what the rules say of the sentences that hold a cue, and of a headline."""
        cues = self._cues.places(folded)
        # A headline stands first, in the text or behind the heading that is first.
        if not cues and not (sentences and sentences[0][2] & _MAY_HEAD):
            return []
        found: list[Found] = []
        of = self._templates.of
        cues.append(len(folded))
        next_cue = 0
        for number, (start, end, position) in enumerate(sentences):
            while cues[next_cue] < start:
                next_cue += 1
            if cues[next_cue] < end or position & HEADLINE:
                reading = of(folded[start:end].replace(MASK_REST, ""), position)
                if reading.is_read or reading.is_unread or reading.cut_off:
                    found.append((number, reading))
        return found

    def _guessed(
        self, found: Sequence[Found], folded: str, sentences: Sequence[Sentence], classifier: Classifier
    ) -> list[Found]:
        """Return what was found with what the classifier finds in the sentences that no rule reads."""
        by_number = dict(found)
        for number, template in _unread(found, folded, sentences):
            # What stands inside a number is an effect, whatever it says.
            is_effect = sentences[number][2] & INSIDE_NUMBER != 0
            before = by_number.get(number, NOTHING_READ)
            limit_alone = is_effect or bool(before.candidates)
            guessed = candidates_of(classifier.of(template), template, self._lexicon, limit_alone=limit_alone)
            if guessed:
                by_number[number] = before._replace(candidates=(*before.candidates, *guessed), is_unread=False)
        return sorted(by_number.items())

    def every_clause(self, text: str, name: str | None = None) -> list[tuple[str, ClauseReading]]:
        """Return each clause as a template and what the rules say of it, without the quick rejection by cues."""
        masked, _ = mask_names(Text(text).normal, self._language.quotes, name)
        folded = self._language.fold(masked)
        templates = [
            (number, folded[start:end].replace(MASK_REST, ""), position)
            for number, sentence in enumerate(self._language.sentences(folded))
            for start, end, position in self._language.clauses(folded, sentence)
        ]
        read = [(number, self._candidates.read(template, position)) for number, template, position in templates]
        return [
            (template, _kept(before, after))
            for (_, template, _), (_, before), (_, after) in zip(templates, read, paired(read), strict=True)
        ]

    def nearest(self, template: str) -> list[tuple[str, list[str]]]:
        """Return the rules that came nearest to reading a template, each with the words and slots it missed."""
        return self._candidates.nearest(template)


def _kept(before: ClauseReading, after: ClauseReading) -> ClauseReading:
    """Return what is left of a reading, without the rules whose candidates are gone."""
    gone = {candidate.states.rule for candidate in before.candidates if candidate not in after.candidates}
    return after._replace(rules=tuple(rule for rule in after.rules if rule not in gone))
