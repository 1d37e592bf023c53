"""Read texts of one language: by rules and, where it is asked, by the classifier."""

from __future__ import annotations

from bisect import bisect_left
from functools import lru_cache, partial
from typing import TYPE_CHECKING, Any

from msgspec.structs import replace

from onceper.classifier.damage import without_marks
from onceper.lang.games import RULINGS
from onceper.reader.abilities import with_abilities
from onceper.reader.candidate import NOTHING_READ
from onceper.reader.card import CardContext
from onceper.reader.clause import Compiled
from onceper.reader.guess import guess, guess_kind
from onceper.reader.options import RULES_ALONE, Options
from onceper.reader.sentence import SentenceReader, keep_paired
from onceper.reader.template import CardTemplate, prepare, print_reading
from onceper.reader.template_reading import TemplateReading
from onceper.text.memory import LONGEST_KEPT, Kept
from onceper.text.normal import Text
from onceper.text.position import INSIDE_NUMBER, SECTION

if TYPE_CHECKING:
    from collections.abc import Collection, Iterator, Sequence

    from onceper.classifier.classifier import Classifier
    from onceper.classifier.damage import RunRepair, WordRepair
    from onceper.contract.reading import CardReading
    from onceper.contract.span import Guess
    from onceper.lang.base import Language
    from onceper.lang.games import Ruling
    from onceper.matching.match import Match
    from onceper.patterns.rule import PatternKey, Rule
    from onceper.reader.candidate import Reading
    from onceper.reader.card_type import CardType

READINGS_KEPT = 8_192
# A reading that is kept takes less than a microsecond, one of a template that is kept a tenth of a new one.
CARD_TEMPLATES_KEPT = 16_384
CLASSIFIERS_KEPT = 16


