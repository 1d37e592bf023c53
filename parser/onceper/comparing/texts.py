"""What differs between two readings of one text, as records: which say the same, and in what the others differ."""

from __future__ import annotations

from functools import partial
from operator import attrgetter
from typing import TYPE_CHECKING, Any

from msgspec.structs import asdict, astuple

from onceper.comparing.pairing import pair, same_effects
from onceper.contract.difference import Difference
from onceper.contract.effect import Effect
from onceper.contract.limit import CountedEvent, Limit
from onceper.display.named import STATES_A_LIMIT, spelled
from onceper.display.speech import say_in_english

if TYPE_CHECKING:
    from collections import Counter
    from collections.abc import Iterable, Iterator, Mapping, Sequence

    from onceper.contract.difference import Of
    from onceper.contract.reading import Row

    # A record, and its fields that do something in play.
    _Compared = tuple[Any, dict[str, Any]]

_NUMBERS_DIFFER = "limits whose effects have no counterpart, as one text has more effects"
_NOT_READ = "texts with an error, of which nothing was read"
# What does nothing in play: the words of a record, its place, how it points, and what found it.
_DOES_NOTHING = {
    "span",
    "text",
    "rule",
    "source",
    "confidence",
    "applies_to",
    "applies_to.reference",
    "label",
    "parts",
    "kind_told_by",
}
_GOVERNED = {"effects", "applies_to.effects"}
_IN_ONE_LANGUAGE = {"name", "event", "pattern", "edition"}
# Words of the print, of which another language has its own.
_IN_WORDS = {"count_text", "condition"}
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
    "options": {"choose"},
}


def compare_texts(
    a: Row | None, b: Row | None, not_compared: Counter[str], *, between_languages: bool
) -> Iterator[Difference]:
    """Yield what differs between two readings of one text, or of one card in two languages; count what cannot be."""
    tell = partial(_difference, a, b)
    if a is None or b is None:
        side = "b" if a is None else "a"
        not_compared[f"texts that only {side} has"] += 1
        yield tell("text", f"only_{side}")
        return
    if a.error or b.error:
        not_compared[_NOT_READ] += 1
        if a.error != b.error:
            yield tell("text", "error", None, None, a.error, b.error)
        return
    numbers = same_effects(a.effects, b.effects, between_languages=between_languages)
    stating = ([found for found in row.non_effects if found.kind not in STATES_A_LIMIT] for row in (a, b))
    sides: dict[Of, Iterable[Sequence[Any]]] = {
        "limit": (a.limits, b.limits),
        "effect": (a.effects, b.effects) if numbers else ((), ()),
        "non_effect": stating,
    }
    for of, (of_a, of_b) in sides.items():
        # Effects are called by their numbers in a; where these tell nothing, it tells whether there are any.
        said_a = [(one, _said(one, numbers and {}, between_languages)) for one in of_a]
        said_b = [(one, _said(one, numbers, between_languages)) for one in of_b]
        found = pair(said_a, said_b, _near)
        for (one, said), (other, _), differing in found.both:
            for field in differing:
                yield tell(of, field, one, other, _in_words(one, field), _in_words(other, field))
            if numbers is None and said.get("applies_to.effects"):
                not_compared[_NUMBERS_DIFFER] += 1
        for one, _ in found.only_a:
            yield tell(of, "only_a", one, None, say_in_english(one, a))
        for other, _ in found.only_b:
            yield tell(of, "only_b", None, other, None, say_in_english(other, b))
        if numbers is None and of == "effect":
            yield tell(of, "number", None, None, str(len(a.effects)), str(len(b.effects)))
    if len(a.unread) != len(b.unread):
        first_a, first_b = (next(iter(row.unread), None) for row in (a, b))
        yield tell("unread", "number", first_a, first_b, str(len(a.unread)), str(len(b.unread)))


def _difference(
    a: Row | None,
    b: Row | None,
    of: Of,
    differs: str,
    found_a: Any = None,
    found_b: Any = None,
    value_a: str | None = None,
    value_b: str | None = None,
) -> Difference:
    """Return a difference between two texts or two records of theirs, of which one may be missing."""
    row: Any = a or b
    return Difference(
        id=row.id,
        name=row.name,
        game=row.game,
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


def _said(record: Any, numbers: Mapping[int, int] | None, between_languages: bool) -> dict[str, Any]:
    """Return the fields of a record that do something in play, as they are compared."""
    fields = asdict(record)
    if isinstance(record, Limit):
        fields |= {f"applies_to.{field}": value for field, value in asdict(record.applies_to).items()}
    elif isinstance(record, Effect):
        fields |= {"options": len(record.options), "index": (numbers or {}).get(record.index, record.index)}
    left_out = _DOES_NOTHING | _IN_ONE_LANGUAGE if between_languages else _DOES_NOTHING
    said = {field: value for field, value in fields.items() if field not in left_out}
    for field in _GOVERNED & said.keys():
        said[field] = bool(said[field]) if numbers is None else sorted(numbers.get(of, of) for of in said[field])
    for field in _IN_WORDS & said.keys():
        # Prints and files differ in line ends, which change no reading.
        words = (said[field] or "").split()
        said[field] = bool(words) if between_languages else words
    return said


def _in_words(record: Any, field: str) -> str | None:
    """Return what a field of a record says, in words of the contract."""
    value = attrgetter(field)(record)
    if isinstance(value, CountedEvent):
        return " ".join(filter(None, astuple(value)))
    if field == "options":
        return str(len(value))
    return None if value in {None, ()} else spelled(value)


def _near(one: _Compared, other: _Compared) -> tuple[tuple[bool, int], list[str]] | None:
    """Return how far apart two records are that may be one, and in what they differ; those of one kind are nearest.

    Effects are one by their numbers. Limits of another kind may be one where they have the same words, and one by copy
    and one by card name where they are for the same effects.
    """
    (a, said), (b, of_b) = one, other
    is_of_kind = a.kind == b.kind
    if isinstance(a, Effect):
        may_be_one = said["index"] == of_b["index"]
    else:
        is_copy_or_name = {a.kind, b.kind} == {"soft", "hard"}
        is_for_same = is_copy_or_name and said["applies_to.effects"] == of_b["applies_to.effects"]
        may_be_one = is_of_kind or is_for_same or (isinstance(a, Limit) and a.text == b.text)
    if not may_be_one:
        return None
    differing = [field for field, value in said.items() if value != of_b[field]]
    follow = set[str]().union(*(_FOLLOW.get(field, ()) for field in differing))
    told = [field for field in differing if field not in follow]
    return (not is_of_kind, len(told)), told
