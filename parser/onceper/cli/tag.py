"""``onceper tag``: tag a file of card texts."""

from __future__ import annotations

from pathlib import Path  # noqa: TC003  Typer resolves the annotations
from typing import TYPE_CHECKING, Annotated, cast

import typer

from onceper.cli.options import Classifier, Model, Patterns, Quiet, known_language, named_game
from onceper.cli.summary import Counted, sum_up
from onceper.errors import notes_of
from onceper.files.opening import input_path
from onceper.files.source.columns import COLUMNS
from onceper.files.source.known_formats import INPUT_FORMATS
from onceper.reader.options import BY_DEFAULT

if TYPE_CHECKING:
    from collections.abc import Sequence

    from rich.table import Table

    from onceper.files.source.columns import Column
    from onceper.files.source.known_formats import InputFormat
    from onceper.tagging.summary import Summary


# A folder may hold any number of files.
_SHOWN = 20


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


def named_columns(options: Sequence[str]) -> dict[Column, str]:
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


Columns = Annotated[
    list[str] | None,
    typer.Option(
        metavar="COLUMN=NAME",
        help="Name in INPUT of the text, pendulum, id, name, lang, game, field, card_type, type_line or property, "
        "such as text=rules_text; nothing behind = where INPUT has none. May be repeated. "
        "[default: the usual names]",
    ),
]
InputFormatOption = Annotated[
    str | None,
    typer.Option(
        callback=_known_format,
        metavar="FORMAT",
        help="cdb, json, jsonl, csv, tsv, parquet or arrow. [default: told from the content and the name]",
    ),
]


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
    column: Columns = None,
    input_format: InputFormatOption = None,
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
    parts: Annotated[
        bool, typer.Option("--parts", help="Write OUT as a folder of files, such as tags.parquet/part-00000.parquet.")
    ] = False,
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
            columns=named_columns(column or ()),
            input_format=cast("InputFormat | None", input_format),
            jobs=jobs,
            parts=parts,
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
    if not quiet:
        # Rich takes as long to import as a hundred texts take to tag.
        from rich.console import Console  # noqa: PLC0415

        Console(stderr=True).print(summary_table(summary))


def summary_table(summary: Summary) -> Table:
    """Return the table of what a run found."""
    from onceper.tagging.summary import LEFT_ASIDE, MERGED, OF_OTHER_GAMES, REPLACED, TAKEN_OVER, WITHOUT_MODEL  # noqa: PLC0415

    games, models = summary.other_games, summary.without_model
    seldom = (
        Counted(OF_OTHER_GAMES, games.total(), dict(games.most_common())),
        Counted(WITHOUT_MODEL, models.total(), dict(models.most_common())),
        Counted(TAKEN_OVER, summary.taken_over),
        Counted(f"card types not known, {summary.such_as}", summary.unknown_types),
        Counted(MERGED, len(summary.merged), {name: cards for name, (cards, _) in summary.merged.items()}),
        Counted(REPLACED, summary.replaced),
        Counted(LEFT_ASIDE, len(summary.left_aside), dict.fromkeys(summary.left_aside[:_SHOWN], 1)),
    )
    return sum_up(
        "Tagged",
        Counted("rows", summary.rows),
        Counted(
            "rows with limits", summary.rows_with_limits, {f"{k} limits": n for k, n in summary.limits.most_common()}
        ),
        Counted("sentences left unread", summary.unread),
        Counted("rows with an error", summary.errors.total(), dict(summary.errors.most_common()), wrong=True),
        *(counted for counted in seldom if counted.number),
    )
