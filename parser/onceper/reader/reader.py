"""Read texts of one language: by rules and, where it is asked, by the classifier."""

from __future__ import annotations

from functools import partial
from typing import TYPE_CHECKING

from msgspec.structs import replace

from onceper.contract.limit import Limit
from onceper.contract.reading import ALL_PARTS, CardReading
from onceper.lang.games import RULINGS
from onceper.reader.abilities import with_abilities
from onceper.reader.candidate import NOTHING_READ
from onceper.reader.card import read_card
from onceper.reader.guess import ask_shipped, guess, guess_kind
from onceper.reader.paired import keep_paired
from onceper.reader.prepare import CardTemplate, prepare
from onceper.reader.printed import printed
from onceper.reader.sentence import SentenceReader
from onceper.reader.template_reading import NO_RECORDS, PlacedUnread
from onceper.text.memory import Kept
from onceper.text.normal import Text
from onceper.text.position import INSIDE_NUMBER, SECTION

if TYPE_CHECKING:
    from collections.abc import Collection, Iterator, Mapping, Sequence

    from onceper.classifier.classifier import Classifier
    from onceper.contract.reading import Part
    from onceper.contract.span import Ask
    from onceper.lang.base import Language
    from onceper.lang.games import Ruling
    from onceper.matching.match import Match, PatternKey
    from onceper.patterns.parts import PrintedPart
    from onceper.patterns.rule import Rule
    from onceper.reader.candidate import ClauseReading, SentenceReading
    from onceper.reader.card_type import CardType
    from onceper.reader.options import Mode
    from onceper.reader.template_reading import TemplateReading

# A text and what is told of it, or its template, and who is asked for what.
_Asked = tuple[object, ...]
READINGS_KEPT = 8_192
# A reading that is kept takes less than a microsecond, one of a template that is kept a tenth of a new one.
CARD_TEMPLATES_KEPT = 16_384


