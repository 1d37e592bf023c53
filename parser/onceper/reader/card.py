"""The step that sees the whole card: places, names, references, and the records themselves."""

from __future__ import annotations

from bisect import bisect_left
from itertools import accumulate
from typing import TYPE_CHECKING

import msgspec

from onceper.contract.effect import NEVER_ACTIVATED
from onceper.contract.limit import Limit
from onceper.contract.non_effect import NonEffect
from onceper.contract.span import Unread
from onceper.reader.candidate import NOTHING_READ
from onceper.reader.effects import Roles, cut_out, find_unnumbered, group, make_effects, tell_kinds
from onceper.reader.flavor import find_flavor, without_limits
from onceper.reader.governs import apply_to, is_of_each_option
from onceper.reader.non_effects import say_the_rest
from onceper.text.position import ACTIVATES, APPLIES, CHOOSES, INSIDE_NUMBER, ORDERS, OUTSIDE_NUMBER

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator, Mapping, Sequence

    from onceper.contract.effect import Effect, EffectKind, ToldBy
    from onceper.contract.limit import AppliesTo
    from onceper.contract.non_effect import NonEffectKind
    from onceper.contract.reading import Part
    from onceper.contract.span import Guess, Source, Span
    from onceper.lang.base import Language
    from onceper.reader.candidate import Candidate, SentenceReading, TemplateSpan
    from onceper.reader.card_type import CardType
    from onceper.reader.flavor import Flavor
    from onceper.reader.prepare import PreparedText
    from onceper.reader.statement import Statement
    from onceper.text.sentence import Sentence

# Limits whose sentence stands beside the effects and is none; a soft limit's belongs to its effect.
_OF_THE_CARD = {"hard", "summon"}
# A ceiling applies, whatever its verb tells: nobody uses it.
_CEILINGS = {"control", "cap"}
_OF_EFFECTS = {"soft", "hard"}
_IS_USED = ACTIVATES | CHOOSES | ORDERS
_WHOLE_TEXT: frozenset[Part] = frozenset({"non_effects", "effects"})
_MAY_BE_NUMBERED = INSIDE_NUMBER | OUTSIDE_NUMBER


def read_card(
    text: PreparedText,
    found: Mapping[int, SentenceReading],
    parts: frozenset[Part],
    language: Language,
    card_type: CardType | None,
    guess: Callable[[str], Guess | None],
) -> tuple[tuple[Limit, ...], tuple[NonEffect, ...], tuple[Effect, ...], tuple[Unread, ...]]:
    """Make the records of what was found in the sentences of a text: limits, non-effects, effects, what is unread.

    ``found`` comes by the numbers of the sentences, in their order; what is not among the wanted parts stays empty.
    ``guess`` says what the classifier takes a template for that no rule reads.
    """
    card = CardContext(text, found, language, card_type)
    return (
        card.limits() if "limits" in parts else (),
        card.non_effects() if "non_effects" in parts else (),
        card.effects() if "effects" in parts else (),
        card.unread(parts, guess),
    )


