"""What differs between two taggings of the same cards: limits gained, lost and changed, card by card."""

from __future__ import annotations

from collections import Counter, defaultdict
from operator import attrgetter
from typing import TYPE_CHECKING, Any, Literal, NamedTuple

from onceper.display.other_words import not_effect_in_words
from onceper.errors import OnceperError

if TYPE_CHECKING:
    from collections.abc import Callable, Iterable, Iterator, Sequence

    from onceper.contract.effect import Effect
    from onceper.contract.limit import Limit
    from onceper.contract.non_effect import NonEffect
    from onceper.contract.reading import Row

Difference = Literal[
    "gained", "lost", "changed", "non-effects", "effects", "not read", "error", "only here", "only there"
]

# What every language says alike; names and printed words are its own.
_SAID = (
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
    "applies_to.effects",
    "applies_to.activation",
    "applies_to.summon",
)
_PRINTED = ("applies_to.reference", "name", "event", "count_text", "condition", "pattern", "edition", "text")


class ComparisonError(OnceperError):
    """Two taggings have no card in common."""


class Pair(NamedTuple):
    """Hold one card of two taggings, and what differs.

    ``here`` and ``there`` are places in the two taggings, one of them null where only the other has the card.
    ``gained`` are limits of ``here`` and ``lost`` limits of ``there`` by their place in the row; ``changed`` has a
    place in each and what changed, in words.
    """

    here: int | None
    there: int | None
    gained: tuple[int, ...] = ()
    lost: tuple[int, ...] = ()
    changed: tuple[tuple[int, int, str], ...] = ()
    other: tuple[str, ...] = ()
    differences: tuple[Difference, ...] = ()


class Comparison(NamedTuple):
    """Hold the cards of two taggings in pairs, and whether these are in different languages."""

    pairs: list[Pair]
    between_languages: bool


def compare(here: Sequence[Row], there: Sequence[Row]) -> Comparison:
    """Compare two taggings of the same cards, and tell what ``here`` has gained and lost against ``there``.

    Where they have a language in common, texts of the same id, field and language make a pair, else texts of the same
    id and field; of several such texts those of one name, else the first goes with the first. Between languages, limits
    are alike when they say the same, whatever the words. Where a text stands is no difference, as line ends move it.

    Raises:
        ComparisonError: both hold cards, and not one makes a pair.
    """
    between = not {row.lang for row in here if row.lang} & {row.lang for row in there if row.lang}
    matched = list(_match(here, there, between_languages=between))
    if here and there and not any(b is not None and a is not None for a, b in matched):
        raise ComparisonError(
            "no card of the one tagging is in the other",
            expected="two taggings of the same cards, matched by their id",
            remedy="tag both from files that give the cards the same ids",
        )
    pairs = []
    for place, counterpart in matched:
        if place is None:
            pairs.append(Pair(None, counterpart, differences=("only there",)))
        elif counterpart is None:
            pairs.append(Pair(place, None, differences=("only here",)))
        else:
            pairs.append(_pair(place, here[place], counterpart, there[counterpart], between))
    return Comparison(pairs, between)


def _match(
    here: Sequence[Row], there: Sequence[Row], *, between_languages: bool
) -> Iterator[tuple[int | None, int | None]]:
    def exact(row: Row) -> object:
        return row.id, row.field, None if between_languages else row.lang

    def loose(row: Row) -> object:
        return row.id, row.field

    counterparts: dict[int, int] = {}
    taken: set[int] = set()

    def match(key: Callable[[Row], object], *, unknown_language: bool = False) -> None:
        waiting = defaultdict(list)
        for place, row in enumerate(there):
            if place not in taken:
                waiting[key(row)].append(place)
        for place, row in enumerate(here):
            candidates = waiting.get(key(row))
            if place in counterparts or not candidates:
                continue
            if unknown_language and row.lang and there[candidates[0]].lang:
                continue
            counterparts[place] = candidates.pop(0)
            taken.add(counterparts[place])

    if not between_languages:
        # Cards without an id of their own share one, and are told apart by their names.
        match(lambda row: (exact(row), row.name))
    match(exact)
    # A text that could not be read in one of the taggings has no language there.
    match(loose, unknown_language=True)
    yield from ((place, counterparts.get(place)) for place in range(len(here)))
    yield from ((None, place) for place in range(len(there)) if place not in taken)