class Reader:
    """Read texts of one language, or of its print in one game, with the given rules.

    ``rulings`` are the fields of limits that the game has rulings for.
    """

    language: Language

    def __init__(
        self,
        language: Language,
        rules: Sequence[Rule],
        sentences: SentenceReader | None = None,
        *,
        rulings: Collection[Ruling] = RULINGS,
    ) -> None:
        lexicon = language.book.lexicon
        self._lang = language.code
        self._lexicon = lexicon
        self.language = language
        self._unruled = {field: () if field == "resets_on" else None for field in RULINGS if field not in rulings}
        self._sentences = sentences or SentenceReader(language, rules)
        self._kept: Kept[_Asked, CardReading] = Kept(READINGS_KEPT)
        self._of_templates: Kept[_Asked, TemplateReading] = Kept(CARD_TEMPLATES_KEPT)

    def read(
        self,
        text: str,
        *,
        game: str | None = None,
        name: str | None = None,
        card_type: CardType | None = None,
        parts: Collection[Part] = ALL_PARTS,
        classifier: Classifier | None = None,
        mode: Mode = "on",
    ) -> CardReading:
        """Read one text of the card with this name and type; the game is kept in the reading as it is.

        The ``classifier`` reads what no rule reads, or of that what is damaged, or all, as the mode says. Databases
        list a text once for each of its prints, and pipelines read the same cards again: the latest readings are kept.
        """
        parts = frozenset(parts)
        asked = (text, game, name, card_type, parts, classifier, mode)
        reading = self._kept.get(asked)
        if reading is None:
            reading = self._read(text, game, name, card_type, parts, classifier, mode)
            letters = len(text) + len(name or "") + len(game or "")
            self._kept.keep(asked, reading, letters, _records_in(reading))
        return reading

    def _read(
        self,
        text: str,
        game: str | None,
        name: str | None,
        card_type: CardType | None,
        parts: frozenset[Part],
        classifier: Classifier | None,
        mode: Mode,
    ) -> CardReading:
        prepared = prepare(Text(text), self.language, name)
        template = prepared.template
        asked = (template, card_type, parts, classifier, mode)
        read = self._of_templates.get(asked)
        if read is None:
            read = self._read_template(template, card_type, parts, classifier, mode)
            self._of_templates.keep(asked, read, len(template), _records_in(read))
        confidence = 1.0
        if read.limits or read.non_effects:
            confidence = self.language.confidence(prepared.text.normal)
        return CardReading(text, self._lang, game, name, *printed(read, prepared, confidence))

    def _read_template(
        self,
        words: str,
        card_type: CardType | None,
        parts: frozenset[Part],
        classifier: Classifier | None,
        mode: Mode,
    ) -> TemplateReading:
        """Read the folded words of a text with one sign for each name."""
        about = classifier.about if classifier and mode == "auto" else None
        may_hold_damage = about is not None and about.may_hold_damage(words)
        asked = classifier if may_hold_damage or not about else None
        if not asked and len(parts) == 1 and "limits" in parts and not self._sentences.cues_of_limits.places(words):
            return NO_RECORDS
        card = CardTemplate.of(words, self.language)
        found = self._find(card, asked, mode)
        if self.language.abilities:
            found = with_abilities(found, card, self.language.abilities)
        asking = partial(_asking, language=self.language, classifier=classifier)
        read = read_card(card, found, parts, self.language, card_type, asking)
        if self._unruled and read.limits:
            limits = tuple(replace(one, limit=replace(one.limit, **self._unruled)) for one in read.limits)
            read = replace(read, limits=limits)
        if about and may_hold_damage and not read.limits and about.is_beyond_reading(words):
            read = replace(read, unread=(PlacedUnread(card.place(0, len(words)), "damaged", None),))
        return read

    def _find(
        self, card: CardTemplate, classifier: Classifier | None = None, mode: Mode = "on"
    ) -> Mapping[int, SentenceReading]:
        """Give what the rules say of the sentences of a template, and the classifier of the others."""
        found = {} if mode == "only" else self._sentences.read(card)
        return self._add_guesses(found, card, classifier, mode) if classifier else found

    def unread(self, text: str, name: str | None = None, mode: Mode = "on") -> list[str]:
        """List the sentences of a text that no rule reads, as templates."""
        card = self._cut(text, name)
        return [template for _, template in _find_unread(self._find(card, mode=mode), card)]

    def _cut(self, text: str, name: str | None = None) -> CardTemplate:
        return CardTemplate.of(prepare(Text(text), self.language, name).template, self.language)

    def _add_guesses(
        self, found: Mapping[int, SentenceReading], card: CardTemplate, classifier: Classifier, mode: Mode
    ) -> dict[int, SentenceReading]:
        """Add to what was found what the classifier finds in the sentences that no rule reads."""
        guessed = dict(found)
        is_auto = mode == "auto"
        for number, template in _find_unread(found, card):
            # What stands inside a number is an effect, whatever it says.
            is_effect = card.sentences[number][2] & INSIDE_NUMBER != 0
            before = found.get(number, NOTHING_READ)
            finding = classifier.of_damaged(template) if is_auto else classifier.of(template)
            limit_alone = is_effect or bool(before.candidates)
            guesses = guess(finding, template, self._lexicon, limit_alone=limit_alone)
            if guesses:
                guessed[number] = before._replace(candidates=(*before.candidates, *guesses), is_unread=False)
            elif is_auto and finding.leaning:
                guessed[number] = before._replace(is_unread=True)
        return dict(sorted(guessed.items()))

    def matches_of(self, rule: Rule, text: str, left_out: PatternKey | None = None) -> list[Match]:
        """List where a rule is what reads the clauses of a text, also as if one pattern were not there."""
        clauses = self._templates_of_clauses(self._cut(text))
        matches = self._sentences.clauses.matches_in
        return [
            match
            for _, template, position in clauses
            for match in matches(template, position, left_out)
            if match.rule is rule
        ]

    def printed_as(self, language: Language) -> Reader:
        """Return who reads by the same rules what another language cuts."""
        return Reader(language, (), self._sentences.printed_as(language))

    def with_parts(self, parts: Sequence[PrintedPart]) -> Reader:
        """Return who reads the same print as if the sentences that limit were made of these parts."""
        return Reader(self.language, (), self._sentences.with_parts(parts))

    def every_clause(self, text: str, name: str | None = None) -> list[tuple[str, ClauseReading]]:
        """List each clause as a template and what the rules say of it, without the quick rejection by cues."""
        templates = self._templates_of_clauses(self._cut(text, name))
        readings = self._sentences.clauses.read_each([(template, position) for _, template, position in templates])
        read = [(number, reading) for (number, _, _), reading in zip(templates, readings, strict=True)]
        return [
            (template, _keep_rules(before, after))
            for (_, template, _), (_, before), (_, after) in zip(templates, read, keep_paired(read), strict=True)
        ]

    def _templates_of_clauses(self, card: CardTemplate) -> list[tuple[int, str, int]]:
        """List each clause as a template, with the number of its sentence and its position."""
        return [
            (number, card.words[start:end], position)
            for number, sentence in enumerate(card.sentences)
            for start, end, position in self.language.clauses(card.words, sentence)
        ]

    def nearest(self, template: str) -> list[tuple[str, list[str]]]:
        """Name the rules that came nearest to reading a template, each with the words and slots it missed."""
        return self._sentences.clauses.nearest(template)


def _records_in(read: CardReading | TemplateReading) -> int:
    return len(read.limits) + len(read.non_effects) + len(read.effects) + len(read.unread)


def _asking(template: str, *, language: Language, classifier: Classifier | None) -> Ask:
    """Return what asks the classifier, or the shipped one of the language, for what it takes a template."""
    if classifier is None:
        return partial(ask_shipped, template, language.code, language.game)
    return partial(guess_kind, classifier.of(template))


def _find_unread(found: Mapping[int, SentenceReading], card: CardTemplate) -> Iterator[tuple[int, str]]:
    """Yield number and template of each sentence that no rule reads, or with words of a limit that none does.

    Of a sentence with a limit that a rule reads the rest is left alone.
    """
    for number, (start, end, position) in enumerate(card.sentences):
        reading = found.get(number, NOTHING_READ)
        is_read = (reading.is_read and not reading.is_unread) or _is_limited(reading)
        if not is_read and not position & SECTION and end > start:
            yield number, card.words[start:end]


def _is_limited(reading: SentenceReading) -> bool:
    return any(isinstance(candidate.statement.record, Limit) for candidate in reading.candidates)


def _keep_rules(before: ClauseReading, after: ClauseReading) -> ClauseReading:
    """Leave out of a reading the rules whose candidates are gone."""
    gone = {candidate.statement.record.rule for candidate in before.candidates if candidate not in after.candidates}
    return after._replace(rules=tuple(rule for rule in after.rules if rule not in gone))
