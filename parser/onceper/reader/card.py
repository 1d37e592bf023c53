"""The step that sees the whole card: what is said of which effects, and of what kind each of them is."""

from __future__ import annotations

from bisect import bisect_left
from typing import TYPE_CHECKING

import msgspec

from onceper.contract.effect import NEVER_ACTIVATED
from onceper.contract.limit import Limit
from onceper.contract.non_effect import NonEffect
from onceper.reader.candidate import NOTHING_READ
from onceper.reader.effects import Roles, cut_out, find_unnumbered, group, place_effects, tell_kinds
from onceper.reader.flavor import find_flavor, without_limits
from onceper.reader.governs import apply_to, is_of_each_option
from onceper.reader.non_effects import say_the_rest
from onceper.reader.statement import state_non_effect
from onceper.reader.template_reading import PlacedLimit, PlacedNonEffect, PlacedUnread, TemplateReading
from onceper.text.names import is_word
from onceper.text.position import ACTIVATES, APPLIES, CHOOSES, INSIDE_NUMBER, ORDERS, OUTSIDE_NUMBER

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator, Mapping, Sequence

    from onceper.contract.effect import EffectKind, ToldBy
    from onceper.contract.limit import AppliesTo
    from onceper.contract.non_effect import NonEffectKind
    from onceper.contract.reading import Part
    from onceper.contract.span import Ask, Span
    from onceper.lang.base import Language
    from onceper.reader.candidate import Candidate, SentenceReading, TemplateSpan
    from onceper.reader.card_type import CardType
    from onceper.reader.prepare import CardTemplate
    from onceper.reader.statement import Statement
    from onceper.reader.template_reading import CardPlace, PlacedEffect
    from onceper.text.position import Sentence

# Limits whose sentence stands beside the effects and is none; another's belongs to its effect unless it speaks of that.
_OF_THE_CARD = {"hard", "summon"}
_INSIDE_EFFECTS = {"soft", "gain"}
# A ceiling applies, whatever its verb tells: nobody uses it.
_CEILINGS = {"control", "cap"}
_OF_EFFECTS = {"soft", "hard"}
_IS_USED = ACTIVATES | CHOOSES | ORDERS
_WHOLE_TEXT: frozenset[Part] = frozenset({"non_effects", "effects"})
_MAY_BE_NUMBERED = INSIDE_NUMBER | OUTSIDE_NUMBER
# Where nobody tells the type of a card, its story is told by what it does not say.
_FLAVOR = state_non_effect("flavor", "flavor", "rule", 1.0)
_HEADING = msgspec.structs.replace(state_non_effect("heading", "heading", "rule", 1.0), applies=None)
_LIKELY_FLAVOR = state_non_effect("flavor", "flavor", "rule", 0.9)


def read_card(
    card: CardTemplate,
    found: Mapping[int, SentenceReading],
    parts: frozenset[Part],
    language: Language,
    card_type: CardType | None,
    asking: Callable[[str], Ask],
) -> TemplateReading:
    """Put together what was found in the sentences of a template: limits, non-effects, effects, what is unread.

    ``found`` comes by the numbers of the sentences, in their order; what is not among the wanted parts stays empty.
    ``asking`` returns what asks the classifier for what it takes a template that no rule reads.
    """
    context = CardContext(card, found, language, card_type)
    return TemplateReading(
        context.limits() if "limits" in parts else (),
        context.non_effects() if "non_effects" in parts else (),
        context.effects() if "effects" in parts else (),
        context.unread(parts, asking),
    )


