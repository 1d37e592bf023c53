"""The numbers of a comparison, each of which leads to its texts."""

from __future__ import annotations

from typing import TYPE_CHECKING, NamedTuple

from onceper.comparing.run import CompareSummary
from onceper.report.counting import Breakdown, Series, Total

if TYPE_CHECKING:
    from collections.abc import Mapping, Sequence

    from onceper.comparing.compare import Comparison

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
    totals: Sequence[Total]
    breakdowns: Sequence[Breakdown]


def count_comparison(comparison: Comparison, sides: Sides) -> Compared:
    """Count what two taggings differ in."""
    summary, only = CompareSummary.of(comparison), {"only_a": f"only in {sides.a}", "only_b": f"only in {sides.b}"}
    differing = len(comparison.pairs) - summary.alike
    counted = [
        ("texts that differ", differing, ()),
        ("alike", summary.alike, (("of", "alike"),)),
        *((words, summary.differing[of], (("of", of),)) for of, (_, words) in _OF.items()),
        *(
            (words, summary.differences["text", differs], (("of", "text"), ("differs", differs)))
            for differs, words in {"error": "with an error", **only}.items()
        ),
    ]
    totals = [Total(words, number, _VIEW, filters) for words, number, filters in counted if number]
    fields = Breakdown("Differences by what differs", view=_VIEW, heading="what")
    for (of, differs), number in summary.differences.items():
        how = only.get(differs) or differs.removeprefix("applies_to.").replace("_", " ")
        called = _OF[of][0] if of in _OF else of
        fields.add(f"{called} · {how}", (("of", of), ("differs", differs)), Series("differences"), number)
    return Compared(comparison, summary, differing, totals, [_by_kind(comparison, sides, only), fields])


def _by_kind(comparison: Comparison, sides: Sides, only: Mapping[str, str]) -> Breakdown:
    in_a, in_b = Series(sides.a), Series(sides.b)
    hows = {"only_a": only["only_a"], _ANY_FIELD: "differ", "only_b": only["only_b"]}
    columns = {how: Series(words, (("differs", how),)) for how, words in hows.items()}
    counted: list[tuple[str, Series]] = []
    for pair in comparison.pairs:
        if pair.a is not None and pair.b is not None:
            counted += [(limit.kind, in_a) for limit in comparison.a[pair.a].limits]
            counted += [(limit.kind, in_b) for limit in comparison.b[pair.b].limits]
            # A limit may differ in several fields.
            limits = {
                (str(found.kind), columns.get(found.differs, columns[_ANY_FIELD]), found.span_a, found.span_b)
                for found in pair.differences
                if found.of == "limit"
            }
            counted += [(kind, column) for kind, column, _, _ in limits]
    differing = {kind for kind, column in counted if column.filters}
    table = Breakdown(
        "Limits of the texts in both, by kind", columns=[in_a, *columns.values(), in_b], view=_VIEW, heading="kind"
    )
    for kind, column in counted:
        table.add(kind, (("of", "limit"), ("kind", kind)) if kind in differing else (), column)
    return table