def _pair(place: int, here: Row, counterpart: int, there: Row, between: bool) -> Pair:
    says = _says(_SAID if between else _SAID + _PRINTED)
    new, old = list(map(says, here.limits)), list(map(says, there.limits))
    gained, lost = _find_unmatched(new, old)
    changed = []
    for added in list(gained):
        alike = [taken for taken in lost if _is_one_limit(here.limits[added], there.limits[taken], between)]
        if alike:
            nearest = min(alike, key=lambda taken: len(_changes(old[taken], new[added])))
            gained.remove(added)
            lost.remove(nearest)
            changed.append((added, nearest, "; ".join(_changes(old[nearest], new[added]))))
    other = tuple(_other_differences(here, there, between))
    kinds: list[Difference] = []
    kinds += ["gained"] if gained else []
    kinds += ["lost"] if lost else []
    kinds += ["changed"] if changed else []
    kinds += [kind for kind, _ in other]
    return Pair(
        place, counterpart, tuple(gained), tuple(lost), tuple(changed), tuple(w for _, w in other), tuple(kinds)
    )


def _says(fields: Iterable[str]) -> Callable[[Limit], dict[str, Any]]:
    getters = {field: attrgetter(field) for field in fields}
    return lambda limit: {field: _spaced_alike(get(limit)) for field, get in getters.items()}


def _find_unmatched(new: list[dict[str, Any]], old: list[dict[str, Any]]) -> tuple[list[int], list[int]]:
    """Return the places of what is only in the one list, and of what is only in the other."""
    lost = list(range(len(old)))
    gained = []
    for place, said in enumerate(new):
        same = next((taken for taken in lost if old[taken] == said), None)
        if same is None:
            gained.append(place)
        else:
            lost.remove(same)
    return gained, lost


def _is_one_limit(new: Limit, old: Limit, between: bool) -> bool:
    if between:
        return new.kind == old.kind
    return new.text == old.text or (new.span[0] < old.span[1] and old.span[0] < new.span[1])


def _changes(old: dict[str, Any], new: dict[str, Any]) -> list[str]:
    return [
        "other words" if field == "text" else f"{_called(field)}: {_value(old[field])} → {_value(new[field])}"
        for field in new
        if old[field] != new[field]
    ]


def _called(field: str) -> str:
    return field.replace("applies_to.", "governed ")


def _spaced_alike(value: Any) -> Any:
    """Return words with one space between them: prints and files differ in line ends, which change no reading."""
    return " ".join(value.split()) if isinstance(value, str) else value


def _words(records: Iterable[NonEffect | Effect]) -> list[str]:
    return [_spaced_alike(record.text) for record in records]


def _value(value: object) -> str:
    match value:
        case None | ():
            return "none"
        case True | False:
            return "yes" if value else "no"
        case tuple():
            return ", ".join(map(str, value))
        case str() | int():
            return str(value)
    return f"{getattr(value, 'what', '')} {getattr(value, 'object', '')}".strip()


def _other_differences(here: Row, there: Row, between: bool) -> Iterator[tuple[Difference, str]]:
    new, old = (Counter(map(not_effect_in_words, row.non_effects)) for row in (here, there))
    if new != old:
        changes = [f"+ {words}" for words in (new - old).elements()] + [
            f"− {words}" for words in (old - new).elements()
        ]
        yield "non-effects", f"not effects: {', '.join(changes)}"
    elif not between and _words(here.non_effects) != _words(there.non_effects):
        yield "non-effects", "not effects: other words"
    choices = [tuple(len(effect.options) for effect in row.effects) for row in (there, here)]
    kinds = [[effect.kind for effect in row.effects] for row in (there, here)]
    if len(kinds[0]) != len(kinds[1]):
        yield "effects", f"effects: {len(kinds[0])} → {len(kinds[1])}"
    elif kinds[0] != kinds[1]:
        yield "effects", f"effects: {_value(tuple(kinds[0]))} → {_value(tuple(kinds[1]))}"
    elif choices[0] != choices[1]:
        yield "effects", f"choices of the effects: {_value(choices[0])} → {_value(choices[1])}"
    elif not between and _words(here.effects) != _words(there.effects):
        yield "effects", "effects: other words"
    if len(here.unread) != len(there.unread):
        yield "not read", f"not read: {len(there.unread)} → {len(here.unread)}"
    if bool(here.error) != bool(there.error):
        yield "error", "error: no → yes" if here.error else "error: yes → no"
