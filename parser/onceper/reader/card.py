"""The step that sees the whole card: what is said of which effects, and of what kind each of them is."""

from __future__ import annotations

import re
from itertools import pairwise
from typing import TYPE_CHECKING, Any

import msgspec

from onceper.contract.effect import NEVER_ACTIVATED
from onceper.contract.limit import AppliesTo, Limit
from onceper.contract.non_effect import NonEffect
from onceper.reader.candidate import NOTHING_READ
from onceper.reader.effects import Grouping, find_unnumbered, with_marks
from onceper.reader.governs import apply_to, is_of_each_option
from onceper.reader.printed import TemplateReading
from onceper.reader.statement import state_non_effect
from onceper.text.names import has_word
from onceper.text.position import (
    COLON,
    INSIDE_NUMBER,
    NUMBERED,
    OF_ACTIVATION,
    OF_THE_GAME,
    OUTSIDE_NUMBER,
    SECTION,
)

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator, Mapping, Sequence

    from onceper.contract.non_effect import NonEffectKind
    from onceper.contract.reading import Part
    from onceper.contract.span import Ask, Reason, Span
    from onceper.lang.base import Language
    from onceper.reader.candidate import Candidate, Reading
    from onceper.reader.card_type import CardType
    from onceper.reader.prepare import CardTemplate
    from onceper.reader.statement import Statement
    from onceper.text.position import Sentence

    Found = Mapping[int, Reading]

# Limits whose sentence stands beside the effects and is none; another's belongs to its effect unless it speaks of that.
_OF_THE_CARD = {"hard", "summon"}
_INSIDE_EFFECTS = {"soft", "gain"}
# A ceiling applies, whatever its verb tells: nobody uses it.
_CEILINGS = {"control", "cap"}
_OF_EFFECTS = {"soft", "hard"}
_MAY_BE_NUMBERED = INSIDE_NUMBER | OUTSIDE_NUMBER
_NEVER_FLAVOR = COLON | NUMBERED | INSIDE_NUMBER | OF_THE_GAME
_LETTERS = re.compile(r"[^\W\d_]{2}")
_FLAVOR = state_non_effect("flavor", "flavor", "rule", 1.0)
# Where nobody tells the type of a card, its story is told by what it does not say.
_LIKELY_FLAVOR = state_non_effect("flavor", "flavor", "rule", 0.9)
_ACTIVATION = msgspec.structs.replace(
    state_non_effect("activation_procedure", "heading", "rule", 1.0), applies="on_activation"
)
_HEADING = state_non_effect("heading", "heading", "rule", 1.0)


def read_card(
    card: CardTemplate,
    found: Found,
    parts: frozenset[Part],
    language: Language,
    card_type: CardType | None,
    asking: Callable[[str], Ask],
) -> TemplateReading:
    """Put together what was found in the sentences of a template: limits, non-effects, effects, what is unread.

    ``found`` comes by the numbers of the sentences, in their order; what is not among the wanted parts stays empty.
    ``asking`` returns what asks the classifier for what it takes a template that no rule reads.
    """
    if card_type and card_type.has_lore:
        found = _without_limits(found, card.sentences)
    context = _Context(card, found, language, card_type)
    limits, non_effects = context.limits_and_non_effects()
    return TemplateReading(
        limits if "limits" in parts else (),
        non_effects if "non_effects" in parts else (),
        context.grouping.printed() if "effects" in parts else (),
        # Whoever asks for limits alone does not ask what stands beside the effects and is none of them.
        tuple(context.unread(asking, whole_text=len(parts) > 1 or "limits" not in parts)),
    )


