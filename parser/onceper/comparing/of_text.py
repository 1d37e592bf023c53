"""What differs between two readings of one text, as records."""

from __future__ import annotations

from operator import attrgetter
from typing import TYPE_CHECKING, Any, NamedTuple

from onceper.comparing.limits import compare_limits
from onceper.comparing.pairing import Effects, pair
from onceper.contract.difference import Difference
from onceper.contract.limit import Limit
from onceper.display.speech import ENGLISH, Speech

if TYPE_CHECKING:
    from collections.abc import Collection, Iterator

    from onceper.contract.difference import Of
    from onceper.contract.effect import Effect
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

    differences: tuple[Difference, ...]
    not_compared: tuple[str, ...] = ()


def only_in_one(a: Row | None, b: Row | None) -> Compared:
    """Return the one difference of a text that only one of two taggings has."""
    return Compared((_difference(a, b, "text", ONLY_A if a else ONLY_B),))


def compare_texts(a: Row, b: Row, parts: Collection[Part], *, between_languages: bool) -> Compared:
    """Return what differs between two readings of one text, or of one card in two languages."""
    if a.error or b.error:
        differ = a.error != b.error
        return Compared((_difference(a, b, "text", "error", a.error, b.error),) if differ else (), (_NOT_READ,))
    compared = _Texts(a, b, between_languages=between_languages)
    differences: list[Difference] = []
    if "limits" in parts:
        differences += compared.limits()
    if "effects" in parts:
        differences += compared.effects()
    if "non_effects" in parts:
        differences += compared.non_effects()
    if len(a.unread) != len(b.unread):
        first: list[Record | None] = [row.unread[0] if row.unread else None for row in (a, b)]
        differences.append(_difference(a, b, "unread", "number", len(a.unread), len(b.unread), *first))
    lost = 0 if compared.numbers.known or not {"limits", "effects"} <= {*parts} else compared.governing
    return Compared(tuple(differences), (_NUMBERS_DIFFER,) * lost)


class _Texts:
    """Compare the records of two readings, kind of record by kind of record."""

    def __init__(self, a: Row, b: Row, *, between_languages: bool) -> None:
        self._a, self._b = a, b
        self._between_languages = between_languages
        self.numbers = Effects(a.effects, b.effects, between_languages=between_languages)
        self.governing = 0

    def limits(self) -> Iterator[Difference]:
        a, b = self._a.limits, self._b.limits
        found = compare_limits(a, b, self.numbers, between_languages=self._between_languages)
        for here, there, fields in found.both:
            yield from self._fields("limit", fields, a[here], b[there])
            self.governing += bool(a[here].applies_to.effects)
        yield from self._only("limit", (a[place] for place in found.only_a), (b[place] for place in found.only_b))

    def effects(self) -> Iterator[Difference]:
        a, b = self._a.effects, self._b.effects
        if not self.numbers.known:
            yield _difference(self._a, self._b, "effect", "number", len(a), len(b))
        for there, here in self.numbers.of_b.items():
            own, other = a[here - 1], b[there - 1]
            yield from self._fields("effect", ["kind"] if own.kind != other.kind else [], own, other)
            numbers = len(own.options), len(other.options)
            if numbers[0] != numbers[1]:
                yield _difference(self._a, self._b, "effect", "options", *numbers, own, other)
            elif own.choose != other.choose:
                yield from self._fields("effect", ["choose"], own, other)

    def non_effects(self) -> Iterator[Difference]:
        a, b = ([found for found in row.non_effects if found.kind not in _OF_LIMITS] for row in (self._a, self._b))
        found = pair(a, b, self._near)
        for here, there, fields in found.both:
            yield from self._fields("non_effect", fields, a[here], b[there])
        yield from self._only("non_effect", (a[place] for place in found.only_a), (b[place] for place in found.only_b))

    def _near(self, one: NonEffect, other: NonEffect) -> tuple[int, list[str]] | None:
        if one.kind != other.kind:
            return None
        fields = [field for field in _OF_NON_EFFECTS if getattr(one, field) != getattr(other, field)]
        if self.numbers.of_a(one.effects) != self.numbers.in_a(other.effects):
            fields.append("effects")
        return len(fields), fields

    def _fields(self, of: Of, fields: list[str], a: Record, b: Record) -> Iterator[Difference]:
        for field in fields:
            get = attrgetter(field)
            yield _difference(self._a, self._b, of, field, get(a), get(b), a, b)

    def _only(self, of: Of, a: Iterator[Limit | NonEffect], b: Iterator[Limit | NonEffect]) -> Iterator[Difference]:
        for found in a:
            yield _difference(self._a, self._b, of, ONLY_A, _in_words(found, self._a), None, found, None)
        for found in b:
            yield _difference(self._a, self._b, of, ONLY_B, None, _in_words(found, self._b), None, found)


def _in_words(found: Limit | NonEffect, row: Row) -> str:
    """Return what a record says, in English whatever the language of the text."""
    speech = Speech(ENGLISH, row.game, row.effects, row.name)
    return speech.say(found) if isinstance(found, Limit) else speech.say_non_effect(found)


def _difference(
    a: Row | None,
    b: Row | None,
    of: Of,
    differs: str,
    value_a: object = None,
    value_b: object = None,
    found_a: Record | None = None,
    found_b: Record | None = None,
) -> Difference:
    row = a or b
    assert row is not None  # noqa: S101  one of the two taggings has the text
    return Difference(
        id=row.id,
        name=row.name or (b.name if b else None),
        game=row.game or (b.game if b else None),
        field=row.field,
        lang_a=a.lang if a else None,
        lang_b=b.lang if b else None,
        of=of,
        kind=getattr(found_a or found_b, "kind", None),
        differs=differs,
        value_a=_value(value_a),
        value_b=_value(value_b),
        span_a=found_a.span if found_a else None,
        span_b=found_b.span if found_b else None,
        text_a=found_a.text if found_a else None,
        text_b=found_b.text if found_b else None,
    )


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
