"""The numbers of a comparison, each of which leads to its texts."""

from __future__ import annotations

from collections import Counter
from typing import TYPE_CHECKING, NamedTuple

from onceper.comparing.run import CompareSummary
from onceper.report.counting import Breakdown, Line, Series, Total

if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence

    from onceper.comparing.compare import Comparison
    from onceper.contract.reading import Row

_VIEW = "comparison"
# What report.js calls a difference that is not of a whole record.
_ANY_FIELD = "any field"
_OF = {
    "limit": ("limit", "with other limits"),
    "effect": ("effect", "with other effects"),
    "non_effect": ("text that is no effect", "with other text that is no effect"),
    "unread": ("what was not read", "with more or less not read"),
}


class Sides(NamedTuple):
    """Hold what the page calls the two that are compared."""

    a: str
    b: str


class Compared(NamedTuple):
    """Hold what a page tells of a comparison as a whole."""

    comparison: Comparison
    summary: CompareSummary
    differing: int
    totals: tuple[Total, ...]
    breakdowns: tuple[Breakdown, ...]


def count_comparison(a: Sequence[Row], b: Sequence[Row], comparison: Comparison, sides: Sides) -> Compared:
    """Count what two taggings differ in."""
    summary = CompareSummary.of(comparison)
    differing = len(comparison.pairs) - summary.alike
    totals = tuple(total for total in _totals(summary, differing, sides) if total.number)
    breakdowns = (_limits_by_kind(a, b, comparison, sides), _by_field(summary, sides))
    return Compared(comparison, summary, differing, totals, breakdowns)


def _totals(summary: CompareSummary, differing: int, sides: Sides) -> Iterator[Total]:
    yield Total("texts that differ", differing, _VIEW)
    yield Total("alike", summary.alike, _VIEW, (("of", "alike"),))
    for of, (_, words) in _OF.items():
        yield Total(words, summary.differing[of], _VIEW, (("of", of),))
    for differs, words in (("error", "with an error"), *_only(sides).items()):
        yield Total(words, summary.differences["text", differs], _VIEW, (("of", "text"), ("differs", differs)))


def _limits_by_kind(a: Sequence[Row], b: Sequence[Row], comparison: Comparison, sides: Sides) -> Breakdown:
    in_a, in_b, differing = Counter[str](), Counter[str](), Counter[tuple[str | None, str]]()
    for pair in comparison.pairs:
        if pair.a is None or pair.b is None:
            continue
        in_a.update(limit.kind for limit in a[pair.a].limits)
        in_b.update(limit.kind for limit in b[pair.b].limits)
        limits = [found for found in pair.differences if found.of == "limit"]
        only = [found for found in limits if found.differs in {"only_a", "only_b"}]
        differing.update((found.kind, found.differs) for found in only)
        # A limit may differ in several fields.
        places = {(found.kind, found.span_a, found.span_b) for found in limits if found not in only}
        differing.update((kind, _ANY_FIELD) for kind, _, _ in places)
    only_a, only_b = _only(sides).values()
    hows = {"only_a": only_a, _ANY_FIELD: "differ", "only_b": only_b}
    shown = (Series(title, (("differs", how),)) for how, title in hows.items())
    lines = []
    for kind, _ in (in_a + in_b).most_common():
        numbers = [differing[kind, how] for how in hows]
        filters = (("of", "limit"), ("kind", kind)) if any(numbers) else ()
        lines.append(Line(kind, (in_a[kind], *numbers, in_b[kind]), filters))
    series = (Series(sides.a), *shown, Series(sides.b))
    return _table("Limits of the texts in both, by kind", series, tuple(lines), "kind")


def _by_field(summary: CompareSummary, sides: Sides) -> Breakdown:
    lines = []
    for (of, differs), number in summary.differences.most_common():
        how = _only(sides).get(differs) or differs.removeprefix("applies_to.").replace("_", " ")
        called = _OF[of][0] if of in _OF else of
        lines.append(Line(f"{called} · {how}", (number,), (("of", of), ("differs", differs))))
    return _table("Differences by what differs", (Series("differences"),), tuple(lines), "what")


def _only(sides: Sides) -> dict[str, str]:
    return {"only_a": f"only in {sides.a}", "only_b": f"only in {sides.b}"}


def _table(title: str, series: tuple[Series, ...], lines: tuple[Line, ...], heading: str) -> Breakdown:
    return Breakdown(title, "", series, lines, view=_VIEW, bars=False, heading=heading)
