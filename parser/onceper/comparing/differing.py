"""What differs between two readings of one text, as records: which say the same, and in what the others differ."""

from __future__ import annotations

from operator import attrgetter
from typing import TYPE_CHECKING, Any, NamedTuple

from onceper.comparing.pairing import Effects, pair
from onceper.contract.difference import Difference
from onceper.contract.limit import CountedEvent
from onceper.display.named import spelled
from onceper.display.speech import say_in_english

if TYPE_CHECKING:
    from collections.abc import Collection, Iterator, Sequence

    from onceper.comparing.pairing import Pairs
    from onceper.contract.difference import Of
    from onceper.contract.effect import Effect
    from onceper.contract.limit import Limit
    from onceper.contract.non_effect import NonEffect
    from onceper.contract.reading import Part, Row
    from onceper.contract.span import Unread

    Record = Limit | NonEffect | Effect | Unread
    Said = dict[str, Any]

ONLY_A, ONLY_B = "only_a", "only_b"
_NUMBERS_DIFFER = "limits whose effects have no counterpart, as one text has more effects"
_NOT_READ = "texts with an error, of which nothing was read"
# They say again what a limit says, which is compared as such.
_OF_LIMITS = frozenset({"activation_limit", "summon_limit"})
_OF_NON_EFFECTS = ("applies", "mandatory", "material", "wins")
# What a limit does in play, which every language says alike; its words, its place and how it points do nothing.
_OF_ANY_LIMIT = (
    "kind",
    "scope",
    "period",
    "whose_turn",
    "phase",
    "count",
    "at_least",
    "verb",
    "summon_kind",
    "shared",
    "each_option",
    "each_target",
    "counts_from",
    "names",
    "player",
    "owner",
    "optional",
    "spent_on",
    "refunded_if_negated",
    "resets_on",
    "on_control_change",
    "applies_to.options",
    "applies_to.activation",
    "applies_to.summon",
)
_IN_ONE_LANGUAGE = ("name", "event", "pattern", "edition")
# Words of the print, of which another language has its own.
_IN_WORDS = ("count_text", "condition")
_EFFECTS_OF_LIMIT = "applies_to.effects"
# A field that differs because another does is no further difference.
_FOLLOW = {
    "kind": {
        "scope",
        "names",
        "owner",
        "resets_on",
        "on_control_change",
        "spent_on",
        "refunded_if_negated",
        "optional",
    },
    "verb": {"spent_on", "refunded_if_negated"},
    "scope": {"owner", "names"},
}


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
        error = _difference(a, b, "text", "error", values=(a.error, b.error))
        return Compared((error,) if differ else (), (_NOT_READ,))
    compared = _Texts(a, b, between_languages=between_languages)
    differences: list[Difference] = []
    if "limits" in parts:
        differences += compared.limits()
    if "effects" in parts:
        differences += compared.effects()
    if "non_effects" in parts:
        differences += compared.non_effects()
    if len(a.unread) != len(b.unread):
        first = [row.unread[0] if row.unread else None for row in (a, b)]
        differences.append(_difference(a, b, "unread", "number", *first, values=(len(a.unread), len(b.unread))))
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
        said_a = [self._meaning(limit, self.numbers.of_a(limit.applies_to.effects)) for limit in a]
        said_b = [self._meaning(limit, self.numbers.in_a(limit.applies_to.effects)) for limit in b]

        def near(here: int, there: int) -> tuple[tuple[bool, int], list[str]] | None:
            one, other = said_a[here], said_b[there]
            is_same_kind = one["kind"] == other["kind"]
            may_be_one = _is_counted_otherwise(one, other) if self._between_languages else _meet(a[here], b[there])
            if not (is_same_kind or may_be_one):
                return None
            fields = [field for field in one if one[field] != other[field]]
            follow = set[str]().union(*(_FOLLOW.get(field, ()) for field in fields))
            fields = [field for field in fields if field not in follow]
            return (not is_same_kind, len(fields)), fields

        found = pair(range(len(a)), range(len(b)), near)
        self.governing = sum(bool(a[here].applies_to.effects) for here, _, _ in found.both)
        return self._paired("limit", a, b, found)

    def effects(self) -> Iterator[Difference]:
        a, b = self._a.effects, self._b.effects
        if not self.numbers.known:
            yield _difference(self._a, self._b, "effect", "number", values=(len(a), len(b)))
        for there, here in self.numbers.of_b.items():
            own, other = a[here - 1], b[there - 1]
            if own.kind != other.kind:
                yield self._field("effect", "kind", own, other)
            numbers = len(own.options), len(other.options)
            if numbers[0] != numbers[1]:
                yield _difference(self._a, self._b, "effect", "options", own, other, values=numbers)
            elif own.choose != other.choose:
                yield self._field("effect", "choose", own, other)

    def non_effects(self) -> Iterator[Difference]:
        a, b = ([found for found in row.non_effects if found.kind not in _OF_LIMITS] for row in (self._a, self._b))
        return self._paired("non_effect", a, b, pair(a, b, self._near))

    def _meaning(self, limit: Limit, effects: object) -> Said:
        """Return what two limits are compared by."""
        fields = _OF_ANY_LIMIT if self._between_languages else (*_OF_ANY_LIMIT, *_IN_ONE_LANGUAGE)
        said = {field: attrgetter(field)(limit) for field in fields}
        for field in _IN_WORDS:
            words = getattr(limit, field)
            # Prints and files differ in line ends, which change no reading.
            said[field] = words is not None if self._between_languages else words and " ".join(words.split())
        return said | {_EFFECTS_OF_LIMIT: effects}

    def _near(self, one: NonEffect, other: NonEffect) -> tuple[int, list[str]] | None:
        if one.kind != other.kind:
            return None
        fields = [field for field in _OF_NON_EFFECTS if getattr(one, field) != getattr(other, field)]
        if self.numbers.of_a(one.effects) != self.numbers.in_a(other.effects):
            fields.append("effects")
        return len(fields), fields

    def _paired(
        self, of: Of, a: Sequence[Limit | NonEffect], b: Sequence[Limit | NonEffect], found: Pairs
    ) -> Iterator[Difference]:
        for here, there, fields in found.both:
            for field in fields:
                yield self._field(of, field, a[here], b[there])
        for place in found.only_a:
            words = say_in_english(a[place], self._a)
            yield _difference(self._a, self._b, of, ONLY_A, a[place], values=(words, None))
        for place in found.only_b:
            words = say_in_english(b[place], self._b)
            yield _difference(self._a, self._b, of, ONLY_B, None, b[place], values=(None, words))

    def _field(self, of: Of, field: str, a: Record, b: Record) -> Difference:
        get = attrgetter(field)
        return _difference(self._a, self._b, of, field, a, b, values=(get(a), get(b)))


