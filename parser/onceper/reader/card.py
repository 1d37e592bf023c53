"""The step that sees the whole card: what is said of which effects, and of what kind each of them is."""

from __future__ import annotations

import re
from operator import itemgetter
from typing import TYPE_CHECKING, Any

import msgspec

from onceper.contract.effect import NEVER_ACTIVATED
from onceper.contract.limit import AppliesTo, Limit, LimitKind
from onceper.contract.non_effect import NonEffect
from onceper.reader.candidate import Reading
from onceper.reader.effects import Grouping, with_marks
from onceper.reader.governs import apply_to, is_of_each_option
from onceper.reader.statement import state_non_effect
from onceper.reader.template_reading import TemplateReading
from onceper.text.names import has_word
from onceper.text.position import (
    BESIDE,
    CEILING,
    COLON,
    INSIDE_NUMBER,
    LIMITS_LAST,
    NUMBERED,
    OF_ACTIVATION,
    OF_THE_GAME,
    POINTS_ON,
    SECTION,
    STORY,
)

if TYPE_CHECKING:
    from collections.abc import Iterator, Mapping, Sequence

    from onceper.contract.non_effect import NonEffectKind
    from onceper.contract.reading import Part
    from onceper.contract.span import Reason, Span
    from onceper.lang.base import Language
    from onceper.reader.candidate import Candidate, Statement
    from onceper.reader.card_type import CardType
    from onceper.reader.template import CardTemplate
    from onceper.reader.template_reading import GroupedEffect, LimitOfCard, NonEffectOfCard
    from onceper.text.position import Sentence

# The sentence of a limit is none of the effects, belongs to the one before it, or is a ceiling, which applies, whatever
# its verb tells: nobody uses it.
_STANDS: Mapping[LimitKind, int] = {
    "hard": BESIDE,
    "ability": BESIDE,
    "summon": BESIDE,
    "soft": LIMITS_LAST,
    "gain": LIMITS_LAST,
    "control": CEILING,
    "cap": CEILING,
}
_INSIDE_EFFECTS = {"soft", "gain"}
_OF_EFFECTS = {"soft", "hard"}
_NEVER_FLAVOR = COLON | NUMBERED | INSIDE_NUMBER | OF_THE_GAME
_LETTERS = re.compile(r"[^\W\d_]{2}")
_FLAVOR = state_non_effect("flavor")
# Where nobody tells the type of a card, its story is told by what it does not say.
_LIKELY_FLAVOR = state_non_effect("flavor", confidence=0.9)
_ACTIVATION = msgspec.structs.replace(
    state_non_effect("activation_procedure", "heading", "rule", 1.0), applies="on_activation"
)
_HEADING = state_non_effect("heading")


