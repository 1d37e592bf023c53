"""The numbers of effects as the print of another language has them."""

from __future__ import annotations

import re
import unicodedata
from collections import Counter, defaultdict
from itertools import chain, combinations, islice, pairwise, permutations
from typing import TYPE_CHECKING, Any, Literal

from msgspec import Struct
from msgspec.structs import replace

from onceper.comparing.pairing import match
from onceper.contract.effect import NEVER_ACTIVATED
from onceper.reader.options import Options
from onceper.reader.read import masked_names, read_text

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator, Mapping, Sequence

    from onceper.contract.effect import Effect
    from onceper.contract.reading import Row
    from onceper.contract.span import Span

Outcome = Literal["cut", "order", "apart"]
# Longer texts have many ways to be cut, and their effects too little in common to tell them apart.
_MOST_CUTS = 2
_MOST_SENTENCES = 24
_MOST_ORDERS = 720
_SENTENCE = re.compile(r"[.。!?！？][\"”»)）]*\s+(?=\S)|(?<=。)(?=\S)|\n\s*(?=\S)")
# What speaks of one effect speaks of one piece of it.
_OF_ONE = {"this", "previous", "this_way"}
_NUMBER = re.compile(r"\d+")
# How much it tells that two effects are not one: a limit of only one of them, a number of only one, how long they are
# among those of their card, and different kinds in one.
_OF_LIMIT, _OF_NUMBER, _OF_LENGTH, _OF_KIND = 1.0, 0.25, 1.0, 0.5


class Likened(Struct, frozen=True):
    """Hold a text of which a witness numbers the effects otherwise.

    ``effects`` is how many were read in it, ``of_witness`` how many the witness prints. ``outcome``: they were ``cut``
    as there, only their ``order`` was taken, or the two cannot be brought together and stay ``apart``.
    """

    id: str
    name: str | None
    field: str
    effects: int
    of_witness: int
    outcome: Outcome


def liken(rows: Sequence[Row], others: Sequence[Row], tell: Callable[[Likened], object]) -> Iterator[Row]:
    """Yield the rows of texts, with effects as many and in such an order as the numbered print of the others has them.

    The ``index`` of an effect is the number of its counterpart then. Texts of one id and field are of one card.
    """
    places = defaultdict(list)
    for place, row in enumerate(rows):
        places[row.lang].append(place)
    numbered = [place for place, other in enumerate(others) if _is_numbered(other)]
    # The print of a card is a witness of its text in each language.
    pairs = (match(rows, others, of_lang, numbered, between_languages=True) for of_lang in places.values())
    witnesses = dict(chain.from_iterable(pairs))
    for place, row in enumerate(rows):
        other = witnesses[place]
        found = None if other is None else _like(row, others[other])
        if found is not None:
            outcome: Outcome = "apart" if found is row else "cut" if len(found.effects) != len(row.effects) else "order"
            tell(Likened(row.id, row.name, row.field, len(row.effects), len(others[other or 0].effects), outcome))
        yield found or row


def _is_numbered(row: Row) -> bool:
    return bool(row.effects) and all(effect.label for effect in row.effects)


def _like(row: Row, other: Row) -> Row | None:
    """Return a row with the effects of another, itself where they stay apart, null where nothing is open."""
    if row.error or not row.effects or any(effect.label for effect in row.effects):
        return None
    if len(row.effects) == len(other.effects):
        # Of several of a kind the first need not be the first of it.
        kinds = [effect.kind for effect in other.effects]
        orders = islice(permutations(range(1, len(kinds) + 1)), _MOST_ORDERS)
        printed = [effect.kind for effect in row.effects]
        ways = [_numbered(row, order) for order in orders if [kinds[new - 1] for new in order] == printed != kinds]
        return min(ways, key=lambda way: _distance(way, other), default=None)
    ways = [way for way in _ways(row, len(other.effects)) if _may_be(way, other)]
    return min(ways, key=lambda way: _distance(way, other) + _OF_KIND * _mixed(row, way), default=row)


def _numbered(row: Row, numbers: Sequence[int]) -> Row:
    effects = [replace(effect, index=new) for effect, new in zip(row.effects, numbers, strict=True)]
    return _with_effects(row, effects, {effect.index: [new] for effect, new in zip(row.effects, numbers, strict=True)})


def _ways(row: Row, wanted: int) -> Iterator[Row]:
    """Yield the row with so many effects, in every way that joins neighbours, or cuts between sentences."""
    missing = wanted - len(row.effects)
    if abs(missing) > _MOST_CUTS:
        return
    if missing < 0:
        for joined in combinations(range(1, len(row.effects)), -missing):
            yield _cut(row, [place for place in range(1, len(row.effects)) if place not in joined], row.effects)
        return
    pieces = [piece for effect in row.effects for piece in _sentences(row, effect)]
    begins = [place for place, piece in enumerate(pieces) if place and piece.index != pieces[place - 1].index]
    inside = [place for place in range(1, len(pieces)) if place not in begins]
    if len(pieces) <= _MOST_SENTENCES:
        for cut in combinations(inside, missing):
            yield _cut(row, sorted([*begins, *cut]), pieces)


