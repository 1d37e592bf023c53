"""The numbers of effects as the print of another language has them."""

from __future__ import annotations

import re
import unicodedata
from collections import Counter
from itertools import chain, combinations, islice, pairwise, permutations
from math import inf
from typing import TYPE_CHECKING, Literal

from msgspec import Struct
from msgspec.structs import replace

from onceper.contract.effect import NEVER_ACTIVATED

if TYPE_CHECKING:
    from collections.abc import Callable, Iterable, Iterator, Sequence

    from onceper.contract.effect import Effect
    from onceper.contract.reading import Row
    from onceper.contract.span import Span

    # The effects that are one, below the number of that.
    Way = dict[int, Sequence[Effect]]

Outcome = Literal["joined", "order", "apart"]
_MOST_JOINED = 2
_MOST_ORDERS = 720
_NUMBER = re.compile(r"\d+")
# How much it tells that two effects are not one: a number of only one, and different kinds in one. A limit of only one
# of them is 1, and so are lengths, which are measured among those of their card.
_OF_NUMBER, _OF_KIND = 0.25, 0.5


class Likened(Struct, frozen=True):
    """Hold a text of which a witness numbers the effects otherwise.

    ``effects`` is how many were read in it, ``of_witness`` how many the witness prints. ``outcome``: neighbours were
    ``joined``, only the ``order`` was taken, or the two cannot be brought together and stay ``apart``.
    """

    id: str
    name: str | None
    field: str
    effects: int
    of_witness: int
    outcome: Outcome


def liken(rows: Sequence[Row], others: Sequence[Row], tell: Callable[[Likened], object]) -> Iterator[Row]:
    """Yield the rows of texts, their effects joined and in such an order as the numbered print of the others has them.

    The ``index`` of an effect is the number of its counterpart then. Texts of one id and field are of one card, and the
    first numbered print of a card is the witness of its text in each language.
    """
    numbered = (row for row in reversed(others) if row.effects and all(effect.label for effect in row.effects))
    witnesses = {(row.id, row.field): row for row in numbered}
    for row in rows:
        other = witnesses.get((row.id, row.field))
        # What has numbers of its own needs no witness.
        if other is None or not row.effects or any(effect.label for effect in row.effects):
            yield row
            continue
        like, outcome = _like(row, other)
        if outcome:
            tell(Likened(row.id, row.name, row.field, len(row.effects), len(other.effects), outcome))
        yield like


def _like(row: Row, other: Row) -> tuple[Row, Outcome | None]:
    """Return a row with its effects as another has them, and what came of it; nothing where nothing is open."""
    joins = len(row.effects) - len(other.effects)
    if not 0 <= joins <= _MOST_JOINED:
        return row, "apart"
    like, nearest = row, inf
    for way in _joins(row, other) if joins else _orders(row, other):
        made = _made(row, way)
        # Of different kinds, few effects are one.
        mixed = sum(len({effect.kind for effect in run}) - 1 for run in way.values())
        distance = _OF_KIND * mixed + _distance(made, other)
        if distance < nearest:
            like, nearest = made, distance
    if like is row:
        return row, "apart" if joins else None
    return like, "joined" if joins else "order"


def _orders(row: Row, other: Row) -> Iterator[Way]:
    """Yield the effects in every order in which their kinds are those of another's, which they are not yet.

    Of several of a kind the first need not be the first of it.
    """
    kinds, wanted = ([effect.kind for effect in one.effects] for one in (row, other))
    if kinds != wanted:
        for order in islice(permutations(range(len(kinds))), _MOST_ORDERS):
            if [wanted[place] for place in order] == kinds:
                yield {place + 1: [effect] for place, effect in zip(order, row.effects, strict=True)}


def _joins(row: Row, other: Row) -> Iterator[Way]:
    """Yield as many effects as another has, in every way that joins neighbours."""
    last = len(row.effects)
    for begins in combinations(range(1, last), len(other.effects) - 1):
        runs = pairwise([0, *begins, last])
        yield {number: row.effects[start:end] for number, (start, end) in enumerate(runs, start=1)}


def _made(row: Row, way: Way) -> Row:
    """Return the row with its effects made so, and what spoke of them speaking of what they have become."""
    become = {effect.index: number for number, run in way.items() for effect in run}

    def of(effects: Sequence[int]) -> tuple[int, ...]:
        return tuple(sorted({become[effect] for effect in effects}))

    limits = (
        replace(limit, applies_to=replace(limit.applies_to, effects=of(limit.applies_to.effects)))
        for limit in row.limits
    )
    return replace(
        row,
        effects=tuple(_joined(row.text or "", number, run) for number, run in way.items()),
        limits=tuple(limits),
        non_effects=tuple(replace(found, effects=of(found.effects)) for found in row.non_effects),
    )


def _joined(text: str, index: int, run: Sequence[Effect]) -> Effect:
    """Return effects as one, of whose parts those are one that only blanks are between."""
    parts: list[Span] = []
    for start, end in chain.from_iterable(effect.parts for effect in run):
        is_near = parts and not text[parts[-1][1] : start].strip()
        parts.append((parts.pop()[0] if is_near else start, end))
    span = parts[0][0], parts[-1][1]
    options = chain.from_iterable(effect.options for effect in run)
    return replace(
        next(filter(_is_activated, run), run[0]),
        index=index,
        span=span,
        parts=tuple(parts),
        text=text[slice(*span)],
        options=tuple(replace(option, index=place) for place, option in enumerate(options, start=1)),
        choose=next((effect.choose for effect in run if effect.choose), None),
    )


def _is_activated(effect: Effect) -> bool:
    return effect.kind not in NEVER_ACTIVATED and effect.kind != "procedure"


def _distance(row: Row, other: Row) -> float:
    """Return how much two readings with as many effects have not in common: limits, numbers in the text, lengths.

    Where an effect is activated whose counterpart is not, they have nothing in common.
    """
    found: float = _differing(_limits(row), _limits(other))
    lengths = [sum(len(effect.text) for effect in one.effects) for one in (row, other)]
    for a, b in zip(sorted(row.effects, key=lambda effect: effect.index), other.effects, strict=True):
        if _is_activated(a) != _is_activated(b):
            return inf
        found += _OF_NUMBER * _differing(_numbers(a), _numbers(b))
        found += abs(len(a.text) / lengths[0] - len(b.text) / lengths[1])
    return found


def _differing(*found: Iterable[object]) -> int:
    a, b = map(Counter, found)
    return ((a - b) + (b - a)).total()


def _limits(row: Row) -> Iterator[object]:
    return ((limit.kind, limit.period, effect) for limit in row.limits for effect in limit.applies_to.effects)


def _numbers(effect: Effect) -> list[str]:
    return _NUMBER.findall(unicodedata.normalize("NFKC", effect.text))
