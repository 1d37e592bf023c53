"""The page of a report: HTML with its own style, script and data, and nothing from elsewhere."""

from __future__ import annotations

from base64 import b64encode
from collections import Counter
from hashlib import sha256
from html import escape
from importlib.metadata import version
from importlib.resources import files
from string import Template
from typing import TYPE_CHECKING

from onceper.report.counting import count_rows
from onceper.report.packing import pack

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator, Sequence

    from onceper.contract.reading import Row
    from onceper.report.comparing import Comparison
    from onceper.report.counting import Breakdown
    from onceper.report.texts import Texts

# report.css has so many for the parts of a bar.
_COLOURS = 6
_TEXTS_WITH = {
    "gained": "with a limit gained",
    "lost": "with a limit lost",
    "changed": "with a limit changed",
    "non-effects": "with other text that is no effect",
    "effects": "with other effects",
    "not read": "with more or less not read",
    "error": "with an error in one",
    "only here": "only in {here}",
    "only there": "only in {there}",
}


def page(
    rows: Sequence[Row], there: Sequence[Row], comparison: Comparison | None, texts: Texts, *, names: tuple[str, str]
) -> str:
    """Return the page for a tagging, and for what it was compared with; ``names`` are what the page calls the two."""
    style, script = _resource("report.css"), _resource("report.js")
    counts = count_rows(rows)
    here, against = map(escape, names)
    return Template(_resource("page.html")).substitute(
        # Of scripts and styles, the browser takes these two alone, and nothing from anywhere else.
        policy=f"default-src 'none'; style-src '{_hash(style)}'; script-src '{_hash(script)}'; "
        "base-uri 'none'; form-action 'none'",
        style=style,
        script=script,
        title=f"{here} · onceper report",
        here=here,
        there=against,
        version=version("onceper"),
        empty="" if rows else '<p class="notice">This tagging holds no texts.</p>',
        without_texts="hidden" if not rows else "",
        without_comparison="hidden" if comparison is None else "",
        totals="".join(f"<div><dt>{name}</dt><dd>{number:,}</dd></div>" for name, number in counts.totals),
        breakdowns="".join(map(_breakdown, counts.breakdowns)),
        compared=_comparison_html(rows, there, comparison, here, against) if comparison else "",
        data=pack(rows, there, comparison, texts),
    )


def _resource(name: str) -> str:
    return files("onceper.report").joinpath(name).read_text(encoding="utf-8")


def _hash(content: str) -> str:
    return f"sha256-{b64encode(sha256(content.encode()).digest()).decode()}"


def _breakdown(table: Breakdown) -> str:
    most = max(sum(numbers) for _, numbers in table.lines)
    several = len(table.series) > 1
    heads = "".join(f'<th scope="col" class="number">{_key(n)}{escape(s)}</th>' for n, s in enumerate(table.series))
    total = '<th scope="col" class="number">all</th>' if several else ""
    lines = "".join(_line(table, value, numbers, most) for value, numbers in table.lines)
    about = f"<p>{escape(table.about)}</p>" if table.about else ""
    return (
        f'<section class="breakdown"><h3>{escape(table.title)}</h3>{about}<div class="wide"><table>'
        f'<thead><tr><th scope="col"><span class="unseen">value</span></th>{heads}{total}'
        f'<th scope="col" class="bars"><span class="unseen">bar</span></th></tr></thead><tbody>{lines}</tbody>'
        "</table></div></section>"
    )


def _line(table: Breakdown, value: str, numbers: tuple[int, ...], most: int) -> str:
    label = escape(value if table.filter == "rule" else value.replace("_", " "))
    if table.filter:
        label = f'<button type="button" data-filter="{table.filter}" data-value="{escape(value)}">{label}</button>'
    whole = (sum(numbers) if table.shares else most) or 1
    cells = "".join(f'<td class="number">{number:,}</td>' for number in numbers)
    total = f'<td class="number">{sum(numbers):,}</td>' if len(numbers) > 1 else ""
    return f'<tr><th scope="row">{label}</th>{cells}{total}<td class="bars">{_bar(numbers, whole)}</td></tr>'


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


def _comparison_html(rows: Sequence[Row], there: Sequence[Row], comparison: Comparison, here: str, against: str) -> str:
    pairs = [pair for pair in comparison.pairs if pair.here is not None and pair.there is not None]
    differences: Counter[str] = Counter(difference for pair in comparison.pairs for difference in pair.differences)
    same = sum(not pair.differences for pair in pairs)
    means = (
        "Two languages of the same cards, matched by id; limits are alike when they say the same."
        if comparison.between_languages
        else "Two taggings of the same texts, matched by id and language."
    )
    totals = [("texts in both", len(pairs)), ("alike in everything", same)]
    totals += [(words.format(here=here, there=against), differences[name]) for name, words in _TEXTS_WITH.items()]
    tiles = "".join(f"<div><dt>{name}</dt><dd>{number:,}</dd></div>" for name, number in totals if number)
    lines = "".join(
        f'<tr><th scope="row">{kind}</th>{"".join(f"<td class=number>{number:,}</td>" for number in numbers)}</tr>'
        for kind, numbers in _by_kind(rows, there, comparison)
    )
    return (
        f"<p>{means}</p>"
        f'<p><b class="plus">gained +</b> is in <b>{here}</b> ({_languages(rows)}) and not in {against}; '
        f'<b class="minus">lost −</b> is in <b>{against}</b> ({_languages(there)}) and not in {here}; '
        f'<b class="other">changed ~</b> is in both: what <b>{against}</b> says → what <b>{here}</b> says.</p>'
        f'<dl class="totals">{tiles}</dl>'
        '<div class="wide"><table class="kinds"><caption>Limits of the texts in both, by kind</caption><thead><tr>'
        f'<th scope="col">kind</th><th scope="col" class="number file">{against}</th>'
        f'<th scope="col" class="number">lost −</th><th scope="col" class="number">changed ~</th>'
        f'<th scope="col" class="number">gained +</th><th scope="col" class="number file">{here}</th></tr></thead>'
        f"<tbody>{lines}</tbody></table></div>"
    )


def _by_kind(
    rows: Sequence[Row], there: Sequence[Row], comparison: Comparison
) -> Iterator[tuple[str, tuple[int, int, int, int, int]]]:
    """Yield for each kind how many limits there are in the other tagging, lost, changed, gained, and in this one."""
    counts: list[Counter[str]] = [Counter() for _ in range(5)]
    for pair in comparison.pairs:
        if pair.here is None or pair.there is None:
            continue
        new, old = rows[pair.here].limits, there[pair.there].limits
        counts[0].update(limit.kind for limit in old)
        counts[1].update(old[place].kind for place in pair.lost)
        counts[2].update(new[place].kind for place, _, _ in pair.changed)
        counts[3].update(new[place].kind for place in pair.gained)
        counts[4].update(limit.kind for limit in new)
    for kind, _ in (counts[0] + counts[4]).most_common():
        yield kind, (counts[0][kind], counts[1][kind], counts[2][kind], counts[3][kind], counts[4][kind])


def _languages(rows: Iterable[Row]) -> str:
    return ", ".join(sorted({escape(row.lang) for row in rows if row.lang})) or "no language"
