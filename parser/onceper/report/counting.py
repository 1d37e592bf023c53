"""What a tagging holds, counted."""

from __future__ import annotations

from collections import Counter
from typing import TYPE_CHECKING, NamedTuple

from onceper.tagging.summary import Summary

if TYPE_CHECKING:
    from collections.abc import Callable, Iterable, Iterator, Sequence

    from onceper.contract.limit import Limit
    from onceper.contract.non_effect import NonEffect
    from onceper.contract.reading import Row

    Filters = tuple[tuple[str, str], ...]

_COMMONEST = 20
_MOST_LIMITS = 4
_CARDS = "cards"


class Series(NamedTuple):
    """Hold the title of a column, and the filters of the list that show what it counts; none if no such."""

    title: str
    filters: Filters = ()


class Line(NamedTuple):
    """Hold what a line counts, a number for each column, and the filters that show the whole line."""

    value: str
    numbers: tuple[int, ...]
    filters: Filters = ()


class Breakdown(NamedTuple):
    """Hold a table of counts: a line for each value, a column for each of the ``series``, and the view that it shows.

    With ``shares`` the bars show how each line divides, else how the lines compare; without ``bars`` the values have
    the ``heading``.
    """

    title: str
    about: str
    series: tuple[Series, ...]
    lines: tuple[Line, ...]
    shares: bool = False
    view: str = _CARDS
    bars: bool = True
    heading: str = ""


class Total(NamedTuple):
    """Hold a number of the whole, and the view and the filters by which the page shows what it counts."""

    name: str
    number: int
    view: str | None = None
    filters: Filters = ()


class Counts(NamedTuple):
    """Hold the totals, and the tables."""

    texts: int
    unread: int
    totals: tuple[Total, ...]
    breakdowns: tuple[Breakdown, ...]


class _Table(NamedTuple):
    """Hold what a table by language counts in a row, and the filter that shows the cards of a value."""

    title: str
    filter_name: str
    values: Callable[[Row], Iterable[str]]
    about: str = ""
    most: int | None = None
    in_order: bool = False


def _found(row: Row) -> Iterator[Limit | NonEffect]:
    yield from row.limits
    yield from row.non_effects


def _number_of_limits(row: Row) -> Iterator[str]:
    limits = len(row.limits)
    if not row.error:
        yield f"{_MOST_LIMITS} or more" if limits >= _MOST_LIMITS else str(limits)


_KINDS = _Table("Limits by kind", "kind", lambda row: (limit.kind for limit in row.limits))
_TABLES = (
    _Table("Limits in a text", "number", _number_of_limits, about="How many texts have so many limits.", in_order=True),
    _Table("Limits by scope", "scope", lambda row: (limit.scope for limit in row.limits)),
    _Table("Limits by period", "period", lambda row: (limit.period or "none" for limit in row.limits)),
    _Table(
        "Limits in particular",
        "particular",
        lambda row: (what for limit in row.limits for what in particulars(limit)),
        about="Those that count otherwise than so many times for what they govern.",
    ),
    _Table("Text that is no effect", "non_effect", lambda row: (found.kind for found in row.non_effects)),
    _Table("Effects by kind", "effect", lambda row: (effect.kind for effect in row.effects)),
    _Table(
        "The commonest rules",
        "rule",
        lambda row: (found.rule for found in _found(row) if found.source == "rule"),
        about=f"The {_COMMONEST} rules that read most limits and texts that are no effect.",
        most=_COMMONEST,
    ),
    _Table("Found by rule or classifier", "source", lambda row: (found.source for found in _found(row))),
)


def count_rows(rows: Sequence[Row]) -> Counts:
    """Count the rows of a tagging, and everything in them."""
    summary = Summary()
    for row in rows:
        summary.add(row)

    def total(name: str, number: int, *holds: str) -> Total:
        return Total(name, number, _CARDS, tuple(("holds", what) for what in holds))

    totals = (
        total("texts", summary.rows),
        total("texts with a limit", summary.rows_with_limits, "limit"),
        total("limits", sum(summary.limits.values()), "limit"),
        total("passages that are no effect", sum(len(row.non_effects) for row in rows), "non-effect"),
        total("effects", sum(len(row.effects) for row in rows), "effect"),
        Total("sentences not read", summary.unread, "unread"),
        total("texts with an error", sum(summary.errors.values()), "error"),
    )
    errors = (Line(words, (n,), (("error", words),)) for words, n in summary.errors.most_common())
    tables = [
        _texts_by_language(rows),
        _by_language(rows, _KINDS),
        _soft_and_hard(rows),
        *(_by_language(rows, table) for table in _TABLES),
        Breakdown("Errors", "By their first words.", (Series("texts"),), tuple(errors)),
    ]
    return Counts(len(rows), summary.unread, totals, tuple(table for table in tables if table.lines))


def _texts_by_language(rows: Iterable[Row]) -> Breakdown:
    texts, limited = Counter[tuple[str, str]](), Counter[tuple[str, str]]()
    for row in rows:
        key = (_language(row), row.game or "no game")
        texts[key] += 1
        limited[key] += bool(row.limits)
    series = (Series("with a limit", (("holds", "limit"),)), Series("without", (("number", "0"),)))
    lines = (
        Line(" · ".join(key), (limited[key], n - limited[key]), tuple(zip(("lang", "game"), key, strict=True)))
        for key, n in texts.most_common()
    )
    return Breakdown("Texts by language and game", "", series, tuple(lines))


def _soft_and_hard(rows: Iterable[Row]) -> Breakdown:
    lines = (
        Line(lang, (of["soft"], of["hard"], of.total() - of["soft"] - of["hard"]), (("lang", lang),))
        for lang, of in _count_by_language(rows, _KINDS).items()
    )
    return Breakdown(
        "Soft and hard limits",
        "Soft: of this copy alone. Hard: by card name. How the limits of each language divide.",
        (Series("soft", (("kind", "soft"),)), Series("hard", (("kind", "hard"),)), Series("other kinds")),
        tuple(lines),
        shares=True,
    )


def _by_language(rows: Iterable[Row], table: _Table) -> Breakdown:
    counts = _count_by_language(rows, table)
    total = sum(counts.values(), Counter[str]())
    order = sorted(total) if table.in_order else [value for value, _ in total.most_common(table.most)]
    lines = (
        Line(
            value if table.filter_name == "rule" else value.replace("_", " "),
            tuple(found[value] for found in counts.values()),
            ((table.filter_name, value),),
        )
        for value in order
    )
    series = tuple(Series(lang, (("lang", lang),)) for lang in counts)
    return Breakdown(table.title, table.about, series, tuple(lines))


def _count_by_language(rows: Iterable[Row], table: _Table) -> dict[str, Counter[str]]:
    counts: dict[str, Counter[str]] = {}
    for row in rows:
        counts.setdefault(_language(row), Counter()).update(table.values(row))
    return {lang: found for lang, found in sorted(counts.items()) if found}


def particulars(limit: Limit) -> Iterator[str]:
    """Yield in what a limit counts otherwise than so many times for what it governs."""
    told = {
        "number in words": limit.count is None,
        "under a condition": limit.condition is not None,
        "each choice by itself": limit.each_option,
        "one choice alone": limit.applies_to.options,
        "each card by itself": limit.each_target,
        f"{(limit.summon_kind or '').title()} Summons alone": limit.summon_kind not in {None, "special"},
    }
    return (words for words, is_so in told.items() if is_so)


def _language(row: Row) -> str:
    return row.lang or "no language"
