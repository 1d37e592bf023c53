"""``onceper compare``: what differs between two taggings."""

from __future__ import annotations

from pathlib import Path  # noqa: TC003  Typer resolves the annotations
from typing import TYPE_CHECKING, Annotated

import typer

from onceper.cli.options import Languages, Quiet, known_languages
from onceper.cli.summary import Counted, sum_up
from onceper.comparing.matching import By  # noqa: TC001  Typer resolves the annotations
from onceper.files.opening import input_path

if TYPE_CHECKING:
    from rich.table import Table

    from onceper.comparing.run import CompareSummary


def compare(
    a: Annotated[
        Path,
        typer.Argument(
            metavar="A", parser=input_path, help="What `onceper tag` wrote, in any of its formats, or - for input."
        ),
    ],
    b: Annotated[
        Path | None,
        typer.Argument(
            metavar="B", parser=input_path, help="Another tagging of the same cards. [default: two languages of A]"
        ),
    ] = None,
    *,
    output: Annotated[
        Path | None,
        typer.Option(
            "-o",
            "--output",
            metavar="OUT",
            help=".parquet, .jsonl, .csv, .arrow, .feather, .db or .sqlite (SQLite), or .duckdb. "
            "[default: JSON Lines to standard output]",
        ),
    ] = None,
    languages: Languages = None,
    by: Annotated[
        By,
        typer.Option(
            metavar="WHAT",
            help="By what a card is the same in both: id, name, which prereleases keep, or konami_id.",
        ),
    ] = "id",
    quiet: Quiet = False,
) -> None:
    """Tell what differs between two taggings of the same cards, or two languages of one.

    One row comes out for each difference: which limits only one has, in which fields limits differ, which effects they
    govern, effects and text that is no effect. Readings are compared by what they mean in play, not by words or places.
    What could not be compared is counted in the summary.

    Exit codes: 0 done, whatever differs; 1 a file cannot be read or is no tagging, they have no card in common, or the
    output cannot be written; 2 wrong usage; 130 interrupted.
    """
    from rich.console import Console  # noqa: PLC0415

    from onceper.comparing.run import compare_file  # noqa: PLC0415

    summary = compare_file(a, b, output, languages=known_languages(languages), by=by, quiet=quiet)
    if not quiet:
        Console(stderr=True).print(summary_table(summary))


_SAID = {"limit": "limits", "effect": "effects", "non_effect": "text that is no effect", "unread": "what was not read"}


def summary_table(summary: CompareSummary) -> Table:
    """Return the table of what a comparison found."""
    differing = {f"differing in {_SAID[of]}": texts for of, texts in summary.differing.most_common() if of in _SAID}
    return sum_up(
        "Compared",
        Counted("texts in both", summary.texts, {"alike": summary.alike} | differing),
        Counted(
            "differences",
            summary.differences.total(),
            {
                f"{of.replace('_', '-')}: {how.replace('_', ' ')}": n
                for (of, how), n in summary.differences.most_common()
            },
        ),
        *(Counted(f"not compared: {why}", number) for why, number in summary.not_compared.most_common()),
    )
