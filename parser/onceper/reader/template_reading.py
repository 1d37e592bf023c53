"""What is read in the template of a text: records in which only the print is not yet filled, with their places."""

from __future__ import annotations

from msgspec import Struct, field

from onceper.contract.effect import Choose, EffectKind, ToldBy
from onceper.contract.limit import Limit
from onceper.contract.non_effect import NonEffect
from onceper.contract.span import Ask, Reason, Span
from onceper.text.position import Sentence


class CardPlace(Struct, frozen=True, gc=False):
    """Hold a span in a card's template, and how many names stand before its ends: the card prints them at length."""

    start: int
    end: int
    names_before_start: int
    names_before_end: int


class PlacedLimit(Struct, frozen=True, gc=False):
    """Hold a limit and the places of its words, those of its event's object, in place of a number, of a condition.

    ``name_at`` is the number of the name that it gives, or -1.
    """

    limit: Limit
    place: CardPlace
    name_at: int = -1
    object_at: CardPlace | None = None
    count_at: CardPlace | None = None
    condition_at: CardPlace | None = None


class PlacedNonEffect(Struct, frozen=True, gc=False):
    """Hold a text that is no effect, and its place."""

    non_effect: NonEffect
    place: CardPlace


class PlacedOption(Struct, frozen=True, gc=False):
    """Hold the places of a choice and of what is printed before it, null where that is nothing."""

    place: CardPlace
    label_at: CardPlace | None


class PlacedEffect(Struct, frozen=True, gc=False):
    """Hold an effect's printed number, its kind and who tells that, the places of its pieces and choices.

    ``choose`` is what becomes of the choices, null without any.
    """

    label: str | None
    kind: EffectKind
    told_by: ToldBy
    parts: tuple[CardPlace, ...]
    options: tuple[PlacedOption, ...]
    choose: Choose | None


class PlacedUnread(Struct, frozen=True, gc=False):
    """Hold the place of what was not read, why, and what guesses what it says; null where nothing does."""

    place: CardPlace
    reason: Reason
    ask: Ask | None


class TemplateReading(Struct, frozen=True, gc=False):
    """Hold everything read in a template, in printed order."""

    limits: tuple[PlacedLimit, ...] = ()
    non_effects: tuple[PlacedNonEffect, ...] = ()
    effects: tuple[PlacedEffect, ...] = ()
    unread: tuple[PlacedUnread, ...] = ()


NO_RECORDS = TemplateReading()


class GroupedEffect(Struct, gc=False):
    """Hold an effect's printed number, the sentence that begins it, the position of that, its parts and its choices.

    ``opening`` knows more than the position in the sentence: also what the words tell. ``is_either`` tells that words
    set its choices apart, of which one is taken.
    """

    label: str | None
    first: Sentence
    opening: int
    parts: list[Span]
    options: list[Span] = field(default_factory=list)
    is_either: bool = False
