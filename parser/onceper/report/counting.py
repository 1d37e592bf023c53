"""What a tagging holds, counted."""

from __future__ import annotations

from collections import Counter
from dataclasses import dataclass, field
from functools import partial
from itertools import chain
from typing import TYPE_CHECKING, NamedTuple

from onceper.tagging.summary import Summary

if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence

    from onceper.contract.limit import Limit
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
    """Hold what a line counts, the filters that show the whole line, and a number for each column."""

    value: str
    filters: Filters
    numbers: tuple[int, ...] = ()


@dataclass
class Breakdown:
    """Count by line and column: a table with a line for each value and the filters of the ``view`` that show it.

    Its columns are the ``columns``, or else all that were counted; its lines stand ``in_order``, or else the commonest
    first, so many as ``most`` says. With ``shares`` the bars show how each line divides, else how the lines compare; a
    table that has a ``heading`` of its values has no bars.
    """

    title: str
    about: str = ""
    columns: Sequence[Series] = ()
    most: int | None = None
    in_order: bool = False
    shares: bool = False
    view: str = _CARDS
    heading: str = ""
    counts: Counter[tuple[Line, Series]] = field(default_factory=Counter)

    def add(self, value: str, filters: Filters, column: Series, times: int = 1) -> None:
        """Count a value in a column."""
        self.counts[Line(value, filters), column] += times

    @property
    def series(self) -> Sequence[Series]:
        """Its columns."""
        return self.columns or sorted({column for _, column in self.counts})

    @property
    def lines(self) -> list[Line]:
        """Its lines, each with its numbers."""
        series, whole = self.series, Counter[Line]()
        for (line, _), number in self.counts.items():
            whole[line] += number
        order = sorted(whole) if self.in_order else [line for line, _ in whole.most_common(self.most)]
        return [line._replace(numbers=tuple(self.counts[line, column] for column in series)) for line in order]


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
    totals: Sequence[Total]
    breakdowns: Sequence[Breakdown]


# The columns of tables that are not by language.
_WITH, _WITHOUT = Series("with a limit", (("holds", "limit"),)), Series("without", (("number", "0"),))
_SOFT, _HARD, _OTHER = Series("soft", (("kind", "soft"),)), Series("hard", (("kind", "hard"),)), Series("other kinds")
_TEXTS = Series("texts")
# Of which records in what field the values of a table are, and by which filter the page shows them.
_FIELDS = {
    "Limits by kind": ("limits", "kind", "kind"),
    "Limits by scope": ("limits", "scope", "scope"),
    "Limits by period": ("limits", "period", "period"),
    "Text that is no effect": ("non_effects", "kind", "non_effect"),
    "Effects by kind": ("effects", "kind", "effect"),
    "The commonest rules": ("limits non_effects", "rule", "rule"),
    "Found by rule or classifier": ("limits non_effects", "source", "source"),
}


def _tables() -> list[Breakdown]:
    return [
        Breakdown("Texts by language and game", columns=(_WITH, _WITHOUT)),
        Breakdown("Limits by kind"),
        Breakdown(
            "Soft and hard limits",
            "Soft: of this copy alone. Hard: by card name. How the limits of each language divide.",
            (_SOFT, _HARD, _OTHER),
            in_order=True,
            shares=True,
        ),
        Breakdown("Limits in a text", "How many texts have so many limits.", in_order=True),
        Breakdown("Limits by scope"),
        Breakdown("Limits by period"),
        Breakdown("Limits in particular", "Those that count otherwise than so many times for what they govern."),
        Breakdown("Text that is no effect"),
        Breakdown("Effects by kind"),
        Breakdown(
            "The commonest rules",
            f"The {_COMMONEST} rules that read most limits and texts that are no effect.",
            most=_COMMONEST,
        ),
        Breakdown("Found by rule or classifier"),
        Breakdown("Errors", "By their first words.", (_TEXTS,)),
    ]


def count_rows(rows: Sequence[Row]) -> Counts:
    """Count the rows of a tagging, and everything in them."""
    summary, tables = Summary(), {table.title: table for table in _tables()}
    for row in rows:
        summary.add(row)
        lang, game = row.lang or "no language", row.game or "no game"
        of_lang = (("lang", lang),)
        texts, kinds = tables["Texts by language and game"], tables["Soft and hard limits"]
        texts.add(f"{lang} · {game}", (*of_lang, ("game", game)), _WITH if row.limits else _WITHOUT)
        for limit in row.limits:
            kinds.add(lang, of_lang, {"soft": _SOFT, "hard": _HARD}.get(limit.kind, _OTHER))
        for title, name, value in _values(row):
            words = value if name == "rule" else value.replace("_", " ")
            tables[title].add(words, ((name, value),), Series(lang, of_lang))
    for words, number in summary.errors.items():
        tables["Errors"].add(words, (("error", words),), _TEXTS, number)
    passages = sum(len(row.non_effects) for row in rows)
    total, with_limit = partial(Total, view=_CARDS), (("holds", "limit"),)
    totals = [
        total("texts", summary.rows),
        total("texts with a limit", summary.rows_with_limits, filters=with_limit),
        total("limits", summary.limits.total(), filters=with_limit),
        total("passages that are no effect", passages, filters=(("holds", "non-effect"),)),
        total("effects", sum(len(row.effects) for row in rows), filters=(("holds", "effect"),)),
        Total("sentences not read", summary.unread, "unread"),
        total("texts with an error", summary.errors.total(), filters=(("holds", "error"),)),
    ]
    return Counts(len(rows), summary.unread, totals, [table for table in tables.values() if table.counts])


def _values(row: Row) -> Iterator[tuple[str, str, str]]:
    """Yield what a row counts for in the tables by language: the title, the filter and its value."""
    for title, (parts, name, filtered) in _FIELDS.items():
        for record in chain.from_iterable(getattr(row, part) for part in parts.split()):
            if name != "rule" or record.source == "rule":
                yield title, filtered, getattr(record, name) or "none"
    for limit in row.limits:
        yield from (("Limits in particular", "particular", words) for words in particulars(limit))
    if not row.error:
        limits = len(row.limits)
        yield "Limits in a text", "number", str(limits) if limits < _MOST_LIMITS else f"{_MOST_LIMITS} or more"


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