class CardContext:
    """Put what was ``found`` in the sentences of a template in the context of its card.

    ``unruled`` are the fields of limits for which the game has no rulings, with what stands there.
    """

    def __init__(
        self,
        card: CardTemplate,
        found: Sequence[Reading],
        language: Language,
        card_type: CardType | None,
        unruled: Mapping[str, Any],
    ) -> None:
        has_lore = card_type.has_lore if card_type else None
        if has_lore:
            # The last section is a story, whatever it says.
            last = max((number for number, sentence in enumerate(card.sentences) if sentence[2] & SECTION), default=0)
            found = [*found[:last], *map(_without_limits, found[last:])]
        self._words, self._found, self._language, self._unruled = card.words, found, language, unruled
        self._sentences = _beside_effects(card.sentences, found)
        # A story is told by what stands in none of the records.
        stories = [] if has_lore is False else self._find_stories(has_lore=bool(has_lore))
        self._limits: list[LimitOfCard] = []
        self._non_effects: list[NonEffectOfCard] = []
        for story in stories:
            told = [with_marks(self._sentences[number], self._words) for number in story]
            self._non_effects.append((_FLAVOR if has_lore else _LIKELY_FLAVOR, (told[0][0], told[-1][1]), ()))
            for number in story:
                start, end, position = self._sentences[number]
                self._sentences[number] = start, end, position | STORY
        self._grouping = Grouping(self._words, self._sentences, language, card_type)

    def read(self, parts: frozenset[Part]) -> TemplateReading:
        """Put it together: limits, non-effects, effects, what is unread; what is not among the parts stays empty."""
        for number in range(len(self._sentences)):
            self._read_sentence(number)
        self._non_effects.sort(key=itemgetter(1))
        # Whoever asks for limits alone does not ask what stands beside the effects and is none of them.
        unread = self._unread(whole_text=parts != {"limits"})
        return TemplateReading(
            tuple(self._limits) if "limits" in parts else (),
            tuple(_with_costs(self._non_effects)) if "non_effects" in parts else (),
            self._grouping.finished() if "effects" in parts else (),
            tuple(unread),
        )

    def _find_stories(self, *, has_lore: bool) -> list[list[int]]:
        """Find the sentences of each section that holds no effects but a story.

        A story has words, not only names, and nothing in it marks or names anything of the game. The last section of a
        monster without effects is a story whatever it says.
        """
        sections: list[list[int]] = [[]]
        for number, (_, _, position) in enumerate(self._sentences):
            if position & SECTION:
                sections.append([])
            elif not position & BESIDE:
                sections[-1].append(number)
        told = sections[-1:] if has_lore else [section for section in sections if all(map(self._is_story, section))]
        return [story for story in told if story]

    def _is_story(self, number: int) -> bool:
        start, end, position = self._sentences[number]
        if position & _NEVER_FLAVOR or self._found[number].candidates:
            return False
        words = self._words[start:end]
        return not self._language.grammar(words) & _NEVER_FLAVOR and _LETTERS.search(words) is not None

    def _read_sentence(self, number: int) -> None:
        """Take what a sentence says: the limits, and the text that is no effect; a limit's sentence may be that too.

        A limit may be of the same effects as the one before it in its sentence; what is said of "this effect" beside a
        limit is said of those that this governs.
        """
        start, end, position = self._sentences[number]
        if position & SECTION:
            self._non_effects.append((_HEADING, (start, end), ()))
        elif position & OF_ACTIVATION and not position & BESIDE:
            # What a heading says of the card's own activation, in words that no rule reads.
            self._non_effects.append((_ACTIVATION, (start, end), ()))
        governed: tuple[int, ...] = ()
        # The name that the sentence gave before: where its sign stands, or which its words stand for.
        named: Span | str | None = None
        for candidate in self._found[number].candidates:
            statement, _, is_marked, span, told = candidate.move(start)
            record, said = statement
            is_beside_limit = governed != () and said.reach == "last"
            before = governed if said.reach == "same" or is_beside_limit else None
            applies_to = apply_to(candidate, number, span[0], self._grouping, before)
            if isinstance(record, Limit):
                governed = applies_to.effects
                # "... and its previous effect only once per turn" means the name that the same sentence gave before.
                if "name" in told or record.kind != "hard":
                    named = told.get("name", said.called)
                given = {**self._given(statement, record, applies_to), **self._unruled}
                if "count_text" in told:
                    given["count"] = None
                if isinstance(named, tuple):
                    told = {**told, "name": named}
                else:
                    given["name"] = named
                self._limits.append((msgspec.structs.replace(record, **given), span, told))
                if is_marked or not position & BESIDE:
                    continue
                # A procedure is used; of this copy only Summons of a kind are limited as such.
                is_of_summons = said.verb == "special_summon" and (record.summon_kind or record.scope == "name")
                kind: NonEffectKind = "summon_limit" if is_of_summons else "activation_limit"
                record = state_non_effect(kind, record.rule, record.source, record.confidence)
            elif not _is_whole(candidate):
                # A clause or a note of a sentence that is an effect all the same.
                self._grouping.cut_out(number, span)
            self._non_effects.append((record, span, applies_to.effects))

    def _given(self, statement: Statement, record: Limit, applies_to: AppliesTo) -> dict[str, Any]:
        """Return what the card around a limit says in its fields."""
        given: dict[str, Any] = {"applies_to": applies_to}
        # Nothing but activations makes a Chain.
        is_of_uses = record.verb == "use" and record.kind in _OF_EFFECTS and record.period != "chain"
        if is_of_uses and not applies_to.activation and self._only_apply(applies_to.effects):
            given["verb"] = "apply"
            # Abilities say in their own way when they are spent.
            if not self._language.abilities:
                given["spent_on"] = "application"
        if is_of_each_option(statement, applies_to.effects, self._grouping):
            given["each_option"] = True
        # One use, whichever of several effects it was.
        if statement.said.reach == "either" and len(applies_to.effects) > 1:
            given["shared"] = True
        return given

    def _only_apply(self, effects: Sequence[int]) -> bool:
        """Tell whether nothing is activated of effects, given by their indexes; what they give may be."""
        governed = [self._grouping.effects[at - 1] for at in effects]
        return governed != [] and all(one.kind in NEVER_ACTIVATED and not self._gives(one) for one in governed)

    def _gives(self, effect: GroupedEffect) -> bool:
        """Tell whether an effect gives others, as choices or in the words behind it."""
        words = self._words[effect.parts[0][0] : effect.parts[-1][1]]
        return effect.options != [] or self._language.choosing.tell(words) == "gains"

    def _unread(self, *, whole_text: bool) -> Iterator[tuple[Span, Reason, str | None]]:
        """Yield the sentences that no rule reads with their words, and without these what is too long to be read.

        A sentence beside the effects is none of them, so that only rules can say what all of it is.
        """
        for (start, end, position), reading in zip(self._sentences, self._found, strict=True):
            if reading.is_unread or (whole_text and position & BESIDE and self._is_partly_read(start, end, reading)):
                yield (start, end), reading.reason, self._words[start:end]
            for first, last in reading.cut_off:
                yield (start + first, start + last), "too_long", None

    def _is_partly_read(self, start: int, end: int, reading: Reading) -> bool:
        """Tell whether some of a sentence's words are in no record."""
        done = start
        for first, last in sorted(candidate.place for candidate in reading.candidates):
            if has_word(self._words, done, start + first):
                return True
            done = max(done, start + last)
        return has_word(self._words, done, end) is not None


