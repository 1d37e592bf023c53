"""The numbers of a comparison, each of which leads to its texts."""

from __future__ import annotations

from collections import Counter
from html import escape
from typing import TYPE_CHECKING, NamedTuple

from onceper.report.address import address_of, link

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator, Sequence

    from onceper.comparing.compare import Comparison
    from onceper.contract.reading import Row

_VIEW = "comparison"
# What report.js calls a difference that is not of a whole record.
_ANY_FIELD = "any field"
_OF = {
    "limit": "with other limits",
    "effect": "with other effects",
    "non_effect": "with other text that is no effect",
    "unread": "with more or less not read",
}


_CALLED = {"non_effect": "text that is no effect", "unread": "what was not read"}


class Sides(NamedTuple):
    """Hold what the page calls the two that are compared."""

    a: str
    b: str


def comparison_html(a: Sequence[Row], b: Sequence[Row], comparison: Comparison, sides: Sides) -> str:
    """Return the numbers of a comparison: tiles, what was not compared, and tables."""
    means = (
        "Two languages of the same cards, matched by id."
        if comparison.between_languages
        else "Two taggings of the same texts, matched by id and language."
    )
    number = sum(pair.a is not None and pair.b is not None for pair in comparison.pairs)
    tiles = "".join(
        f"<div><dt>{link(address, escape(name))}</dt><dd>{link(address, f'{number:,}')}</dd></div>"
        for name, number, address in _totals(comparison, sides)
        if number
    )
    left = "".join(f"<li>{number:,} {escape(why)}</li>" for why, number in comparison.not_compared.most_common())
    return (
        f"<p>{means} {number:,} are in both. Readings are alike when they mean the same in play, "
        "whatever their words and places.</p>"
        f'<dl class="totals">{tiles}</dl>'
        '<details class="numbers"><summary>Numbers by kind and field, and what was not compared</summary>'
        + (f"<p>Not compared:</p><ul>{left}</ul>" if left else "<p>Everything was compared.</p>")
        + f'<div class="breakdowns">{_limits_by_kind(a, b, comparison, sides)}{_by_field(comparison, sides)}'
        + "</div></details>"
    )


def _totals(comparison: Comparison, sides: Sides) -> Iterator[tuple[str, int, str]]:
    pairs = [pair for pair in comparison.pairs if pair.a is not None and pair.b is not None]
    differing: Counter[str] = Counter(of for pair in pairs for of in {found.of for found in pair.differences})
    how = Counter(found.differs for pair in comparison.pairs for found in pair.differences if found.of == "text")
    yield "texts that differ", sum(bool(pair.differences) for pair in comparison.pairs), address_of(_VIEW)
    yield "alike", sum(not pair.differences for pair in pairs), address_of(_VIEW, [("of", "alike")])
    for of, words in _OF.items():
        yield words, differing[of], address_of(_VIEW, [("of", of)])
    for differs, words in (
        ("error", "with an error"),
        ("only_a", f"only in {sides.a}"),
        ("only_b", f"only in {sides.b}"),
    ):
        yield words, how[differs], address_of(_VIEW, [("of", "text"), ("differs", differs)])


def _limits_by_kind(a: Sequence[Row], b: Sequence[Row], comparison: Comparison, sides: Sides) -> str:
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
    heads = (sides.a, f"only in {sides.a}", "differ", f"only in {sides.b}", sides.b)
    lines = []
    for kind, _ in (in_a + in_b).most_common():
        numbers = [_number(differing[kind, how], kind, how) for how in ("only_a", _ANY_FIELD, "only_b")]
        lines.append((escape(kind), f"{in_a[kind]:,}", *numbers, f"{in_b[kind]:,}"))
    return _table("Limits of the texts in both, by kind", ("kind", *map(escape, heads)), lines)


def _number(number: int, kind: str, how: str) -> str:
    address = address_of(_VIEW, [("of", "limit"), ("kind", kind), ("differs", how)])
    return link(address, f"{number:,}") if number else "0"


def _by_field(comparison: Comparison, sides: Sides) -> str:
    counts = Counter((found.of, found.differs) for found in comparison.differences())
    lines = []
    for (of, differs), number in counts.most_common():
        address = address_of(_VIEW, [("of", of), ("differs", differs)])
        how = {"only_a": f"only in {sides.a}", "only_b": f"only in {sides.b}"}.get(differs)
        said = f"{_CALLED.get(of, of)} · {how or differs.removeprefix('applies_to.').replace('_', ' ')}"
        lines.append((link(address, escape(said)), link(address, f"{number:,}")))
    return _table("Differences by what differs", ("what", "differences"), lines)


def _table(caption: str, heads: Iterable[str], lines: Iterable[Sequence[str]]) -> str:
    first, *others = heads
    head = f'<th scope="col">{first}</th>' + "".join(f'<th scope="col" class="number file">{h}</th>' for h in others)
    body = "".join(
        f'<tr><th scope="row">{value}</th>{"".join(f"<td class=number>{number}</td>" for number in numbers)}</tr>'
        for value, *numbers in lines
    )
    return (
        f'<section class="breakdown"><h3>{caption}</h3><div class="wide"><table class="kinds"><thead><tr>{head}</tr>'
        f"</thead><tbody>{body}</tbody></table></div></section>"
    )