class _Context:
    """Put what was found in the sentences of a template in the context of its card."""

    def __init__(self, card: CardTemplate, found: Found, language: Language, card_type: CardType | None) -> None:
        self._card, self._found, self._language = card, found, language
        # Each reading with the number of its sentence, and the span in the template that it is about.
        self._placed: list[tuple[int, Candidate, Span]] = []
        sentences = card.sentences
        self._unnumbered: set[int] = set()
        if any(position & _MAY_BE_NUMBERED for _, _, position in sentences):
            self._unnumbered = find_unnumbered(sentences)
        self._beside = set(self._unnumbered)
        inside, ceilings, heading = set[int](), set[int](), set[int]()
        no_part: list[tuple[int, Span]] = []
        for number, reading in found.items():
            # What stands inside a number belongs to its effect, whatever it says.
            is_numbered = sentences[number][2] & INSIDE_NUMBER != 0
            for candidate in reading.candidates:
                statement, span = candidate.statement, self._find(number, candidate.place)
                kind = statement.record.kind
                self._placed.append((number, candidate, span))
                if statement.reference == "following":
                    heading.add(number)
                if isinstance(statement.record, NonEffect) and not (candidate.is_sentence or candidate.is_marked):
                    # A clause or a note of a sentence that is an effect all the same.
                    no_part.append((number, span))
                elif isinstance(statement.record, NonEffect):
                    # Other words that are no effect leave none of their sentence one.
                    self._beside |= set() if is_numbered else {number}
                elif candidate.is_sentence:
                    if kind in _CEILINGS:
                        ceilings.add(number)
                    if not is_numbered and _is_of_the_card(statement):
                        self._beside.add(number)
                    elif not is_numbered and kind in _INSIDE_EFFECTS:
                        inside.add(number)
        has_lore = card_type.has_lore if card_type else None
        # A story is told by what stands in none of the records.
        self._stories = [] if has_lore is False else self._find_stories(has_lore=bool(has_lore))
        self._story = _FLAVOR if has_lore else _LIKELY_FLAVOR
        # What a heading says of the card's own activation, in words that no rule reads.
        self._headed = [
            number
            for number, (_, _, position) in enumerate(sentences)
            if position & OF_ACTIVATION and number not in self._beside
        ]
        beside = self._beside.union(self._headed, *self._stories)
        self.grouping = Grouping(card, language, card_type, beside, inside, ceilings, heading)
        for number, span in no_part:
            self.grouping.cut_out(number, span)

    def _find_stories(self, *, has_lore: bool) -> list[list[int]]:
        """Find the sentences of each section that holds no effects but a story.

        A story has words, not only names, and nothing in it marks or names anything of the game. The last section of a
        monster without effects is a story whatever it says.
        """
        sentences = self._card.sentences
        headings = [number for number, (_, _, position) in enumerate(sentences) if position & SECTION]
        sections = [*pairwise([0, *headings, len(sentences)])]
        stories: list[list[int]] = []
        for first, last in sections[-1:] if has_lore else sections:
            told = [at for at in range(first, last) if not (at in self._beside or sentences[at][2] & SECTION)]
            if told and (has_lore or all(map(self._is_story, told))):
                stories.append(told)
        return stories

    def _is_story(self, number: int) -> bool:
        words, position = self._card.words_of(number), self._card.sentences[number][2]
        if position & _NEVER_FLAVOR or (number in self._found and self._found[number].candidates):
            return False
        return not self._language.grammar(words) & _NEVER_FLAVOR and _LETTERS.search(words) is not None

    def limits_and_non_effects(
        self,
    ) -> tuple[tuple[tuple[Limit, Mapping[str, Span]], ...], tuple[NonEffect, ...]]:
        """Return the limits, and the text that is no effect, in printed order; limits that are one stand there too.

        A limit may be of the same effects as the one before it in its sentence; what is said of "this effect" beside a
        limit is said of those that this governs.
        """
        limits: list[tuple[Limit, Mapping[str, Span]]] = []
        words, sentences = self._card.words, self._card.sentences
        stories = [[with_marks(sentences[number], words) for number in story] for story in self._stories]
        non_effects = [msgspec.structs.replace(self._story, span=(told[0][0], told[-1][1])) for told in stories]
        for headed, numbers in ((_HEADING, self.grouping.headings), (_ACTIVATION, self._headed)):
            non_effects += [msgspec.structs.replace(headed, span=sentences[number][:2]) for number in numbers]
        sentence = -1
        governed: tuple[int, ...] = ()
        # The name that the same sentence gave before: where its sign stands, or which its words stand for.
        name_at: Span | None = None
        called: str | None = None
        for number, candidate, span in self._placed:
            if number != sentence:
                sentence, governed, name_at, called = number, (), None, None
            statement = candidate.statement
            record = statement.record
            is_limit = isinstance(record, Limit)
            if governed and not is_limit and statement.reach == "last":
                statement = statement._replace(reach="same")
            applies_to = apply_to(
                statement, number, span[0], self.grouping, governed, is_sentence=candidate.is_sentence
            )
            if isinstance(record, Limit):
                governed = applies_to.effects
                told = candidate.move(sentences[number][0]).told
                # "... and its previous effect only once per turn" means the name that the same sentence gave before.
                if "name" in told or record.kind != "hard":
                    name_at, called = told.get("name"), None if "name" in told else statement.called
                elif name_at:
                    told = {**told, "name": name_at}
                limits.append((self._limit(statement, record, applies_to, called, span, told), told))
                if candidate.is_marked or number not in self._beside:
                    continue
                record = state_non_effect(_kind_of_limit(statement), record.rule, record.source, record.confidence)
            non_effects.append(msgspec.structs.replace(record, span=span, effects=applies_to.effects))
        non_effects.sort(key=lambda one: one.span)
        return tuple(limits), tuple(_say_the_rest(non_effects))

    def _limit(
        self,
        statement: Statement,
        record: Limit,
        applies_to: AppliesTo,
        called: str | None,
        span: Span,
        told: Mapping[str, Span],
    ) -> Limit:
        """Return a limit with what the card around it says."""
        given: dict[str, Any] = {}
        # Nothing but activations makes a Chain.
        is_of_uses = record.verb == "use" and record.kind in _OF_EFFECTS and record.period != "chain"
        if is_of_uses and not applies_to.activation and self._only_apply(applies_to.effects):
            given["verb"] = "apply"
            # Abilities say in their own way when they are spent.
            if not self._language.abilities:
                given["spent_on"] = "application"
        if "count_text" in told:
            given["count"] = None
        if is_of_each_option(statement, applies_to.effects, self.grouping):
            given["each_option"] = True
        # One use, whichever of several effects it was.
        if statement.reach == "either" and len(applies_to.effects) > 1:
            given["shared"] = True
        return msgspec.structs.replace(record, applies_to=applies_to, name=called, span=span, **given)

    def _only_apply(self, effects: Sequence[int]) -> bool:
        """Tell whether nothing is activated of effects, given by their indexes; what their choices give may be."""
        if not effects or any(self.grouping.effects[at - 1].options for at in effects):
            return False
        return all(self.grouping.kinds[at - 1][0] in NEVER_ACTIVATED for at in effects)

    def unread(self, asking: Callable[[str], Ask], *, whole_text: bool) -> Iterator[tuple[Span, Reason, Ask | None]]:
        """Yield the sentences that no rule reads, and what is too long to be read.

        A sentence beside the effects is none of them, so that only rules can say what all of it is.
        """
        partly = {number for number in self._beside if self._is_partly_read(number)} if whole_text else set()
        for number in sorted(partly.union(self._found)):
            reading = self._found.get(number, NOTHING_READ)
            if reading.is_unread or number in partly:
                yield self._find(number, None), reading.reason, asking(self._card.words_of(number))
            for place in reading.cut_off:
                yield self._find(number, place), "too_long", None

    def _is_partly_read(self, number: int) -> bool:
        """Tell whether some of a sentence's words are in no record."""
        start, end = self._find(number, None)
        read = sorted(span for at, _, span in self._placed if at == number)
        words = self._card.words
        for first, last in [*read, (end, end)]:
            if has_word(words, start, first):
                return True
            start = max(start, last)
        return False

    def _find(self, number: int, place: Span | None) -> Span:
        """Find the span in the card's template of a place in a sentence's, null for all of it."""
        start, end, _ = self._card.sentences[number]
        return (start + place[0], start + place[1]) if place else (start, end)


