"""``onceper tag``: tag a file of card texts."""

from __future__ import annotations

from pathlib import Path  # noqa: TC003  Typer resolves the annotations
from typing import TYPE_CHECKING, Annotated

import typer

from onceper.cli.options import (
    Classifier,
    Columns,
    Format,
    Game,
    Lang,
    Model,
    Patterns,
    Quiet,
    Rows,
    known_language,
    named_columns,
)
from onceper.cli.printing import Counted, sum_up
from onceper.errors import notes_of
from onceper.files.opening import input_path
from onceper.reader.options import BY_DEFAULT

if TYPE_CHECKING:
    from onceper.tagging.summary import Summary


def tag(
    files: Annotated[
        list[Path],
        typer.Argument(
            metavar="INPUT",
            parser=input_path,
            help="EDOPro .cdb, JSON of YGOPRODeck or YAML Yugi, JSON array, JSON Lines, CSV, TSV, Parquet or Arrow, "
            "compressed (gzip, bzip2, xz, zstd) or not; a folder of such files; or - for standard input. Several are "
            "read as one, and card databases merged: later cards win.",
        ),
    ],
    *,
    output: Rows = None,
    lang: Lang = None,
    game: Game = None,
    only_lang: Annotated[
        str | None, typer.Option(callback=known_language, help="Tag only the texts in this language.")
    ] = None,
    column: Columns = None,
    input_format: Format = None,
    unread: Annotated[
        Path | None,
        typer.Option(metavar="FILE", help="Write the sentences that no rule reads to FILE, as JSON Lines."),
    ] = None,
    with_text: Annotated[
        bool, typer.Option("--with-text", help="Give each row the text of its card, in its column `text`.")
    ] = False,
    classifier: Classifier = BY_DEFAULT,
    model: Model = None,
    since: Annotated[
        Path | None,
        typer.Option(
            metavar="OLD",
            parser=input_path,
            help="Take over the rows of OLD, a tagging of these cards from before, whose texts and rules are the same.",
        ),
    ] = None,
    flat: Annotated[
        bool,
        typer.Option("--flat", help="Write one line a card, with how many limits of each sort it has, and no lists."),
    ] = False,
    strict: Annotated[
        bool, typer.Option("--strict", help="Stop at the first text that cannot be read, and write nothing.")
    ] = False,
    patterns: Patterns = None,  # noqa: ARG001  its callback has loaded them
    jobs: Annotated[int, typer.Option(min=1, metavar="N", help="Share the texts between N processes.")] = 1,
    quiet: Quiet = False,
) -> None:
    """Tag the texts of a card database.

    One row comes out for each text, in the same order. A text that cannot be read gives a row with an error,
    which the summary counts. The output takes its name only when it is complete; of a run that was stopped nothing
    is left, and what stood there before stays.

    Exit codes: 0 done, even if some rows have an error; 1 the input, the output or (with --strict) a row
    failed; 2 wrong usage; 130 interrupted.
    """
    # What reads texts and files loads here, so that --help need not wait for it.
    from onceper.tagging.run import tag_file  # noqa: PLC0415

    try:
        summary = tag_file(
            files,
            output,
            lang=lang,
            game=game,
            only_lang=only_lang,
            strict=strict,
            unread=unread,
            columns=named_columns(column),
            input_format=input_format,
            jobs=jobs,
            with_text=with_text,
            quiet=quiet,
            classifier=classifier,
            model=model,
            since=since,
            flat=flat,
        )
    except (KeyboardInterrupt, SystemExit) as stopped:
        typer.echo(": ".join(["onceper: stopped", *notes_of(stopped)]), err=True)
        raise
    sum_up("Tagged", counts_of(summary), quiet=quiet)


def counts_of(summary: Summary) -> list[Counted]:
    """Return what a run found, in the order of its table."""
    from onceper.tagging.summary import WITH_AN_ERROR  # noqa: PLC0415

    return [Counted(*line, wrong=line[0] == WITH_AN_ERROR) for line in summary.counted()]
