"""``onceper tag``: tag a file of card texts."""

from __future__ import annotations

from pathlib import Path  # noqa: TC003  Typer resolves the annotations
from typing import TYPE_CHECKING, Annotated, cast

import typer

from onceper.cli.options import Classifier, Model, Patterns, Quiet, known_language, named_game
from onceper.cli.summary import new_table
from onceper.errors import notes_of
from onceper.files.opening import input_path
from onceper.files.source.columns import COLUMNS
from onceper.files.source.known_formats import INPUT_FORMATS
from onceper.reader.options import RULES_ALONE

if TYPE_CHECKING:
    from collections.abc import Sequence

    from rich.table import Table

    from onceper.files.source.columns import Column
    from onceper.files.source.known_formats import InputFormat
    from onceper.tagging.summary import Summary


def _known_format(name: str | None) -> str | None:
    """Return the name of an input format as it was given.

    Raises:
        BadParameter: onceper reads no such format.
    """
    if name is not None and name not in INPUT_FORMATS:
        raise typer.BadParameter(
            f"unknown format {name!r}; expected {', '.join(INPUT_FORMATS)}.\n"
            "  remedy: name one of these, or leave the option out"
        )
    return name


def _named_columns(options: Sequence[str]) -> dict[Column, str]:
    """Return the name in the file of each column, from options such as ``text=rules_text``.

    Raises:
        BadParameter: an option is not of this shape, names no column that onceper knows, or one that was named before.
    """
    columns: dict[Column, str] = {}
    for option in options:
        column, sign, name = option.partition("=")
        if not sign or column not in COLUMNS or column in columns:
            what = "given twice" if column in columns else "not of a column that onceper knows"
            raise typer.BadParameter(
                f"{option!r} is {what if sign else 'no pair'}; expected COLUMN=NAME, where COLUMN is one of "
                f"{', '.join(COLUMNS)}.\n  remedy: write it as text=rules_text",
                param_hint="'--column'",
            )
        columns[column] = name
    return columns


def tag(
    file: Annotated[
        Path,
        typer.Argument(
            metavar="INPUT",
            parser=input_path,
            help="EDOPro .cdb, JSON of YGOPRODeck or YAML Yugi, JSON array, JSON Lines, CSV, TSV, Parquet or Arrow, "
            "compressed (gzip, bzip2, xz, zstd) or not; a folder of such files; or - for standard input.",
        ),
    ],
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
    lang: Annotated[
        str | None,
        typer.Option(
            callback=known_language,
            help="Language of the texts whose row names none. [default: told from the text]",
        ),
    ] = None,
    game: Annotated[
        str | None,
        typer.Option(callback=named_game, help="Game of the texts whose row names none: yugioh or duelmasters."),
    ] = None,
    only_lang: Annotated[
        str | None, typer.Option(callback=known_language, help="Tag only the texts in this language.")
    ] = None,
    column: Annotated[
        list[str] | None,
        typer.Option(
            metavar="COLUMN=NAME",
            help="Name in INPUT of the text, pendulum, id, name, lang, game, field, card_type, type_line or property, "
            "such as text=rules_text; nothing behind = where INPUT has none. May be repeated. "
            "[default: the usual names]",
        ),
    ] = None,
    input_format: Annotated[
        str | None,
        typer.Option(
            callback=_known_format,
            metavar="FORMAT",
            help="cdb, json, jsonl, csv, tsv, parquet or arrow. [default: told from the content and the name]",
        ),
    ] = None,
    unread: Annotated[
        Path | None,
        typer.Option(metavar="FILE", help="Write the sentences that no rule reads to FILE, as JSON Lines."),
    ] = None,
    with_text: Annotated[
        bool, typer.Option("--with-text", help="Give each row the text of its card, in its column `text`.")
    ] = False,
    classifier: Classifier = RULES_ALONE,
    model: Model = None,
    strict: Annotated[
        bool, typer.Option("--strict", help="Stop at the first text that cannot be read, and write nothing.")
    ] = False,
    patterns: Patterns = None,  # noqa: ARG001  its callback has loaded them
    jobs: Annotated[int, typer.Option(min=1, metavar="N", help="Share the texts between N processes.")] = 1,
    resume: Annotated[
        bool | None,
        typer.Option(
            "--resume/--anew",
            help="Go on from the rows that a run which was stopped has left beside OUT, or remove them.",
            show_default=False,
        ),
    ] = None,
    parts: Annotated[
        bool, typer.Option("--parts", help="Write OUT as a folder of files, such as tags.parquet/part-00000.parquet.")
    ] = False,
    quiet: Quiet = False,
) -> None:
    """Tag the texts of a card database.

    One row comes out for each text, in the same order. A text that cannot be read gives a row with an error,
    which the summary counts. The output takes its name only when it is complete; a run that was stopped leaves its
    finished rows beside it, in .OUT.chunks, from which --resume goes on. Nothing but --anew removes them.

    Exit codes: 0 done, even if some rows have an error; 1 the input, the output or (with --strict) a row
    failed; 2 wrong usage; 130 interrupted.
    """
    # What reads texts and files loads here, so that --help need not wait for it.
    from onceper.tagging.run import tag_file  # noqa: PLC0415

    try:
        summary = tag_file(
            file,
            output,
            lang=lang,
            game=game,
            only_lang=only_lang,
            strict=strict,
            unread=unread,
            columns=_named_columns(column or ()),
            input_format=cast("InputFormat | None", input_format),
            jobs=jobs,
            resume=resume,
            parts=parts,
            with_text=with_text,
            quiet=quiet,
            classifier=classifier,
            model=model,
        )
    except (KeyboardInterrupt, SystemExit) as stopped:
        typer.echo(": ".join(["onceper: stopped", *notes_of(stopped)]), err=True)
        raise
    if not quiet:
        # Rich takes as long to import as a hundred texts take to tag.
        from rich.console import Console  # noqa: PLC0415

        Console(stderr=True).print(summary_table(summary))


def summary_table(summary: Summary) -> Table:
    """Return the table of what a run found."""
    from rich.text import Text  # noqa: PLC0415

    from onceper.display.control import show_controls  # noqa: PLC0415
    from onceper.tagging.summary import OF_OTHER_GAMES, WITHOUT_MODEL  # noqa: PLC0415

    table = new_table("Tagged")
    table.add_row("rows", f"{summary.rows:,}")
    table.add_row("rows with limits", f"{summary.rows_with_limits:,}")
    for kind, count in summary.limits.most_common():
        table.add_row(f"  {kind} limits", f"{count:,}")
    table.add_row("sentences left unread", f"{summary.unread:,}")
    table.add_row("rows with an error", f"{summary.errors.total():,}", style="bold red" if summary.errors else None)
    for words, count in summary.errors.most_common():
        table.add_row(Text(f"  {show_controls(words)}"), f"{count:,}")
    if summary.other_games:
        table.add_row(OF_OTHER_GAMES, f"{summary.other_games.total():,}")
    for game, count in summary.other_games.most_common():
        table.add_row(Text(f"  {show_controls(game)}"), f"{count:,}")
    if summary.without_model:
        table.add_row(WITHOUT_MODEL, f"{summary.without_model.total():,}")
    for lang, count in summary.without_model.most_common():
        table.add_row(f"  {lang}", f"{count:,}")
    if summary.unknown_types:
        table.add_row(Text(show_controls(f"card types not known, {summary.such_as}")), f"{summary.unknown_types:,}")
    return table
