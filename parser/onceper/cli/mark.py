"""``onceper mark``: write a database again with its texts cut, numbered or marked."""

from __future__ import annotations

from collections import Counter
from pathlib import Path  # noqa: TC003  Typer resolves the annotations
from typing import TYPE_CHECKING, Annotated, cast

import typer

from onceper.cli.options import Quiet, known_language, named_game
from onceper.cli.summary import Counted, sum_up
from onceper.cli.tag import Columns, InputFormatOption, named_columns
from onceper.files.opening import input_path

if TYPE_CHECKING:
    from rich.table import Table

    from onceper.files.source.known_formats import InputFormat
    from onceper.marking.run import MarkSummary
    from onceper.marking.witness import Outcome

_SAID: dict[Outcome, str] = {
    "cut": "cut and numbered as the witness",
    "order": "numbered as the witness",
    "apart": "not brought together with the witness",
}


def mark(
    file: Annotated[
        Path,
        typer.Argument(
            metavar="INPUT",
            parser=input_path,
            help="One file of card texts, as `onceper tag` reads it, or - for input.",
        ),
    ],
    *,
    output: Annotated[
        Path, typer.Option("-o", "--output", metavar="OUT", help="A file of the same format, told by its ending.")
    ],
    style: Annotated[
        str,
        typer.Option(
            metavar="STYLE",
            help="lines: effects, limits and choices one a line; numbers: the same with ①②③ where the print has none; "
            "xml: with elements for all that is read; ygopro: <effect count_ref>; plain: without what was added.",
        ),
    ] = "lines",
    like: Annotated[
        Path | None,
        typer.Option(
            metavar="OTHER",
            parser=input_path,
            help="A database of the same cards in a print with numbers: effects are cut and numbered as there.",
        ),
    ] = None,
    told: Annotated[
        Path | None,
        typer.Option(
            metavar="FILE", help="Write to FILE, as JSON Lines, where OTHER was followed and where it could not be."
        ),
    ] = None,
    lang: Annotated[
        str | None,
        typer.Option(
            callback=known_language, help="Language of the texts whose row names none. [default: told from the text]"
        ),
    ] = None,
    game: Annotated[
        str | None,
        typer.Option(callback=named_game, help="Game of the texts whose row names none: yugioh or duelmasters."),
    ] = None,
    column: Columns = None,
    input_format: InputFormatOption = None,
    quiet: Quiet = False,
) -> None:
    """Write a card database again with its texts cut, numbered or marked, and all else in it as it was.

    What was added can be taken away again with --style plain, which leaves each text as it was, byte for byte. A text
    that is marked already is marked anew. A text that cannot be read stays as it is, and the summary counts it.

    Exit codes: 0 done, even if some texts stay as they are; 1 the input or the output failed; 2 wrong usage; 130
    interrupted.
    """
    from rich.console import Console  # noqa: PLC0415

    from onceper.marking.run import mark_file  # noqa: PLC0415

    summary = mark_file(
        file,
        output,
        style,
        like=like,
        told=told,
        lang=lang,
        game=game,
        columns=named_columns(column or ()),
        input_format=cast("InputFormat | None", input_format),
        quiet=quiet,
    )
    if not quiet:
        Console(stderr=True).print(summary_table(summary))


def summary_table(summary: MarkSummary) -> Table:
    """Return the table of what was done."""
    counted = Counter(found.outcome for found in summary.likened)
    likened = {said: counted[outcome] for outcome, said in _SAID.items() if outcome in counted}
    return sum_up(
        "Marked",
        Counted("texts", summary.texts),
        Counted("texts changed", summary.changed, likened),
        Counted("texts left as they are", summary.left.total(), dict(summary.left.most_common()), wrong=True),
    )