def _beside_effects(sentences: Sequence[Sentence], found: Sequence[Reading]) -> list[Sentence]:
    """Return the sentences with flags of what is read in each as a whole, and of those that are no effect.

    Since 2014 Japanese print numbers every effect, and leaves without a number what in their section is none. What
    stands inside a number belongs to its effect, whatever it says.
    """
    flagged: list[Sentence] = []
    are_numbered = False
    for number in range(len(sentences) - 1, -1, -1):
        start, end, position = sentences[number]
        told = 0
        if position & (NUMBERED | SECTION):
            are_numbered = position & NUMBERED != 0
        elif are_numbered:
            told = BESIDE
        for candidate in found[number].candidates:
            told |= _told_of_sentence(candidate)
        flagged.append((start, end, position | (told & ~BESIDE if position & INSIDE_NUMBER else told)))
    return flagged[::-1]


def _told_of_sentence(candidate: Candidate) -> int:
    """Tell by flags what a reading makes of its sentence."""
    record, said = candidate.statement
    told = POINTS_ON if said.reference == "following" else 0
    if isinstance(record, NonEffect):
        # Other words that are no effect leave none of their sentence one.
        return told | (BESIDE if _is_whole(candidate) else 0)
    if not candidate.is_sentence:
        return told
    # It stands beside the effects if it speaks of them, or of a use that they share.
    is_apart = record.kind in _INSIDE_EFFECTS and (record.shared or said.refers)
    return told | (BESIDE if is_apart else _STANDS.get(record.kind, 0))


def _is_whole(candidate: Candidate) -> bool:
    """Tell whether words that are no effect leave nothing of their sentence."""
    return candidate.is_sentence or candidate.is_marked


def _without_limits(reading: Reading) -> Reading:
    """Leave out what is read as a limit, or is unread."""
    return Reading(tuple(one for one in reading.candidates if isinstance(one.statement.record, NonEffect)))


def _with_costs(non_effects: Sequence[NonEffectOfCard]) -> Iterator[NonEffectOfCard]:
    """Yield non-effects, with what maintenance costs leave to the text behind them, or to the rules of the game.

    What is to be paid stands before what happens unpaid; where that is not printed, it must be paid.
    """
    for at, (one, span, effects) in enumerate(non_effects, start=1):
        if one.kind == "maintenance_cost" and one.mandatory is None:
            is_left = any(other.mandatory is False for other, *_ in non_effects[at : at + 1])
            yield msgspec.structs.replace(one, mandatory=not is_left), span, effects
        else:
            yield one, span, effects