def _without_limits(found: Found, sentences: Sequence[Sentence]) -> Found:
    """Leave out what is read as a limit, or is unread, in the last section of a text, which is a story."""
    story = max((number for number, sentence in enumerate(sentences) if sentence[2] & SECTION), default=0)
    kept: dict[int, Reading] = {}
    for number, reading in found.items():
        if number < story:
            kept[number] = reading
        elif non_effects := tuple(one for one in reading.candidates if isinstance(one.statement.record, NonEffect)):
            kept[number] = reading._replace(candidates=non_effects, is_unread=False)
    return kept


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


def _say_the_rest(non_effects: Sequence[NonEffect]) -> Iterator[NonEffect]:
    """Yield non-effects with what they leave to the text beside them, or to the rules of the game.

    What is to be paid stands before what happens unpaid; where that is not printed, it must be paid. Text of materials
    that says neither of the card itself nor of what is Summoned is about the other materials.
    """
    for at, one in enumerate(non_effects):
        given: dict[str, Any] = {}
        if one.source == "rule" and one.kind == "maintenance_cost" and one.mandatory is None:
            said = (other.mandatory for other in non_effects[at + 1 : at + 2] if other.kind == one.kind)
            given["mandatory"] = next(said, True) is not False
        elif one.source == "rule" and one.kind == "material_restriction" and one.material is None:
            given["material"] = "others"
        yield msgspec.structs.replace(one, **given) if given else one
