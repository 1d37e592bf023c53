"""What differs between two readings of one text, as records: which say the same, and in what the others differ."""

from __future__ import annotations

from functools import partial
from operator import attrgetter
from typing import TYPE_CHECKING, Any

from onceper.comparing.pairing import Pairs, pair, same_effects
from onceper.contract.difference import Difference
from onceper.contract.limit import AppliesTo, CountedEvent, Limit
from onceper.display.named import spelled
from onceper.display.speech import say_in_english

if TYPE_CHECKING:
    from collections import Counter
    from collections.abc import Callable, Iterator, Mapping, Sequence

    from onceper.contract.difference import Of
    from onceper.contract.effect import Effect
    from onceper.contract.non_effect import NonEffect
    from onceper.contract.reading import Row
    from onceper.contract.span import Unread

    Record = Limit | NonEffect | Effect | Unread
    # A record, and what it is compared by.
    Said = tuple[Any, dict[str, Any]]

_NUMBERS_DIFFER = "limits whose effects have no counterpart, as one text has more effects"
_NOT_READ = "texts with an error, of which nothing was read"
# They say again what a limit says, which is compared as such.
_OF_LIMITS = frozenset({"activation_limit", "summon_limit"})
_OF_NON_EFFECT = ("applies", "mandatory", "material", "wins", "effects")
_OF_EFFECT = ("kind", "options", "choose")
_GOVERNED = {"effects", "applies_to.effects"}
_IN_ONE_LANGUAGE = {"name", "event", "pattern", "edition"}
# Words of the print, of which another language has its own.
_IN_WORDS = {"count_text", "condition"}
# What a limit does in play; its words, its place and how it points do nothing.
_DOES_NOTHING = {"span", "text", "rule", "source", "confidence", "applies_to"}
_OF_LIMIT = (
    *(field for field in Limit.__struct_fields__ if field not in _DOES_NOTHING),
    *(f"applies_to.{field}" for field in AppliesTo.__struct_fields__ if field != "reference"),
)
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
    "options": {"choose"},
}


def compare_texts(a: Row, b: Row, not_compared: Counter[str], *, between_languages: bool) -> Iterator[Difference]:
    """Yield what differs between two readings of one text, or of one card in two languages; count what cannot be."""
    if a.error or b.error:
        not_compared[_NOT_READ] += 1
        if a.error != b.error:
            yield difference(a, b, "text", "error", values=(a.error, b.error))
        return
    texts = _Texts(a, b, between_languages=between_languages)
    numbers = texts.numbers
    limits = texts.paired(a.limits, b.limits, _OF_LIMIT, _are_one_limit if between_languages else _meet)
    yield from texts.told("limit", limits)
    if numbers is None:
        not_compared[_NUMBERS_DIFFER] += sum(bool(one.applies_to.effects) for (one, _), _, _ in limits.both)
        yield difference(a, b, "effect", "number", values=(len(a.effects), len(b.effects)))
    else:
        effects = texts.paired(
            a.effects, b.effects, _OF_EFFECT, lambda one, other: numbers.get(other[0].index) == one[0].index
        )
        yield from texts.told("effect", effects)
    of_a, of_b = ([found for found in row.non_effects if found.kind not in _OF_LIMITS] for row in (a, b))
    yield from texts.told("non_effect", texts.paired(of_a, of_b, _OF_NON_EFFECT, _are_alike))
    if len(a.unread) != len(b.unread):
        first = [row.unread[0] if row.unread else None for row in (a, b)]
        yield difference(a, b, "unread", "number", *first, values=(len(a.unread), len(b.unread)))


