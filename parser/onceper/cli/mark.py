"""``onceper mark``: write a database again with its texts cut, numbered or marked."""

from __future__ import annotations

from collections import Counter
from pathlib import Path  # noqa: TC003  Typer resolves the annotations
from typing import TYPE_CHECKING, Annotated

import typer

from onceper.cli.options import Columns, Format, Game, Lang, Quiet, named_columns
from onceper.cli.printing import Counted, sum_up
from onceper.files.opening import input_path

if TYPE_CHECKING:
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
    lang: Lang = None,
    game: Game = None,
    column: Columns = None,
    input_format: Format = None,
    quiet: Quiet = False,
) -> None:
    """Write a card database again with its texts cut, numbered or marked, and all else in it as it was.

    What was added can be taken away again with --style plain, which leaves each text as it was, byte for byte. A text
    that is marked already is marked anew. A text that cannot be read stays as it is, and the summary counts it.

    Exit codes: 0 done, even if some texts stay as they are; 1 the input or the output failed; 2 wrong usage; 130
    interrupted.
    """
    from onceper.marking.run import mark_file  # noqa: PLC0415

    summary = mark_file(
        file,
        output,
        style,
        like=like,
        told=told,
        lang=lang,
        game=game,
        columns=named_columns(column),
        input_format=input_format,
        quiet=quiet,
    )
    likened = Counter(found.outcome for found in summary.likened)
    counts = (
        Counted("texts", summary.texts),
        Counted(
            "texts changed", summary.changed, {said: likened[how] for how, said in _SAID.items() if how in likened}
        ),
        Counted("texts left as they are", summary.left.total(), dict(summary.left.most_common()), wrong=True),
    )
    sum_up("Marked", counts, quiet=quiet)