class CardContext:
    """Put what was found in the sentences of a text in the context of its card."""

    __slots__ = (
        "_applying",
        "_beside",
        "_card_type",
        "_confidence",
        "_flavor",
        "_found",
        "_grouping",
        "_kinds",
        "_language",
        "_longer",
        "_printed",
        "_text",
        "_unnumbered",
    )

    def __init__(
        self,
        text: PreparedText,
        found: Mapping[int, SentenceReading],
        language: Language,
        card_type: CardType | None = None,
    ) -> None:
        if card_type and card_type.has_lore:
            found = without_limits(found, text.sentences)
        self._text = text
        self._found = found
        self._language = language
        self._card_type = card_type
        self._confidence = language.confidence(text.text.normal) if found else 1.0
        self._longer: list[int] = []
        self._kinds: list[tuple[EffectKind, ToldBy]] | None = None
        # Each reading with the number of its sentence, and the span and words of the original that it is about.
        self._printed = [
            (number, candidate, *self._print(number, candidate.place))
            for number, reading in found.items()
            for candidate in reading.candidates
        ]
        self._unnumbered: set[int] = set()
        if text.sentences and text.sentences[0][2] & _MAY_BE_NUMBERED:
            self._unnumbered = find_unnumbered(text.sentences)
        self._beside, inside, speaking = _find_roles(found, text.sentences) if found else (set(), set(), set())
        self._beside |= self._unnumbered
        ceilings = [
            number
            for number, candidate, _, _ in self._printed
            if candidate.is_sentence and candidate.statement.record.kind in _CEILINGS
        ]
        heading = [number for number, candidate, _, _ in self._printed if candidate.statement.reference == "following"]
        roles = Roles(inside, speaking, ceilings, heading)
        self._grouping = group(text, self._beside, roles, language, card_type)
        self._flavor = find_flavor(self._grouping, text, found, language, card_type)
        if self._flavor:
            self._beside.update(*(flavor.sentences for flavor in self._flavor))
            self._grouping = group(text, self._beside, roles, language, card_type)
        for number in ceilings:
            self._apply_by_itself(number)
        for number, candidate, _, _ in self._printed:
            if _is_part(candidate) and (at := self._grouping.effect_of[number]) and candidate.place:
                cut_out(self._grouping.effects[at - 1], self._find(number, candidate.place), text.folded)
        self._applying = [*self._find_what_they_say()]

    def _apply_by_itself(self, number: int) -> None:
        """Take an effect that begins with a sentence for one that applies, and is not used."""
        at = self._grouping.effect_of[number]
        if at and self._grouping.effects[at - 1].first == self._text.sentences[number]:
            effect = self._grouping.effects[at - 1]
            effect.opening = effect.opening & ~_IS_USED | APPLIES

    def effects(self) -> tuple[Effect, ...]:
        """Make the records of the effects, in printed order."""
        return make_effects(self._grouping, self._text, self._tell_kinds())

    def _tell_kinds(self) -> list[tuple[EffectKind, ToldBy]]:
        """Tell of what kind each effect is, once for the effects and for the limits on them."""
        if self._kinds is None:
            self._kinds = tell_kinds(self._grouping, self._text, self._language, self._card_type)
        return self._kinds

    def limits(self) -> tuple[Limit, ...]:
        """Make the records of the limits, in printed order."""
        limits: list[Limit] = []
        name: str | None = None
        sentence = -1
        for (number, candidate, span, words), applies_to in zip(self._printed, self._applying, strict=True):
            if number != sentence:
                name, sentence = None, number
            statement = candidate.statement
            record = statement.record
            if type(record) is not Limit:
                continue
            if candidate.name_at >= 0:
                name = self._print_name(number, candidate.name_at)
            # "... and its previous effect only once per turn" means the name that the same sentence gave before.
            elif record.kind != "hard" or statement.called:
                name = statement.called
            # Nothing but activations makes a Chain.
            is_of_uses = record.verb == "use" and record.kind in _OF_EFFECTS and record.period != "chain"
            if is_of_uses and self._only_apply(applies_to.effects):
                # Abilities say in their own way when they are spent.
                spent_on = record.spent_on if self._language.abilities else "application"
                record = msgspec.structs.replace(record, verb="apply", spent_on=spent_on)
            event = record.event
            if event and candidate.object_at:
                event = msgspec.structs.replace(event, object=self._print(number, candidate.object_at)[1])
            limits.append(
                msgspec.structs.replace(
                    record,
                    applies_to=applies_to,
                    name=name,
                    event=event,
                    each_option=record.each_option or is_of_each_option(statement, applies_to.effects, self._grouping),
                    count=None if candidate.count_at else record.count,
                    count_text=candidate.count_at and self._print(number, candidate.count_at)[1],
                    condition=candidate.condition_at and self._print(number, candidate.condition_at)[1],
                    span=span,
                    text=words,
                    confidence=round(self._confidence * record.confidence, 4),
                )
            )
        return tuple(limits)

    def _only_apply(self, effects: Sequence[int]) -> bool:
        """Tell whether nothing is activated of effects, given by their indexes; what their choices give may be."""
        if not effects or any(self._grouping.effects[at - 1].options for at in effects):
            return False
        kinds = self._tell_kinds()
        return all(kinds[at - 1][0] in NEVER_ACTIVATED for at in effects)

    def _find_what_they_say(self) -> Iterator[AppliesTo]:
        """Yield of each reading of what it speaks.

        A limit may be of the same effects as the one before it in its sentence; what is said of "this effect" beside a
        limit is said of those that this governs.
        """
        sentence = -1
        governed: tuple[int, ...] = ()
        for number, candidate, _, _ in self._printed:
            if number != sentence:
                sentence, governed = number, ()
            statement = candidate.statement
            is_limit = type(statement.record) is Limit
            if governed and not is_limit and statement.reach == "last":
                statement = statement._replace(reach="same")
            applies_to = apply_to(statement, number, self._grouping, governed, is_sentence=candidate.is_sentence)
            if is_limit:
                governed = applies_to.effects
            yield applies_to

    def non_effects(self) -> tuple[NonEffect, ...]:
        """Make the records of the text that is no effect, in printed order; limits that are one stand there too."""
        non_effects = [self._make_flavor(flavor) for flavor in self._flavor]
        for (number, candidate, span, words), applies_to in zip(self._printed, self._applying, strict=True):
            statement = candidate.statement
            record = statement.record
            if type(record) is not NonEffect:
                if candidate.is_marked or not self._is_beside_effects(statement, number):
                    continue
                kind = _kind_of_limit(statement)
                record = _make_non_effect(kind, span, words, record.rule, record.source, record.confidence)
            confidence = round(self._confidence * record.confidence, 4)
            effects = applies_to.effects
            non_effects.append(
                msgspec.structs.replace(record, effects=effects, span=span, text=words, confidence=confidence)
            )
        non_effects.sort(key=lambda non_effect: non_effect.span)
        return tuple(say_the_rest(non_effects))

    def unread(self, parts: frozenset[Part], guess: Callable[[str], Guess | None]) -> tuple[Unread, ...]:
        """Make the records of the sentences that no rule reads, and of what is too long to be read.

        A sentence beside the effects is none of them, so that only rules can say what all of it is; whoever asks for
        limits alone does not ask for that.
        """
        found = self._found
        asked = {number for number, reading in found.items() if reading.is_unread or reading.cut_off}
        partly: set[int] = set()
        if parts & _WHOLE_TEXT and self._beside:
            # Of what a record covers as a whole nothing is left, as of most sentences.
            whole = {number for number, candidate, _, _ in self._printed if candidate.place is None}
            partly = self._beside.difference(whole, *(flavor.sentences for flavor in self._flavor))
        unread: list[Unread] = []
        for number in sorted(asked | partly):
            reading = found.get(number, NOTHING_READ)
            if reading.is_unread or (number in partly and self._is_partly_read(number)):
                start, end, _ = self._text.sentences[number]
                guessed = guess(self._text.template(start, end))
                unread.append(Unread(*self._print(number, None), "no_rule", guessed))
            if reading.cut_off:
                unread += [Unread(*self._print(number, place), "too_long") for place in reading.cut_off]
        return tuple(unread)

    def _is_partly_read(self, number: int) -> bool:
        """Tell whether some of a sentence's words are in no record."""
        start, end = self._print(number, None)[0]
        read = sorted(span for at, _, span, _ in self._printed if at == number)
        words = self._text.text.original
        for first, last in [*read, (end, end)]:
            if any(map(str.isalnum, words[start:first])):
                return True
            start = max(start, last)
        return False

    def _is_beside_effects(self, statement: Statement, number: int) -> bool:
        """Tell whether a limit's sentence is a text of its own beside the effects."""
        if number in self._unnumbered or (number in self._beside and _is_of_the_card(statement)):
            return True
        return statement.refers and not self._grouping.effect_of[number] and number not in self._beside

    def _make_flavor(self, flavor: Flavor) -> NonEffect:
        span = self._text.text.original_span(*flavor.span)
        return _make_non_effect("flavor", span, self._text.text.original[slice(*span)], "flavor", "rule", 1.0)

    def _print(self, number: int, place: TemplateSpan | None) -> tuple[Span, str]:
        """Find the span in the original of a place in a sentence's template, null for all of it, and its words."""
        start, end, _ = self._text.sentences[number]
        if place:
            start, end = self._find(number, place)
        text = self._text.text
        span = (start, end) if text.is_even else text.original_span(start, end)
        return span, text.original[span[0] : span[1]]

    def _find(self, number: int, place: TemplateSpan) -> Span:
        """Find the span in the normalised text of a place in a sentence's template."""
        start = self._text.sentences[number][0]
        longer = self._longer or self._measure_names()
        first_name = bisect_left(self._text.names, (start, 0))
        start -= longer[first_name]
        end = start + place.end + longer[first_name + place.names_before_end]
        return start + place.start + longer[first_name + place.names_before_start], end

    def _measure_names(self) -> list[int]:
        """Measure by how much the first names of the text are longer in print than in a template, for each number."""
        self._longer = [*accumulate((end - start - 1 for start, end in self._text.names), initial=0)]
        return self._longer

    def _print_name(self, number: int, name_at: int) -> str:
        """Find a name of a sentence as it is printed, without its quotes."""
        names = self._text.names
        start, end = names[bisect_left(names, (self._text.sentences[number][0], 0)) + name_at]
        text = self._text.text
        start, end = text.original_span(start + 1, end - 1)
        return text.original[start:end]


