"""What a rule and the phrases in its slots state, as fields of the contract's records."""

from __future__ import annotations

from functools import lru_cache
from typing import TYPE_CHECKING, Any, NamedTuple

import msgspec

from onceper.contract.limit import CountedEvent, Limit
from onceper.contract.non_effect import NonEffect
from onceper.patterns.fields import LIMIT_FIELDS, NON_EFFECT_FIELDS
from onceper.reader.behaviour import completed

if TYPE_CHECKING:
    from onceper.contract.limit import Reference
    from onceper.patterns.fields import Reach
    from onceper.patterns.lexicon import Phrase
    from onceper.patterns.rule import Rule

_LIMIT_HEAD = ("kind", "scope", "period", "whose_turn", "phase", "count", "at_least", "verb", "shared")
_LIMIT_MIDDLE = ("names", "player", "optional", "spent_on", "refunded_if_negated", "resets_on", "event")
_NON_EFFECT_TAIL = ("negatable", "copied_with_effects", "applies")
_NEVER_AN_EFFECT = {"negatable": False, "copied_with_effects": False, "applies": "everywhere"}


class Statement(NamedTuple):
    """Hold the record's fields that do not depend on the card, in the record's order, and how to find the others.

    A Limit is ``head``, applies_to, name, ``middle``, span, text, ``tail``; a NonEffect ``head``, span, text, ``tail``.
    ``called`` is the name that its words stand for; ``is_implied`` tells that a limit printed in its ability says the
    same in so many words. ``beside`` leads to the sentence that must be text of the same kind: 1 to the next one, -1 to
    the one before; 0 is the sentence itself.
    """

    rule: str
    record: type[Limit | NonEffect]
    kind: str
    verb: str
    reference: Reference
    reach: Reach
    numbers: tuple[int, ...]
    activation: bool
    summon: bool
    head: tuple[Any, ...]
    middle: tuple[Any, ...]
    tail: tuple[Any, ...]
    called: str | None = None
    is_implied: bool = False
    beside: int = 0

    @property
    def fields(self) -> dict[str, Any]:
        """The fields of a limit that do not depend on the card."""
        return dict(zip((*_LIMIT_HEAD, *_LIMIT_MIDDLE), (*self.head, *self.middle), strict=True))


@lru_cache(maxsize=4096)
def state(rule: Rule, phrases: tuple[Phrase, ...]) -> Statement:
    """Return what a rule states with these phrases in its slots; what the rule says itself goes first."""
    tail: tuple[Any, ...] = (rule.id, "rule", 1.0)
    if rule.reading_kind == "limit":
        read: dict[str, Any] = {}
        for phrase in phrases:
            read.update(phrase.means)
        fields = _converted(completed({**read, **rule.reading}), LIMIT_FIELDS)
        if "what" in fields:
            fields["event"] = CountedEvent(fields["what"], fields.get("whose", "any"))
        head, middle = tuple(fields[key] for key in _LIMIT_HEAD), tuple(fields[key] for key in _LIMIT_MIDDLE)
    else:
        fields = _converted({**_NEVER_AN_EFFECT, **rule.reading}, NON_EFFECT_FIELDS)
        head, middle = (fields["kind"],), ()
        tail = (*(fields[key] for key in _NON_EFFECT_TAIL), *tail)
    return Statement(
        rule=rule.id,
        record=Limit if rule.reading_kind == "limit" else NonEffect,
        kind=fields["kind"],
        verb=fields.get("verb", ""),
        reference=fields.get("reference", "this"),
        reach=fields.get("reach", "last"),
        numbers=fields.get("numbers", ()),
        activation=fields.get("activation", False),
        summon=fields.get("summon", False),
        head=head,
        middle=middle,
        tail=tail,
        called=fields.get("called"),
        is_implied=fields.get("implied", False),
        beside=("before_its_like" in rule.where) - ("behind_its_like" in rule.where),
    )


def amended(states: Statement, rule: Rule) -> Statement:
    """Return a soft limit's statement with the fields that an amending rule gives; any other as it is."""
    return states if states.kind != "soft" else changed(states, **rule.reading)


def changed(states: Statement, **given: Any) -> Statement:
    """Return a limit's statement with these fields in place of its own."""
    fields = states.fields | _converted(given, LIMIT_FIELDS)
    return states._replace(
        head=tuple(fields[key] for key in _LIMIT_HEAD), middle=tuple(fields[key] for key in _LIMIT_MIDDLE)
    )


def _converted(fields: dict[str, Any], types: dict[str, Any]) -> dict[str, Any]:
    return {key: msgspec.convert(value, types[key]) for key, value in fields.items()}
