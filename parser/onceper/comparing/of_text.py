"""What differs between two readings of one text, as records."""

from __future__ import annotations

from operator import attrgetter
from typing import TYPE_CHECKING, Any, NamedTuple

from onceper.comparing.effects import number
from onceper.comparing.limits import compare_limits
from onceper.contract.difference import Difference
from onceper.display.other_words import not_effect_and_where
from onceper.display.words import in_words

if TYPE_CHECKING:
    from collections.abc import Collection, Iterator, Sequence

    from onceper.comparing.effects import Numbering
    from onceper.comparing.limits import Limits
    from onceper.contract.difference import Of
    from onceper.contract.effect import Effect
    from onceper.contract.limit import Limit
    from onceper.contract.non_effect import NonEffect
    from onceper.contract.reading import Part, Row
    from onceper.contract.span import Unread

    Record = Limit | NonEffect | Effect | Unread

ONLY_A, ONLY_B = "only_a", "only_b"
_NUMBERS_DIFFER = "limits whose effects have no counterpart, as one text has more effects"
_NOT_READ = "texts with an error, of which nothing was read"
# They say again what a limit says, which is compared as such.
_OF_LIMITS = frozenset({"activation_limit", "summon_limit"})
_OF_NON_EFFECTS = ("applies", "mandatory", "material", "wins")


class Compared(NamedTuple):
    """Hold the differences of one text, and what could not be compared in it."""

    differences: list[Difference]
    not_compared: tuple[str, ...] = ()


class _Say:
    """Make the differences of one text, each with what there is to say of both sides."""

    def __init__(self, a: Row | None, b: Row | None) -> None:
        row = a or b
        assert row is not None  # noqa: S101  one of the two taggings has the text
        self._card = (row.id, row.name or (b.name if b else None), row.game or (b.game if b else None), row.field)
        self._langs = (a.lang if a else None, b.lang if b else None)

    def __call__(
        self,
        of: Of,
        differs: str,
        values: tuple[str | None, str | None],
        *,
        kind: str | None = None,
        a: Record | None = None,
        b: Record | None = None,
    ) -> Difference:
        spans = (a.span if a else None, b.span if b else None)
        words = (a.text if a else None, b.text if b else None)
        return Difference(*self._card, *self._langs, of, kind, differs, *values, *spans, *words)

    def only(self, of: Of, in_words: str, *, kind: str, a: Record | None = None, b: Record | None = None) -> Difference:
        values = (in_words, None) if a else (None, in_words)
        return self(of, ONLY_A if a else ONLY_B, values, kind=kind, a=a, b=b)


def only_in_one(a: Row | None, b: Row | None) -> Compared:
    """Return the one difference of a text that only one of two taggings has."""
    return Compared([_Say(a, b)("text", ONLY_A if a else ONLY_B, (None, None))])


def compare_texts(a: Row, b: Row, parts: Collection[Part], *, between_languages: bool) -> Compared:
    """Return what differs between two readings of one text, or of one card in two languages."""
    say = _Say(a, b)
    if a.error or b.error:
        differences = [say("text", "error", (a.error, b.error))] if a.error != b.error else []
        return Compared(differences, (_NOT_READ,))
    numbering = number(a.effects, b.effects, between_languages=between_languages)
    differences = []
    not_compared: list[str] = []
    if "limits" in parts:
        limits = compare_limits(a.limits, b.limits, numbering, between_languages=between_languages)
        differences += _of_limits(a.limits, b.limits, limits, say)
        if "effects" in parts and numbering.of_b is None:
            matched = set(range(len(a.limits))).difference(limits.only_a)
            not_compared += [_NUMBERS_DIFFER for place in matched if a.limits[place].applies_to.effects]
    if "effects" in parts:
        differences += _of_effects(a.effects, b.effects, numbering, say)
    if "non_effects" in parts:
        differences += _of_non_effects(a.non_effects, b.non_effects, numbering, say)
    if len(a.unread) != len(b.unread):
        first_a, first_b = (row.unread[0] if row.unread else None for row in (a, b))
        differences.append(say("unread", "number", (str(len(a.unread)), str(len(b.unread))), a=first_a, b=first_b))
    return Compared(differences, tuple(not_compared))


def _of_limits(a: Sequence[Limit], b: Sequence[Limit], found: Limits, say: _Say) -> Iterator[Difference]:
    for here, there, fields in found.differing:
        one, other = a[here], b[there]
        for field in fields:
            get = attrgetter(field)
            yield say("limit", field, (_value(get(one)), _value(get(other))), kind=one.kind, a=one, b=other)
    for limit in map(a.__getitem__, found.only_a):
        yield say.only("limit", in_words(limit), kind=limit.kind, a=limit)
    for limit in map(b.__getitem__, found.only_b):
        yield say.only("limit", in_words(limit), kind=limit.kind, b=limit)


def _of_effects(a: Sequence[Effect], b: Sequence[Effect], numbering: Numbering, say: _Say) -> Iterator[Difference]:
    if numbering.of_b is None:
        yield say("effect", "number", (str(len(a)), str(len(b))))
        return
    for effect in b:
        own = a[numbering.of_b[effect.index] - 1]
        if own.kind != effect.kind:
            yield say("effect", "kind", (own.kind, effect.kind), kind=own.kind, a=own, b=effect)
        if len(own.options) != len(effect.options):
            numbers = (str(len(own.options)), str(len(effect.options)))
            yield say("effect", "options", numbers, kind=own.kind, a=own, b=effect)
        elif own.choose != effect.choose:
            yield say("effect", "choose", (own.choose, effect.choose), kind=own.kind, a=own, b=effect)


def _of_non_effects(
    a: Sequence[NonEffect], b: Sequence[NonEffect], numbering: Numbering, say: _Say
) -> Iterator[Difference]:
    only_a = [found for found in a if found.kind not in _OF_LIMITS]
    only_b = [found for found in b if found.kind not in _OF_LIMITS]
    # First those that say the same, so that of several of a kind the others are left for each other.
    for is_same in (True, False):
        for found in list(only_a):
            for other in only_b:
                fields = _differing(found, other, numbering) if found.kind == other.kind else None
                if fields is None or (is_same and fields):
                    continue
                only_a.remove(found)
                only_b.remove(other)
                for field in fields:
                    values = (_value(getattr(found, field)), _value(getattr(other, field)))
                    yield say("non_effect", field, values, kind=found.kind, a=found, b=other)
                break
    for found in only_a:
        yield say.only("non_effect", not_effect_and_where(found), kind=found.kind, a=found)
    for found in only_b:
        yield say.only("non_effect", not_effect_and_where(found), kind=found.kind, b=found)


def _differing(a: NonEffect, b: NonEffect, numbering: Numbering) -> list[str]:
    fields = [field for field in _OF_NON_EFFECTS if getattr(a, field) != getattr(b, field)]
    return fields if numbering.told(a.effects) == numbering.matched(b.effects) else [*fields, "effects"]


def _value(value: Any) -> str | None:
    match value:
        case None | ():
            return None
        case bool():
            return "true" if value else "false"
        case tuple():
            return ", ".join(map(str, value))
        case str() | int():
            return str(value)
    return " ".join(filter(None, (value.what, value.whose, value.object)))