def _cut(row: Row, begins: Sequence[int], pieces: Sequence[Effect]) -> Row:
    """Return the row with an effect for each run of these pieces, which begin at these places."""
    runs = [pieces[start:end] for start, end in pairwise([0, *begins, len(pieces)])]
    of_old: dict[int, list[int]] = {}
    for new, run in enumerate(runs, start=1):
        for old in dict.fromkeys(piece.index for piece in run):
            of_old.setdefault(old, []).append(new)
    effects = [_joined(row, new, run) for new, run in enumerate(runs, start=1)]
    return _with_effects(row, effects, of_old)


def _joined(row: Row, index: int, run: Sequence[Effect]) -> Effect:
    text = row.text or ""
    parts: list[Span] = []
    for start, end in chain.from_iterable(piece.parts for piece in run):
        if parts and not text[parts[-1][1] : start].strip():
            parts[-1] = (parts[-1][0], end)
        else:
            parts.append((start, end))
    span = parts[0][0], parts[-1][1]
    options = tuple(chain.from_iterable(piece.options for piece in run))
    return replace(
        next((piece for piece in run if _is_activated(piece)), run[0]),
        index=index,
        span=span,
        parts=tuple(parts),
        text=text[slice(*span)],
        options=tuple(replace(option, index=place) for place, option in enumerate(options, start=1)),
        choose=next((piece.choose for piece in run if piece.choose), None),
    )


def _sentences(row: Row, effect: Effect) -> Iterator[Effect]:
    """Yield an effect sentence by sentence, each of the kind that it has by itself."""
    text = row.text or ""
    for part in effect.parts:
        hidden = "".join("x" if any(a <= at < b for a, b in _names(row)) else text[at] for at in range(*part))
        ends = [part[0], *(part[0] + found.end() for found in _SENTENCE.finditer(hidden)), part[1]]
        for start, following in pairwise(ends):
            end = start + len(text[start:following].rstrip())
            read = read_text(text[start:end], Options(), lang=row.lang, game=row.game, name=row.name).effects
            options = tuple(option for option in effect.options if start <= option.span[0] < end)
            yield replace(
                effect,
                kind=read[0].kind if read else effect.kind,
                span=(start, end),
                parts=((start, end),),
                options=options,
                choose=effect.choose if options else None,
            )


def _names(row: Row) -> list[Span]:
    return masked_names(row.text or "", row.lang or "", row.name, row.game)


def _with_effects(row: Row, effects: Sequence[Effect], of_old: Mapping[int, Sequence[int]]) -> Row:
    """Return the row with other effects, and what spoke of the old ones speaking of those that they have become."""

    def named(old: tuple[int, ...], at: int, *, is_one: bool) -> tuple[int, ...]:
        """Return the numbers of effects by their old ones: what is said of one piece is said of that before it."""
        found = [new for one in old for new in of_old[one]]
        if is_one and len(found) > len(old):
            before = [effect.index for effect in effects if effect.index in found and effect.span[0] <= at]
            found = before[-1:] or found[:1]
        return tuple(sorted(set(found)))

    return replace(
        row,
        effects=tuple(effects),
        limits=tuple(
            replace(
                limit,
                applies_to=replace(
                    limit.applies_to,
                    effects=named(
                        limit.applies_to.effects, limit.span[0], is_one=limit.applies_to.reference in _OF_ONE
                    ),
                ),
            )
            for limit in row.limits
        ),
        non_effects=tuple(
            replace(found, effects=named(found.effects, found.span[0], is_one=len(found.effects) == 1))
            for found in row.non_effects
        ),
    )


def _may_be(row: Row, other: Row) -> bool:
    """Tell whether each effect is activated where its counterpart is."""
    return all(_is_activated(a) == _is_activated(b) for a, b in zip(row.effects, other.effects, strict=True))


def _mixed(row: Row, way: Row) -> int:
    """Return how many effects of different kinds were joined."""
    return sum(
        len({old.kind for old in row.effects if new.span[0] <= old.span[0] < new.span[1]}) - 1
        for new in way.effects
        if any(old.span[0] == new.span[0] for old in row.effects)
    )


def _is_activated(effect: Effect) -> bool:
    return effect.kind not in NEVER_ACTIVATED and effect.kind != "procedure"


def _distance(row: Row, other: Row) -> float:
    """Return how much two readings with as many effects have not in common: limits, numbers in the text, lengths."""
    found = _OF_LIMIT * _differing(_limits(row), _limits(other))
    lengths = [sum(len(effect.text) for effect in one.effects) for one in (row, other)]
    by_number = sorted(row.effects, key=lambda effect: effect.index)
    for a, b in zip(by_number, other.effects, strict=True):
        found += _OF_NUMBER * _differing(_numbers(a), _numbers(b))
        found += _OF_LENGTH * abs(len(a.text) / lengths[0] - len(b.text) / lengths[1])
    return found


def _differing(a: Counter[Any], b: Counter[Any]) -> int:
    return ((a - b) + (b - a)).total()


def _limits(row: Row) -> Counter[tuple[str, str | None, int]]:
    return Counter((limit.kind, limit.period, effect) for limit in row.limits for effect in limit.applies_to.effects)


def _numbers(effect: Effect) -> Counter[str]:
    return Counter(_NUMBER.findall(unicodedata.normalize("NFKC", effect.text)))
