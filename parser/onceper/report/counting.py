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

_COMMONEST = 20
_MOST_LIMITS = 4


class Series(NamedTuple):
    """Hold the title of a column, and the filters of the list of cards that show what it counts; none if no such."""

    title: str
    filters: tuple[tuple[str, str], ...] = ()


class Line(NamedTuple):
    """Hold what a line counts, a number for each column, and the filters that show the whole line."""

    value: str
    numbers: tuple[int, ...]
    filters: tuple[tuple[str, str], ...] = ()


class Breakdown(NamedTuple):
    """Hold a table of counts: a line for each value, a column for each of the ``series``.

    With ``shares`` the bars show how each line divides, else how the lines compare.
    """

    title: str
    about: str
    series: tuple[Series, ...]
    lines: tuple[Line, ...]
    shares: bool = False


class Total(NamedTuple):
    """Hold a number of the whole tagging, and the address in the page of what it counts."""

    name: str
    number: int
    address: str


class Counts(NamedTuple):
    """Hold the totals, and the tables."""

    totals: tuple[Total, ...]
    breakdowns: tuple[Breakdown, ...]


def count_rows(rows: Sequence[Row]) -> Counts:
    """Count the rows of a tagging, and everything in them."""
    summary = Summary()
    for row in rows:
        summary.add(row)
    totals = (
        Total("texts", summary.rows, "#cards"),
        Total("texts with a limit", summary.rows_with_limits, "#cards?holds=limit"),
        Total("limits", sum(summary.limits.values()), "#cards?holds=limit"),
        Total("passages that are no effect", sum(len(row.non_effects) for row in rows), "#cards?holds=non-effect"),
        Total("effects", sum(len(row.effects) for row in rows), "#cards?holds=effect"),
        Total("sentences not read", summary.unread, "#unread"),
        Total("texts with an error", sum(summary.errors.values()), "#cards?holds=error"),
    )
    tables = [
        _texts_by_language(rows),
        _by_language(rows, "Limits by kind", "kind", lambda row: (limit.kind for limit in row.limits)),
        _soft_and_hard(rows),
        _by_language(
            rows,
            "Limits in a text",
            "number",
            lambda row: () if row.error else (_number(len(row.limits)),),
            about="How many texts have so many limits.",
            in_order=True,
        ),
        _by_language(rows, "Limits by scope", "scope", lambda row: (limit.scope for limit in row.limits)),
        _by_language(rows, "Limits by period", "period", lambda row: (limit.period or "none" for limit in row.limits)),
        _by_language(
            rows,
            "Limits in particular",
            "particular",
            lambda row: (what for limit in row.limits for what in particulars(limit)),
            about="Those that count otherwise than so many times for what they govern.",
        ),
        _by_language(
            rows, "Text that is no effect", "non_effect", lambda row: (found.kind for found in row.non_effects)
        ),
        _by_language(rows, "Effects by kind", "effect", lambda row: (effect.kind for effect in row.effects)),
        _by_language(
            rows,
            "The commonest rules",
            "rule",
            lambda row: (found.rule for found in _found(row) if found.source == "rule"),
            about=f"The {_COMMONEST} rules that read most limits and texts that are no effect.",
            most=_COMMONEST,
        ),
        _by_language(
            rows,
            "Found by rule or classifier",
            "source",
            lambda row: (found.source for found in _found(row)),
        ),
    ]
    errors = Breakdown(
        "Errors",
        "By their first words.",
        (Series("texts"),),
        tuple(Line(words, (n,), (("error", words),)) for words, n in summary.errors.most_common()),
    )
    return Counts(totals, tuple(table for table in (*tables, errors) if table.lines))


def _texts_by_language(rows: Iterable[Row]) -> Breakdown:
    texts = Counter((_language(row), row.game or "no game") for row in rows)
    limited = Counter((_language(row), row.game or "no game") for row in rows if row.limits)
    series = (Series("with a limit", (("holds", "limit"),)), Series("without", (("number", "0"),)))
    lines = (
        Line(" · ".join(key), (limited[key], n - limited[key]), tuple(zip(("lang", "game"), key, strict=True)))
        for key, n in texts.most_common()
    )
    return Breakdown("Texts by language and game", "", series, tuple(lines))


def _soft_and_hard(rows: Iterable[Row]) -> Breakdown:
    counts = Counter((_language(row), limit.kind) for row in rows for limit in row.limits)
    languages = sorted({lang for lang, _ in counts})
    lines = []
    for lang in languages:
        soft, hard = counts[lang, "soft"], counts[lang, "hard"]
        others = sum(n for (other, _), n in counts.items() if other == lang) - soft - hard
        lines.append(Line(lang, (soft, hard, others), (("lang", lang),)))
    return Breakdown(
        "Soft and hard limits",
        "Soft: of this copy alone. Hard: by card name. How the limits of each language divide.",
        (Series("soft", (("kind", "soft"),)), Series("hard", (("kind", "hard"),)), Series("other kinds")),
        tuple(lines),
        shares=True,
    )


def _by_language(
    rows: Iterable[Row],
    title: str,
    filter_name: str,
    values: Callable[[Row], Iterable[str]],
    *,
    about: str = "",
    most: int | None = None,
    in_order: bool = False,
) -> Breakdown:
    counts: dict[str, Counter[str]] = {}
    for row in rows:
        found = counts.setdefault(_language(row), Counter())
        found.update(values(row))
    languages = tuple(sorted(lang for lang, found in counts.items() if found))
    total = sum((counts[lang] for lang in languages), Counter())
    order = sorted(total) if in_order else [value for value, _ in total.most_common(most)]
    lines = tuple(
        Line(value, tuple(counts[lang][value] for lang in languages), ((filter_name, value),)) for value in order
    )
    return Breakdown(title, about, tuple(Series(lang, (("lang", lang),)) for lang in languages), lines)


def particulars(limit: Limit) -> Iterator[str]:
    """Yield in what a limit counts otherwise than so many times for what it governs."""
    if limit.count is None:
        yield "number in words"
    if limit.condition is not None:
        yield "under a condition"
    if limit.each_option:
        yield "each choice by itself"
    if limit.applies_to.options:
        yield "one choice alone"
    if limit.each_target:
        yield "each card by itself"
    if limit.summon_kind not in {None, "special"}:
        yield f"{limit.summon_kind.title()} Summons alone"


def _language(row: Row) -> str:
    return row.lang or "no language"


def _number(limits: int) -> str:
    return f"{_MOST_LIMITS} or more" if limits >= _MOST_LIMITS else str(limits)


def _found(row: Row) -> list[Limit | NonEffect]:
    return [*row.limits, *row.non_effects]