class Reader:
    """Read texts of one language, or of its print in one game, with the given rules.

    ``rulings`` are the fields of limits that the game has rulings for.
    """

    language: Language

    def __init__(
        self,
        language: Language,
        rules: Sequence[Rule],
        *,
        rulings: Collection[Ruling] = RULINGS,
        sentences: SentenceReader | None = None,
    ) -> None:
        self.language = language
        self._unruled: dict[str, Any] = {
            field: () if field == "resets_on" else None for field in RULINGS if field not in rulings
        }
        if sentences is None:
            sentences = SentenceReader(language, Compiled.of(language, rules), language.book.parts)
        self.sentences = sentences
        self.classifier = lru_cache(CLASSIFIERS_KEPT)(self._classifier)
        self._read = Kept(self._read_text, READINGS_KEPT, _count_records)
        self._of_templates = Kept(self._read_template, CARD_TEMPLATES_KEPT, _count_records)

    def read(
        self,
        text: str,
        options: Options = RULES_ALONE,
        *,
        game: str | None = None,
        name: str | None = None,
        card_type: CardType | None = None,
        is_kept: bool = True,
    ) -> CardReading:
        """Read one text of the card with this name and type; the game is kept in the reading as it is.

        Pipelines read the same cards again: the latest readings are kept. A run, which asks for each text of a chunk
        once, has no use for that beside what is kept of templates.
        """
        asked = text, game, name, options, card_type
        return self._read[asked] if is_kept and len(name or "") < LONGEST_KEPT else self._read_text(asked)

    def _read_text(self, asked: tuple[str, str | None, str | None, Options, CardType | None]) -> CardReading:
        text, game, name, options, card_type = asked
        prepared = prepare(Text(text), self.language, name)
        read = self._of_templates[prepared.template, options, card_type]
        is_sure = not (read.limits or read.non_effects)
        confidence = 1.0 if is_sure else self.language.confidence(prepared.text.normal)
        return print_reading(
            read, prepared, (self.language.code, game, name), confidence, partial(self._guess, options)
        )

    def _classifier(self, options: Options) -> Classifier | None:
        """Return the classifier that is asked; null where none is, or its model is of other texts.

        Raises:
            ModelError: the model file is missing, damaged, or of another format.
        """
        if options.classifier == "off":
            return None
        # Only those who ask the classifier need wait for its model.
        from onceper.classifier.classifier import classifier_of  # noqa: PLC0415

        return classifier_of(self.language.code, self.language.game, options.model)

    def _read_template(self, asked: tuple[str, Options, CardType | None]) -> TemplateReading:
        """Read the folded words of a text with one sign for each name."""
        words, options, card_type = asked
        classifier = self.classifier(options)
        repair = classifier.about.repair if classifier and options.classifier == "auto" else None
        places = repair.places(words) if repair else range(len(words) if classifier else 0)
        if not places and options.parts == {"limits"} and not self.sentences.may_hold_any(words):
            return TemplateReading()
        card = CardTemplate.of(words, self.language)
        by_model = classifier is not None and options.classifier == "only"
        found = [NOTHING_READ] * len(card.sentences) if by_model else self.sentences.read(card)
        if classifier and places:
            found = self._with_guesses(found, card, classifier, repair, places)
        if self.language.abilities:
            found = with_abilities(found, card, self.language.abilities)
        read = CardContext(card, found, self.language, card_type, self._unruled).read(options.parts)
        is_told = read.limits or any(reason == "damaged" for _, reason, _ in read.unread)
        if repair and places and not is_told and repair.is_beyond_it(words):
            read = replace(read, unread=(((0, len(words)), "damaged", None),))
        return read

    def _guess(self, options: Options, words: str) -> Guess | None:
        """Say in short what the classifier finds in words that no rule reads, the shipped one where none was asked."""
        classifier = self.classifier(options) or self.classifier(Options())
        return guess_kind(classifier.of(words)) if classifier else None

    def _with_guesses(
        self,
        found: Sequence[Reading],
        card: CardTemplate,
        classifier: Classifier,
        repair: WordRepair | RunRepair | None,
        places: Sequence[int],
    ) -> list[Reading]:
        """Add to what was found what the classifier finds in other sentences, or that they may state a limit.

        It is asked of those with one of these places that no rule reads, or with words of a limit that none does, and
        where damaged print alone is asked of and can be repaired (``repair``), also of those that rules read as holding
        none. Of a sentence with a limit that a rule reads the rest is left.
        """
        guessed = [*found]
        for number, (start, end, position) in enumerate(card.sentences):
            # It costs little, and spares most sentences of clean print the rest.
            if bisect_left(places, start) == bisect_left(places, end):
                continue
            before = found[number]
            is_read = not repair and before.is_read and not before.is_unread
            if is_read or before.limits or position & SECTION:
                continue
            template = card.words[start:end]
            if repair:
                is_unread = before.is_unread and repair.repaired(text := without_marks(card.words)) != text
                finding = classifier.of_damaged(template, self._limits, is_unread=is_unread)
            else:
                finding = classifier.of(template)
            # What stands inside a number is an effect, whatever it says.
            limit_alone = bool(position & INSIDE_NUMBER or before.candidates)
            guesses = guess(finding, template, self.language.book.lexicon, limit_alone=limit_alone)
            if guesses:
                guessed[number] = before._replace(candidates=(*before.candidates, *guesses), is_unread=False)
            elif repair and finding.leaning:
                guessed[number] = before._replace(is_unread=True, reason="damaged")
        return guessed

    def _limits(self, words: str) -> bool:
        """Tell whether the rules read a limit in the folded words of a text."""
        return any(reading.limits for reading in self.sentences.read(CardTemplate.of(words, self.language)))

    def matches_of(self, rule: Rule, text: str, left_out: PatternKey | None = None) -> list[Match]:
        """List where a rule is what reads the clauses of a text, also as if one pattern were not there."""
        return [
            match
            for _, clause in self._clauses(text)
            for match in self.sentences.clauses.matches_in(*clause, left_out)
            if match.rule is rule
        ]

    def every_clause(self, text: str) -> list[tuple[str, Reading]]:
        """List each clause as a template and what the rules say of it, without the quick rejection."""
        clauses = [*self._clauses(text)]
        read = keep_paired([(number, self.sentences.clauses.of[clause]) for number, clause in clauses])
        return [(template, reading) for (_, (template, _)), (_, reading) in zip(clauses, read, strict=True)]

    def _clauses(self, text: str) -> Iterator[tuple[int, tuple[str, int]]]:
        """Yield each clause of a text as a template with its position, and before that the number of its sentence."""
        words = prepare(Text(text), self.language).template
        for number, sentence in enumerate(self.language.sentences(words)):
            for start, end, position in self.language.clauses(words, sentence):
                yield number, (words[start:end], position)


def _count_records(read: TemplateReading | CardReading) -> int:
    return len(read.limits) + len(read.non_effects) + len(read.effects) + len(read.unread)
