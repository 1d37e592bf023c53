"""Write the report of a tagging."""

from __future__ import annotations

from pathlib import Path
from typing import NamedTuple

from onceper.errors import OnceperError
from onceper.files.finished import finished, place_of
from onceper.files.formats import refuse_overwriting
from onceper.files.opening import STANDARD_INPUT, input_path, name_of
from onceper.files.tags import tagged_rows
from onceper.report.comparing import ComparisonError, compare
from onceper.report.page import page
from onceper.report.texts import Texts

_SUFFIXES = (".html", ".htm")


class ReportError(OnceperError):
    """A report cannot be made of these files."""


class Reported(NamedTuple):
    """Hold what a report shows: texts, pairs of them that were compared, and texts put together from their pieces.

    ``not_found`` are rows whose text is not in the file of texts; ``size`` is that of the page in bytes.
    """

    rows: int
    pairs: int
    not_found: int
    size: int


def report_file(
    tags: Path | str, target: Path | str, *, against: Path | str | None = None, texts: Path | str | None = None
) -> Reported:
    """Write a page that shows a tagging: tables, the marked texts to search and filter, and what was not read.

    ``tags`` is a file that ``tag_file`` wrote, in Parquet, Arrow, JSON Lines or CSV. The page needs neither network nor
    other files. ``against`` is another tagging of the same cards, in another language or by other rules: the page tells
    what ``tags`` has gained, lost and changed against it. ``texts`` is the file that was tagged, for rows without
    their text; without it these are put together from their pieces, which hold all words, but not the line ends between
    them.

    Raises:
        InputError: a file cannot be read, or is no tagging.
        ReportError: the target is no .html, or a tagging is to be compared with itself.
        ComparisonError: the two taggings have no card in common.
        OutputError: the target cannot be written.
    """
    tags, target = input_path(tags), Path(target)
    other = None if against is None else input_path(against)
    printed = None if texts is None else input_path(texts)
    _check(tags, target, other)
    for source in filter(None, (tags, other, printed)):
        refuse_overwriting(source, target)
    rows = list(tagged_rows(tags))
    there = [] if other is None else list(tagged_rows(other))
    try:
        comparison = None if other is None else compare(rows, there)
    except ComparisonError as error:
        raise ComparisonError(
            error.what, where=f"{name_of(tags)} and {other}", expected=error.expected, remedy=error.remedy
        ) from None
    shown = Texts(printed)
    content = page(rows, there, comparison, shown, names=_names(tags, other))
    with finished(target) as path:
        # Halves of characters, as damaged files and names of files may hold, cannot be written.
        size = path.write_bytes(content.encode(errors="replace"))
    return Reported(len(rows), len(comparison.pairs) if comparison else 0, shown.missing, size)


def _check(tags: Path, target: Path, other: Path | None) -> None:
    if target.suffix.lower() not in _SUFFIXES:
        raise ReportError(
            f"unknown format {target.suffix!r}" if target.suffix else "nothing in the name tells the format",
            where=str(target),
            expected=f"a file that ends in {' or '.join(_SUFFIXES)}",
            remedy="give the output one of these endings; `onceper tag` writes data",
        )
    place_of(target)
    if other is not None and other.resolve() == tags.resolve():
        raise ReportError(
            "a tagging is to be compared with itself",
            where=str(other),
            expected="another tagging of the same cards",
            remedy="tag one language at a time with --only-lang, or with the rules before and after a change",
        )


def _names(tags: Path, other: Path | None) -> tuple[str, str]:
    if other is None:
        return _name(tags), ""
    if tags.name == other.name:
        return str(tags), str(other)
    return _name(tags), _name(other)


def _name(path: Path) -> str:
    return name_of(path) if path == STANDARD_INPUT else path.name