class CardContext:
    """Put what was found in the sentences of a template in the context of its card."""

    __slots__ = (
        "_applying",
        "_beside",
        "_card",
        "_card_type",
        "_flavor",
        "_found",
        "_grouping",
        "_kinds",
        "_language",
        "_placed",
        "_unnumbered",
    )

    def __init__(
        self,
        card: CardTemplate,
        found: Mapping[int, SentenceReading],
        language: Language,
        card_type: CardType | None = None,
    ) -> None:
        if card_type and card_type.has_lore:
            found = without_limits(found, card.sentences)
        self._card = card
        self._found = found
        self._language = language
        self._card_type = card_type
        self._kinds: list[tuple[EffectKind, ToldBy]] | None = None
        # Each reading with the number of its sentence, and the span in the template that it is about.
        self._placed = [
            (number, candidate, self._find(number, candidate.place))
            for number, reading in found.items()
            for candidate in reading.candidates
        ]
        self._unnumbered: set[int] = set()
        if any(position & _MAY_BE_NUMBERED for _, _, position in card.sentences):
            self._unnumbered = find_unnumbered(card.sentences)
        self._beside, inside = _find_roles(found, card.sentences) if found else (set(), set())
        self._beside |= self._unnumbered
        ceilings = [
            number
            for number, candidate, _ in self._placed
            if candidate.is_sentence and candidate.statement.record.kind in _CEILINGS
        ]
        heading = [number for number, candidate, _ in self._placed if candidate.statement.reference == "following"]
        roles = Roles(inside, ceilings, heading)
        self._grouping = group(card, self._beside, roles, language, card_type)
        self._flavor = find_flavor(self._grouping, card, found, language, card_type)
        if self._flavor:
            self._beside.update(*(flavor.sentences for flavor in self._flavor))
            self._grouping = group(card, self._beside, roles, language, card_type)
        for number in ceilings:
            self._apply_by_itself(number)
        for number, candidate, span in self._placed:
            if _is_part(candidate) and (at := self._grouping.effect_of[number]) and candidate.place:
                cut_out(self._grouping.effects[at - 1], span, card.words)
        self._applying = [*self._find_what_they_say()]

    def _apply_by_itself(self, number: int) -> None:
        """Take an effect that begins with a sentence for one that applies, and is not used."""
        at = self._grouping.effect_of[number]
        if at and self._grouping.effects[at - 1].first == self._card.sentences[number]:
            effect = self._grouping.effects[at - 1]
            effect.opening = effect.opening & ~_IS_USED | APPLIES

    def effects(self) -> tuple[PlacedEffect, ...]:
        """Place the effects, in printed order."""
        return place_effects(self._grouping, self._card, self._tell_kinds(), self._language)

    def _tell_kinds(self) -> list[tuple[EffectKind, ToldBy]]:
        """Tell of what kind each effect is, once for the effects and for the limits on them."""
        if self._kinds is None:
            self._kinds = tell_kinds(self._grouping, self._card, self._language, self._card_type)
        return self._kinds

    def limits(self) -> tuple[PlacedLimit, ...]:
        """Place the limits, in printed order."""
        limits: list[PlacedLimit] = []
        name_at = -1
        called: str | None = None
        sentence = -1
        for (number, candidate, span), applies_to in zip(self._placed, self._applying, strict=True):
            if number != sentence:
                name_at, called, sentence = -1, None, number
            statement = candidate.statement
            record = statement.record
            if type(record) is not Limit:
                continue
            start = self._card.sentences[number][0]
            if candidate.name_at >= 0:
                name_at, called = bisect_left(self._card.names, start) + candidate.name_at, None
            # "... and its previous effect only once per turn" means the name that the same sentence gave before.
            elif record.kind != "hard" or statement.called:
                name_at, called = -1, statement.called
            # Nothing but activations makes a Chain.
            is_of_uses = record.verb == "use" and record.kind in _OF_EFFECTS and record.period != "chain"
            if is_of_uses and self._only_apply(applies_to.effects):
                # Abilities say in their own way when they are spent.
                spent_on = record.spent_on if self._language.abilities else "application"
                record = msgspec.structs.replace(record, verb="apply", spent_on=spent_on)
            record = msgspec.structs.replace(
                record,
                applies_to=applies_to,
                name=called,
                each_option=record.each_option or is_of_each_option(statement, applies_to.effects, self._grouping),
                count=None if candidate.count_at else record.count,
            )
            limits.append(
                PlacedLimit(
                    record,
                    self._card.place(*span),
                    name_at,
                    object_at=candidate.object_at and self._place(number, candidate.object_at),
                    count_at=candidate.count_at and self._place(number, candidate.count_at),
                    condition_at=candidate.condition_at and self._place(number, candidate.condition_at),
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
        for number, candidate, span in self._placed:
            if number != sentence:
                sentence, governed = number, ()
            statement = candidate.statement
            is_limit = type(statement.record) is Limit
            if governed and not is_limit and statement.reach == "last":
                statement = statement._replace(reach="same")
            is_sentence = candidate.is_sentence
            applies_to = apply_to(statement, number, span[0], self._grouping, governed, is_sentence=is_sentence)
            if is_limit:
                governed = applies_to.effects
            yield applies_to

    def non_effects(self) -> tuple[PlacedNonEffect, ...]:
        """Place the text that is no effect, in printed order; limits that are one stand there too."""
        story = _FLAVOR if self._card_type and self._card_type.has_lore else _LIKELY_FLAVOR
        found = [(flavor.span, story) for flavor in self._flavor]
        found += [(self._card.sentences[number][:2], _HEADING) for number in self._grouping.headings]
        for (number, candidate, span), applies_to in zip(self._placed, self._applying, strict=True):
            statement = candidate.statement
            record = statement.record
            if type(record) is not NonEffect:
                if candidate.is_marked or not self._is_beside_effects(statement, number):
                    continue
                record = state_non_effect(_kind_of_limit(statement), record.rule, record.source, record.confidence)
            found.append((span, msgspec.structs.replace(record, effects=applies_to.effects)))
        found.sort(key=lambda placed: placed[0])
        said = say_the_rest([record for _, record in found])
        return tuple(
            PlacedNonEffect(record, self._card.place(*span)) for (span, _), record in zip(found, said, strict=True)
        )

    def unread(self, parts: frozenset[Part], asking: Callable[[str], Ask]) -> tuple[PlacedUnread, ...]:
        """Place the sentences that no rule reads, and what is too long to be read.

        A sentence beside the effects is none of them, so that only rules can say what all of it is; whoever asks for
        limits alone does not ask for that.
        """
        found = self._found
        asked = {number for number, reading in found.items() if reading.is_unread or reading.cut_off}
        partly: set[int] = set()
        if parts & _WHOLE_TEXT and self._beside:
            # Of what a record covers as a whole nothing is left, as of most sentences.
            whole = {number for number, candidate, _ in self._placed if candidate.place is None}
            partly = self._beside.difference(whole, *(flavor.sentences for flavor in self._flavor))
        unread: list[PlacedUnread] = []
        for number in sorted(asked | partly):
            reading = found.get(number, NOTHING_READ)
            if reading.is_unread or (number in partly and self._is_partly_read(number)):
                ask = asking(self._card.words_of(number))
                unread.append(PlacedUnread(self._place(number, None), "no_rule", ask))
            unread += [PlacedUnread(self._place(number, place), "too_long", None) for place in reading.cut_off]
        return tuple(unread)

    def _is_partly_read(self, number: int) -> bool:
        """Tell whether some of a sentence's words are in no record."""
        start, end = self._find(number, None)
        read = sorted(span for at, _, span in self._placed if at == number)
        words = self._card.words
        for first, last in [*read, (end, end)]:
            if any(map(is_word, words[start:first])):
                return True
            start = max(start, last)
        return False

    def _is_beside_effects(self, statement: Statement, number: int) -> bool:
        """Tell whether a limit's sentence is a text of its own beside the effects."""
        return number in self._unnumbered or (number in self._beside and _is_of_the_card(statement))

    def _find(self, number: int, place: TemplateSpan | None) -> Span:
        """Find the span in the card's template of a place in a sentence's, null for all of it."""
        start, end, _ = self._card.sentences[number]
        return (start + place.start, start + place.end) if place else (start, end)

    def _place(self, number: int, place: TemplateSpan | None) -> CardPlace:
        """Find the place in the card's template of one in a sentence's, null for all of it."""
        return self._card.place(*self._find(number, place))


def _find_roles(found: Mapping[int, SentenceReading], sentences: Sequence[Sentence]) -> tuple[set[int], set[int]]:
    """Find the sentences that are not effects, and those that limit the effect before them and belong to it.

    What stands inside a number belongs to its effect, whatever it says.
    """
    beside: set[int] = set()
    inside: set[int] = set()
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
            elif record.kind in _INSIDE_EFFECTS:
                inside.add(number)
    return beside, inside


def _is_part(candidate: Candidate) -> bool:
    """Tell whether a non-effect is a clause or a note of a sentence that is an effect all the same."""
    record = candidate.statement.record
    return type(record) is NonEffect and not candidate.is_sentence and not candidate.is_marked


def _is_of_the_card(statement: Statement) -> bool:
    """Tell whether a limit's sentence stands beside the effects: it speaks of them, or of a use that they share."""
    record = statement.record
    if record.kind in _OF_THE_CARD:
        return True
    return isinstance(record, Limit) and record.kind in _INSIDE_EFFECTS and (record.shared or statement.refers)


def _kind_of_limit(statement: Statement) -> NonEffectKind:
    """Tell what a limit's sentence is as text that is no effect: only by name are Summons limited as such."""
    record = statement.record
    is_of_summons = statement.verb == "special_summon" and isinstance(record, Limit) and record.scope == "name"
    return "summon_limit" if is_of_summons else "activation_limit"
