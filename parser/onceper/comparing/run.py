"""Compare two files of tags, and write what differs."""

from __future__ import annotations

import sys
from collections import Counter
from typing import TYPE_CHECKING, NamedTuple

from onceper.comparing.compare import ComparisonError, check_languages, compare_rows
from onceper.contract.difference import Difference
from onceper.display.progress import progress_on
from onceper.files.formats import output_path, write_records
from onceper.files.opening import input_path, name_of
from onceper.files.tags import tagged_rows

if TYPE_CHECKING:
    from collections.abc import Callable, Sequence
    from pathlib import Path

    from onceper.comparing.compare import Comparison, Languages
    from onceper.comparing.pairing import By
    from onceper.contract.reading import Row


class CompareSummary(NamedTuple):
    """Count what a comparison found: texts in both, alike and differing, and differences by what differs.

    ``differing`` counts texts by what differs in them, ``differences`` by the same and by how. ``not_compared`` counts
    what could not be compared, by the reason.
    """

    texts: int
    alike: int
    differing: Counter[str]
    differences: Counter[tuple[str, str]]
    not_compared: Counter[str]

    @classmethod
    def of(cls, comparison: Comparison) -> CompareSummary:
        """Count a comparison."""
        pairs = comparison.pairs
        return cls(
            texts=sum(pair.a is not None and pair.b is not None for pair in pairs),
            alike=sum(not pair.differences for pair in pairs),
            differing=Counter(of for pair in pairs for of in {one.of for one in pair.differences}),
            differences=Counter((one.of, one.differs) for one in comparison.differences()),
            not_compared=+comparison.not_compared,
        )


def compare_file(
    a: Path | str,
    b: Path | str | None = None,
    target: Path | str | None = None,
    *,
    languages: Sequence[str] | None = None,
    by: By = "id",
    quiet: bool = False,
) -> CompareSummary:
    """Compare two taggings of the same cards, or two languages of one, and write the differences.

    ``a`` and ``b`` are files that ``tag_file`` wrote, in any of its formats; without ``b`` it is two languages of
    ``a``, which ``languages`` names. ``by`` says by what a card is the same in both, its
    ``id``, ``name`` or ``konami_id``. ``target`` tells its format by its suffix, as that of ``tag_file``; without one,
    differences go as JSON Lines to standard output. Progress is shown on standard error, unless ``quiet``.

    Raises:
        InputError: a file cannot be read, or is no tagging.
        ComparisonError: the two have no card in common, or a language is not there.
        OutputError: the target cannot be written.
    """
    first, second = input_path(a), None if b is None else input_path(b)
    place = output_path(target, filter(None, (first, second)))
    comparison = compare_tags(first, second, check_languages(languages), by=by, quiet=quiet)
    write_records(comparison.differences(), Difference, place)
    return CompareSummary.of(comparison)


def compare_tags(
    a: Path, b: Path | None, languages: Languages | None, *, by: By = "id", quiet: bool = False
) -> Comparison:
    """Read and compare two taggings, or two languages of one; unless ``quiet``, standard error shows how far it is.

    Raises:
        InputError: a file cannot be read, or is no tagging.
        ComparisonError: they cannot be compared.
    """
    if b is not None and b.resolve() == a.resolve():
        b = None
    with progress_on(sys.stderr, quiet=quiet) as report:
        rows_a = _read(a, report)
        rows_b = None if b is None else _read(b, report)
        try:
            return compare_rows(rows_a, rows_b, languages, by=by, progress=report)
        except ComparisonError as error:
            error.where = name_of(a) if b is None else f"{name_of(a)} and {name_of(b)}"
            raise


def _read(tags: Path, report: Callable[[int], None]) -> list[Row]:
    rows = []
    for row in tagged_rows(tags):
        rows.append(row)
        report(len(rows))
    return rows
