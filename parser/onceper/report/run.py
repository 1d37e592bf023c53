"""Write the report of a tagging: HTML with its own style, script and data, and nothing from elsewhere."""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING, NamedTuple

from onceper.comparing.compare import check_languages, compare_tags
from onceper.display.page import whole_page, write_page
from onceper.files.formats import output_path
from onceper.files.opening import STANDARD_INPUT, input_path, name_of
from onceper.files.tags import tagged_rows
from onceper.report.packing import pack
from onceper.report.texts import text_of

if TYPE_CHECKING:
    from collections.abc import Sequence

    from onceper.comparing.compare import Comparison
    from onceper.contract.reading import Row

_SUFFIXES = (".html", ".htm")


class Reported(NamedTuple):
    """Hold what a report shows: texts, pairs of them that were compared, and texts put together from their pieces.

    ``size`` is that of the page in bytes.
    """

    rows: int
    pairs: int
    put_together: int
    size: int


def page(name: str, rows: Sequence[Row], comparison: Comparison | None = None, sides: Sequence[str] = ("", "")) -> str:
    """Return the page for a tagging, and for what it was compared with; its script counts, and makes the lists.

    ``name`` is what the page calls the tagging, ``sides`` what it calls the two that are compared.
    """
    return whole_page(
        "report/report.html",
        ["report/report.css"],
        ["report/address.js", "report/report.js"],
        name=name,
        sides=sides,
        texts=len(rows),
        compared=comparison,
        data=pack(rows, comparison),
        put_together=_count_put_together(rows, comparison),
    )


def _count_put_together(rows: Sequence[Row], comparison: Comparison | None) -> int:
    others = comparison.b if comparison and comparison.b is not rows else ()
    return sum(row.text is None and bool(text_of(row)) for row in (*rows, *others))


def report_file(
    tags: Path | str,
    target: Path | str,
    *,
    against: Path | str | None = None,
    languages: Sequence[str] | None = None,
    quiet: bool = False,
) -> Reported:
    """Write a page that shows a tagging: the marked texts to search and filter, tables, and what was not read.

    ``tags`` is a file that ``tag_file`` wrote, in any of its formats. The page needs neither network nor other files.
    ``against`` is another tagging of the same cards, in another language or by other rules, and ``languages`` names two
    that are compared, of both or of ``tags`` alone: the page has the differences that ``onceper.compare`` gives.
    Rows that were tagged without their text are put together from their pieces, which hold all words, but not the line
    ends between them. A comparison shows on standard error how far it is, unless ``quiet``.

    Raises:
        InputError: a file cannot be read, or is no tagging.
        ComparisonError: the two taggings have no card in common or are one, or a language is not there.
        LanguageError: onceper reads no such language.
        OutputError: the target is no .html, or cannot be written.
    """
    tags, other = input_path(tags), None if against is None else input_path(against)
    wanted = check_languages(languages)
    output_path(target, (tags, other), _SUFFIXES)
    comparison = compare_tags(tags, other, wanted, quiet=quiet) if other or wanted else None
    rows = comparison.a if comparison else list(tagged_rows(tags))
    sides = wanted or ("", "")
    if other is not None:
        sides = (str(tags), str(other)) if tags.name == other.name else (_name(tags), _name(other))
    size = write_page(Path(target), page(_name(tags), rows, comparison, sides))
    pairs = len(comparison.pairs) if comparison else 0
    return Reported(len(rows), pairs, _count_put_together(rows, comparison), size)


def _name(path: Path) -> str:
    return name_of(path) if path == STANDARD_INPUT else path.name