def _is_counted_otherwise(one: Said, other: Said) -> bool:
    """Whether two prints say how often of the same effects, and differ in whether copies share the count."""
    effects = one[_EFFECTS_OF_LIMIT]
    return {one["kind"], other["kind"]} == {"soft", "hard"} and bool(effects) and effects == other[_EFFECTS_OF_LIMIT]


def _meet(one: Limit, other: Limit) -> bool:
    return one.text == other.text or (one.span[0] < other.span[1] and other.span[0] < one.span[1])


def _difference(
    a: Row | None,
    b: Row | None,
    of: Of,
    differs: str,
    found_a: Record | None = None,
    found_b: Record | None = None,
    *,
    values: tuple[object, object] = (None, None),
) -> Difference:
    row = a or b
    assert row is not None  # noqa: S101  one of the two taggings has the text
    value_a, value_b = map(_value, values)
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
        value_a=value_a,
        value_b=value_b,
        span_a=found_a.span if found_a else None,
        span_b=found_b.span if found_b else None,
        text_a=found_a.text if found_a else None,
        text_b=found_b.text if found_b else None,
    )


def _value(value: object) -> str | None:
    if isinstance(value, CountedEvent):
        return " ".join(filter(None, (value.what, value.whose, value.object)))
    return None if value in {None, ()} else spelled(value)
