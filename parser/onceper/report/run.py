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
from onceper.report.texts import is_put_together

if TYPE_CHECKING:
    from collections.abc import Sequence

    from onceper.comparing.compare import Comparison, Languages
    from onceper.contract.reading import Row

_SUFFIXES = (".html", ".htm")


class Shown(NamedTuple):
    """Hold the rows of a page, and how they compare with others, or two of their languages with one another.

    ``name`` is what the page calls the tagging, ``sides`` what it calls the two that are compared.
    """

    name: str
    rows: Sequence[Row]
    comparison: Comparison | None = None
    sides: Sequence[str] = ("", "")

    @property
    def put_together(self) -> int:
        """How many texts are shown as put together from their pieces."""
        others = self.comparison.b if self.comparison and self.comparison.b is not self.rows else ()
        return sum(map(is_put_together, (*self.rows, *others)))


def page(shown: Shown) -> str:
    """Return the page for a tagging, and for what it was compared with; its script counts, and makes the lists."""
    comparison = shown.comparison
    return whole_page(
        "report/report.html",
        ["report/report.css"],
        ["report/address.js", "report/report.js"],
        name=shown.name,
        sides=shown.sides,
        texts=len(shown.rows),
        compared=comparison,
        data=pack(shown.rows, comparison),
        put_together=shown.put_together,
    )


class Reported(NamedTuple):
    """Hold what a report shows: texts, pairs of them that were compared, and texts put together from their pieces.

    ``size`` is that of the page in bytes.
    """

    rows: int
    pairs: int
    put_together: int
    size: int


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
    output_path(target, filter(None, (tags, other)), _SUFFIXES)
    shown = _shown(tags, other, wanted, quiet=quiet)
    size = write_page(Path(target), page(shown))
    pairs = len(shown.comparison.pairs) if shown.comparison else 0
    return Reported(len(shown.rows), pairs, shown.put_together, size)


def _shown(tags: Path, other: Path | None, languages: Languages | None, *, quiet: bool) -> Shown:
    if other is None and languages is None:
        return Shown(_name(tags), list(tagged_rows(tags)))
    comparison = compare_tags(tags, other, languages, quiet=quiet)
    in_languages = languages or ("", "")
    names = [*in_languages]
    if other is not None:
        called = (str(tags), str(other)) if tags.name == other.name else (_name(tags), _name(other))
        names = [f"{name} ({lang})" if lang else name for name, lang in zip(called, in_languages, strict=True)]
    return Shown(_name(tags), comparison.a, comparison, names)


def _name(path: Path) -> str:
    return name_of(path) if path == STANDARD_INPUT else path.name