def _find_roles(
    found: Mapping[int, SentenceReading], sentences: Sequence[Sentence]
) -> tuple[set[int], set[int], set[int]]:
    """Find the sentences that are not effects, those that limit the effect before them, and of these the mere talk.

    That speaks of effects and is none. What stands inside a number belongs to its effect, whatever it says.
    """
    beside: set[int] = set()
    inside: set[int] = set()
    speaking: set[int] = set()
    for number, reading in found.items():
        if sentences[number][2] & INSIDE_NUMBER:
            continue
        for candidate in reading.candidates:
            record = candidate.statement.record
            # Words that are no effect, though not all of the sentence, leave none of it an effect, but for what is said
            # of an activation beside that.
            if type(record) is NonEffect:
                if not _is_part(candidate):
                    beside.add(number)
            elif not candidate.is_sentence:
                continue
            elif _is_of_the_card(candidate.statement):
                beside.add(number)
            elif record.kind in {"soft", "gain"}:
                inside.add(number)
                if candidate.statement.refers:
                    speaking.add(number)
    return beside, inside, speaking


def _is_part(candidate: Candidate) -> bool:
    """Tell whether a non-effect is a clause or a note of a sentence that is an effect all the same."""
    record = candidate.statement.record
    return type(record) is NonEffect and not candidate.is_sentence and not candidate.is_marked


def _is_of_the_card(statement: Statement) -> bool:
    """Tell whether a limit's sentence stands beside the effects, of which one use that they share belongs to none."""
    record = statement.record
    return record.kind in _OF_THE_CARD or (isinstance(record, Limit) and record.kind == "soft" and record.shared)


def _kind_of_limit(statement: Statement) -> NonEffectKind:
    """Tell what a limit's sentence is as text that is no effect: only by name are Summons limited as such."""
    record = statement.record
    is_of_summons = statement.verb == "special_summon" and isinstance(record, Limit) and record.scope == "name"
    return "summon_limit" if is_of_summons else "activation_limit"


def _make_non_effect(
    kind: NonEffectKind, span: Span, words: str, rule: str, source: Source, confidence: float
) -> NonEffect:
    """Make the record of a text that is no effect in any way."""
    return NonEffect(
        kind,
        span,
        words,
        applies="everywhere",
        effects=(),
        mandatory=None,
        material=None,
        wins=None,
        rule=rule,
        source=source,
        confidence=confidence,
    )
