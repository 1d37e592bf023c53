"""What a tagging holds, counted."""

from __future__ import annotations

from collections import Counter, defaultdict
from itertools import chain
from typing import TYPE_CHECKING, Any, NamedTuple

from onceper.tagging.summary import Summary

if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence

    from onceper.contract.limit import Limit
    from onceper.contract.reading import Row

    Filters = tuple[tuple[str, str], ...]
    Count = Counter[tuple[tuple[str, Filters], "Series"]]

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
    numbers: tuple[int, ...]


class Breakdown(NamedTuple):
    """Hold a table of counts: a line for each value, a column for each of the ``series``, and the view that it shows.

    With ``shares`` the bars show how each line divides, else how the lines compare; without ``bars`` the values have
    the ``heading``.
    """

    title: str
    series: Sequence[Series]
    lines: Sequence[Line]
    about: str = ""
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
    totals: Sequence[Total]
    breakdowns: Sequence[Breakdown]


def break_down(
    title: str, counts: Count, series: Sequence[Series], *, in_order: bool = False, most: int | None = None, **look: Any
) -> Breakdown:
    """Return a table of what was counted by line and column; the commonest lines first, unless ``in_order``."""
    whole = Counter[tuple[str, Any]]()
    for (line, _), number in counts.items():
        whole[line] += number
    order = sorted(whole) if in_order else [line for line, _ in whole.most_common(most)]
    lines = [Line(*line, tuple(counts[line, column] for column in series)) for line in order]
    return Breakdown(title, series, lines, **look)


# The columns of tables that are not by language.
_WITH, _WITHOUT = Series("with a limit", (("holds", "limit"),)), Series("without", (("number", "0"),))
_SOFT, _HARD, _OTHER = Series("soft", (("kind", "soft"),)), Series("hard", (("kind", "hard"),)), Series("other kinds")
_COUNTED = Series("texts")
_TEXTS, _SOFT_AND_HARD, _ERRORS = "Texts by language and game", "Soft and hard limits", "Errors"
_NUMBER, _PARTICULAR, _RULES = "Limits in a text", "Limits in particular", "The commonest rules"
_TABLES: dict[str, dict[str, Any]] = {
    _TEXTS: {"series": (_WITH, _WITHOUT)},
    "Limits by kind": {},
    _SOFT_AND_HARD: {
        "series": (_SOFT, _HARD, _OTHER),
        "about": "Soft: of this copy alone. Hard: by card name. How the limits of each language divide.",
        "in_order": True,
        "shares": True,
    },
    _NUMBER: {"about": "How many texts have so many limits.", "in_order": True},
    "Limits by scope": {},
    "Limits by period": {},
    _PARTICULAR: {"about": "Those that count otherwise than so many times for what they govern."},
    "Text that is no effect": {},
    "Effects by kind": {},
    _RULES: {
        "about": f"The {_COMMONEST} rules that read most limits and texts that are no effect.",
        "most": _COMMONEST,
    },
    "Found by rule or classifier": {},
    _ERRORS: {"series": (_COUNTED,), "about": "By their first words."},
}
# The filter that shows the cards of a value, and of which records in what field it is.
_VALUES: dict[str, tuple[str, str, str]] = {
    "Limits by kind": ("kind", "limits", "kind"),
    "Limits by scope": ("scope", "limits", "scope"),
    "Limits by period": ("period", "limits", "period"),
    "Text that is no effect": ("non_effect", "non_effects", "kind"),
    "Effects by kind": ("effect", "effects", "kind"),
    _RULES: ("rule", "limits non_effects", "rule"),
    "Found by rule or classifier": ("source", "limits non_effects", "source"),
}


def count_rows(rows: Sequence[Row]) -> Counts:
    """Count the rows of a tagging, and everything in them."""
    summary, found = Summary(), defaultdict[str, Counter[Any]](Counter)
    for row in rows:
        summary.add(row)
        lang, game = row.lang or "no language", row.game or "no game"
        of_lang = (("lang", lang),)
        line = f"{lang} · {game}", (*of_lang, ("game", game))
        found[_TEXTS][line, _WITH if row.limits else _WITHOUT] += 1
        kinds = ({"soft": _SOFT, "hard": _HARD}.get(limit.kind, _OTHER) for limit in row.limits)
        found[_SOFT_AND_HARD].update(((lang, of_lang), kind) for kind in kinds)
        for title, name, value in _values(row):
            words = value if name == "rule" else value.replace("_", " ")
            found[title][(words, ((name, value),)), Series(lang, of_lang)] += 1
    for words, number in summary.errors.items():
        found[_ERRORS][(words, (("error", words),)), _COUNTED] = number
    tables = [
        break_down(title, found[title], **{"series": sorted({column for _, column in found[title]}), **look})
        for title, look in _TABLES.items()
        if found[title]
    ]
    return Counts(len(rows), summary.unread, _totals(rows, summary), tables)


def _values(row: Row) -> Iterator[tuple[str, str, str]]:
    """Yield what a row counts for in the tables by language: the title, the filter and its value."""
    for title, (name, parts, field) in _VALUES.items():
        for record in chain.from_iterable(getattr(row, part) for part in parts.split()):
            if name != "rule" or record.source == "rule":
                yield title, name, getattr(record, field) or "none"
    for limit in row.limits:
        yield from ((_PARTICULAR, "particular", words) for words in particulars(limit))
    if not row.error:
        limits = len(row.limits)
        yield _NUMBER, "number", str(limits) if limits < _MOST_LIMITS else f"{_MOST_LIMITS} or more"


def _totals(rows: Sequence[Row], summary: Summary) -> list[Total]:
    counted = {
        "texts": (summary.rows, ()),
        "texts with a limit": (summary.rows_with_limits, (("holds", "limit"),)),
        "limits": (summary.limits.total(), (("holds", "limit"),)),
        "passages that are no effect": (sum(len(row.non_effects) for row in rows), (("holds", "non-effect"),)),
        "effects": (sum(len(row.effects) for row in rows), (("holds", "effect"),)),
        "sentences not read": (summary.unread, None),
        "texts with an error": (summary.errors.total(), (("holds", "error"),)),
    }
    return [
        Total(name, number, "unread" if filters is None else _CARDS, filters or ())
        for name, (number, filters) in counted.items()
    ]


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
