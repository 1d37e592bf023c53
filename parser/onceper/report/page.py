"""The page of a report: HTML with its own style, script and data, and nothing from elsewhere."""

from __future__ import annotations

from html import escape
from importlib.metadata import version
from importlib.resources import files
from string import Template
from typing import TYPE_CHECKING, NamedTuple

from onceper.display.page import content_policy
from onceper.report.address import address_of, link
from onceper.report.comparison_html import Sides, comparison_html
from onceper.report.counting import count_rows
from onceper.report.packing import pack

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator, Sequence

    from onceper.comparing.compare import Comparison
    from onceper.contract.reading import Row
    from onceper.report.counting import Breakdown, Line, Series, Total
    from onceper.report.texts import Texts

# report.css has so many for the parts of a bar.
_COLOURS = 6
_PUT_TOGETHER = (
    '<p class="notice">{:,} texts stand here as put together from what was read in them, without their printed line '
    "ends: the tags hold no text. onceper tag --with-text keeps it, and onceper report --texts takes it from the "
    "file that was tagged.</p>"
)


class Shown(NamedTuple):
    """Hold the rows of a page, and what they are compared with.

    ``there`` is null where two languages of the one tagging are compared. ``name`` is what the page calls the tagging,
    ``sides`` what it calls the two that are compared.
    """

    name: str
    rows: Sequence[Row]
    there: Sequence[Row] | None = ()
    comparison: Comparison | None = None
    sides: Sides = Sides("", "")


def page(shown: Shown, texts: Texts) -> str:
    """Return the page for a tagging, and for what it was compared with."""
    rows, comparison = shown.rows, shown.comparison
    style, script = _resource("report.css"), _resource("address.js") + _resource("report.js")
    counts = count_rows(rows)
    data = pack(rows, shown.there, comparison, texts)
    there = rows if shown.there is None else shown.there
    return Template(_resource("page.html")).substitute(
        # Of scripts and styles, the browser takes these two alone, and nothing from anywhere else.
        policy=content_policy(style, script),
        style=style,
        script=script,
        title=f"{escape(shown.name)} · onceper report",
        here=escape(shown.name),
        a=escape(shown.sides.a),
        b=escape(shown.sides.b),
        version=version("onceper"),
        empty="" if rows else '<p class="notice">This tagging holds no texts.</p>',
        put_together=_PUT_TOGETHER.format(texts.put_together) if texts.put_together else "",
        without_texts="hidden" if not rows else "",
        without_comparison="hidden" if comparison is None else "",
        texts=f"{len(rows):,}",
        unread=f"{sum(len(row.unread) for row in rows):,}",
        differing=f"{sum(bool(pair.differences) for pair in comparison.pairs):,}" if comparison else "",
        totals="".join(map(_total, counts.totals)),
        breakdowns="".join(map(_breakdown, counts.breakdowns)),
        compared=comparison_html(rows, there, comparison, shown.sides) if comparison else "",
        data=data,
    )


def _resource(name: str) -> str:
    return files("onceper.report").joinpath(name).read_text(encoding="utf-8")


def _total(total: Total) -> str:
    name, number = escape(total.name), f"{total.number:,}"
    if total.number:
        name, number = (link(total.address, words) for words in (name, number))
    return f"<div><dt>{name}</dt><dd>{number}</dd></div>"


def _breakdown(table: Breakdown) -> str:
    most = max(sum(line.numbers) for line in table.lines)
    several = len(table.series) > 1
    heads = "".join(
        f'<th scope="col" class="number">{_key(n)}{escape(s.title)}</th>' for n, s in enumerate(table.series)
    )
    total = '<th scope="col" class="number">all</th>' if several else ""
    lines = "".join(_line(table, line, most) for line in table.lines)
    about = f"<p>{escape(table.about)}</p>" if table.about else ""
    return (
        f'<section class="breakdown"><h3>{escape(table.title)}</h3>{about}<div class="wide"><table>'
        f'<thead><tr><th scope="col"><span class="unseen">value</span></th>{heads}{total}'
        f'<th scope="col" class="bars"><span class="unseen">bar</span></th></tr></thead><tbody>{lines}</tbody>'
        "</table></div></section>"
    )


def _line(table: Breakdown, line: Line, most: int) -> str:
    is_rule = line.filters[:1] == (("rule", line.value),)
    label = link(address_of("cards", line.filters), escape(line.value if is_rule else line.value.replace("_", " ")))
    whole = (sum(line.numbers) if table.shares else most) or 1
    cells = "".join(
        f'<td class="number">{_number(number, line, series)}</td>'
        for number, series in zip(line.numbers, table.series, strict=True)
    )
    total = link(address_of("cards", line.filters), f"{sum(line.numbers):,}")
    total = f'<td class="number">{total}</td>' if len(line.numbers) > 1 else ""
    return f'<tr><th scope="row">{label}</th>{cells}{total}<td class="bars">{_bar(line.numbers, whole)}</td></tr>'


def _number(number: int, line: Line, series: Series) -> str:
    words = f"{number:,}"
    return link(address_of("cards", (*line.filters, *series.filters)), words) if number and series.filters else words


def _key(place: int) -> str:
    """Return the patch of colour that tells which part of a bar a column is."""
    return (
        f'<svg class="key" viewBox="0 0 1 1" aria-hidden="true"><rect class="s{place % 6}" width="1" height="1"/></svg>'
    )


def _bar(numbers: Iterable[int], whole: int) -> str:
    """Return a bar as a picture of its own, which, unlike a width in a style, the page's policy lets pass."""
    return (
        '<svg class="bar" viewBox="0 0 100 1" preserveAspectRatio="none" aria-hidden="true">'
        f"{''.join(_pieces(numbers, whole))}</svg>"
    )


def _pieces(numbers: Iterable[int], whole: int) -> Iterator[str]:
    behind = 0.0
    for place, number in enumerate(numbers):
        width = 100 * number / whole
        if number:
            yield f'<rect class="s{place % _COLOURS}" x="{behind:.2f}" width="{width:.2f}" height="1"/>'
        behind += width