class _Texts:
    """Pair the records of two readings by what they say, and tell what the two of a pair differ in."""

    def __init__(self, a: Row, b: Row, *, between_languages: bool) -> None:
        self._a, self._b = a, b
        self._between_languages = between_languages
        self.numbers = same_effects(a.effects, b.effects, between_languages=between_languages)

    def paired(
        self, a: Sequence[Record], b: Sequence[Record], fields: Sequence[str], may_be_one: Callable[[Said, Said], bool]
    ) -> Pairs:
        """Pair records with what they are compared by, the nearest first of those that may be one."""

        def near(one: Said, other: Said) -> tuple[tuple[bool, int], list[str]] | None:
            if not may_be_one(one, other):
                return None
            differing = [field for field, value in one[1].items() if value != other[1][field]]
            follow = set[str]().union(*(_FOLLOW.get(field, ()) for field in differing))
            told = [field for field in differing if field not in follow]
            return (not _are_alike(one, other), len(told)), told

        said_a = [(one, self._said(one, fields, {})) for one in a]
        said_b = [(one, self._said(one, fields, self.numbers or {})) for one in b]
        return pair(said_a, said_b, near)

    def told(self, of: Of, found: Pairs) -> Iterator[Difference]:
        """Yield what pairs differ in, then what only one of the two has."""
        tell = partial(difference, self._a, self._b, of)
        for (one, _), (other, _), fields in found.both:
            for field in fields:
                yield tell(field, one, other, values=[_shown(field, record) for record in (one, other)])
        for one, _ in found.only_a:
            yield tell("only_a", one, values=(say_in_english(one, self._a), None))
        for other, _ in found.only_b:
            yield tell("only_b", None, other, values=(None, say_in_english(other, self._b)))

    def _said(self, record: Record, fields: Sequence[str], numbers: Mapping[int, int]) -> dict[str, Any]:
        """Return what a record is compared by, with the numbers of a's effects; other languages have other words."""
        said = {}
        for field in fields:
            value = _shown(field, record)
            if field in _GOVERNED:
                # Where the numbers tell nothing, it tells whether there are any.
                value = bool(value) if self.numbers is None else sorted(numbers.get(of, of) for of in value)
            elif field in _IN_WORDS:
                # Prints and files differ in line ends, which change no reading.
                value = bool(value) if self._between_languages else value and " ".join(value.split())
            if not (self._between_languages and field in _IN_ONE_LANGUAGE):
                said[field] = value
        return said


def _shown(field: str, record: Record) -> Any:
    value = attrgetter(field)(record)
    return len(value) if field == "options" else value


def _are_alike(one: Said, other: Said) -> bool:
    return bool(one[0].kind == other[0].kind)


def _are_one_limit(one: Said, other: Said) -> bool:
    """Whether prints in two languages say how often of the same effects, be it that copies share the count in one."""
    governed = one[1]["applies_to.effects"]
    is_other_kind = {one[0].kind, other[0].kind} == {"soft", "hard"}
    return _are_alike(one, other) or (is_other_kind and bool(governed) and governed == other[1]["applies_to.effects"])


def _meet(one: Said, other: Said) -> bool:
    """Whether limits of one text are of one kind, of the same words, or of words in one place."""
    (a, _), (b, _) = one, other
    return bool(a.kind == b.kind or a.text == b.text or (a.span[0] < b.span[1] and b.span[0] < a.span[1]))


def difference(
    a: Row | None,
    b: Row | None,
    of: Of,
    differs: str,
    found_a: Record | None = None,
    found_b: Record | None = None,
    *,
    values: Sequence[object] = (None, None),
) -> Difference:
    """Return a difference between two texts or two records of theirs, of which one may be missing."""
    row: Any = a or b
    value_a, value_b = map(_value, values)
    return Difference(
        id=row.id,
        name=row.name or getattr(b, "name", None),
        game=row.game or getattr(b, "game", None),
        field=row.field,
        lang_a=getattr(a, "lang", None),
        lang_b=getattr(b, "lang", None),
        of=of,
        kind=getattr(found_a or found_b, "kind", None),
        differs=differs,
        value_a=value_a,
        value_b=value_b,
        span_a=getattr(found_a, "span", None),
        span_b=getattr(found_b, "span", None),
        text_a=getattr(found_a, "text", None),
        text_b=getattr(found_b, "text", None),
    )


def _value(value: object) -> str | None:
    if isinstance(value, CountedEvent):
        return " ".join(filter(None, (value.what, value.whose, value.object)))
    return None if value in {None, ()} else spelled(value)
