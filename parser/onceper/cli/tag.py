"""``onceper tag``: tag a file of card texts."""

from __future__ import annotations

from pathlib import Path  # noqa: TC003  Typer resolves the annotations
from typing import TYPE_CHECKING, Annotated, cast

import typer

from onceper.classifier.mode import DEFAULT
from onceper.cli.classifier import Classifier, Model  # noqa: TC001  Typer resolves the annotations
from onceper.cli.columns import known_format, named_columns
from onceper.cli.language import known_language
from onceper.cli.patterns import Patterns  # noqa: TC001  Typer resolves the annotations

if TYPE_CHECKING:
    from onceper.files.source.known_formats import InputFormat


def tag(
    file: Annotated[
        Path,
        typer.Argument(
            metavar="INPUT",
            help="EDOPro .cdb, JSON of YGOPRODeck or YAML Yugi, JSON array, JSON Lines, CSV, TSV, Parquet or Arrow, "
            "gzipped or not; a folder of such files; or - for standard input.",
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
        str | None, typer.Option(help="Game of the texts whose row names none: yugioh or duelmasters.")
    ] = None,
    only_lang: Annotated[
        str | None, typer.Option(callback=known_language, help="Tag only the texts in this language.")
    ] = None,
    column: Annotated[
        list[str] | None,
        typer.Option(
            metavar="COLUMN=NAME",
            help="Name in INPUT of the text, pendulum, id, name, lang, game or field, such as text=rules_text; nothing "
            "behind = where INPUT has none. May be repeated. [default: the usual names]",
        ),
    ] = None,
    input_format: Annotated[
        str | None,
        typer.Option(
            callback=known_format,
            metavar="FORMAT",
            help="cdb, json, jsonl, csv, tsv, parquet or arrow. [default: told from the content and the name]",
        ),
    ] = None,
    unread: Annotated[
        Path | None,
        typer.Option(metavar="FILE", help="Write the sentences that no rule reads to FILE, as JSON Lines."),
    ] = None,
    classifier: Classifier = DEFAULT,
    model: Model = None,
    strict: Annotated[
        bool, typer.Option("--strict", help="Stop at the first text that cannot be read, and write nothing.")
    ] = False,
    patterns: Patterns = None,  # noqa: ARG001  its callback has loaded them
    jobs: Annotated[int, typer.Option(min=1, metavar="N", help="Share the texts between N processes.")] = 1,
    resume: Annotated[
        bool, typer.Option("--resume", help="Go on from the pieces that a run which was stopped has left beside OUT.")
    ] = False,
    parts: Annotated[
        bool, typer.Option("--parts", help="Write OUT as a folder of files, such as tags.parquet/part-00000.parquet.")
    ] = False,
) -> None:
    """Tag the texts of a card database.

    One row comes out for each text, in the same order. A text that cannot be read gives a row with an error,
    which the summary counts. The output takes its name only when it is complete; a run that was stopped leaves its
    finished pieces beside it, in .OUT.pieces, from which --resume goes on.

    Exit codes: 0 done, even if some rows have an error; 1 the input, the output or (with --strict) a row
    failed; 2 wrong usage; 130 interrupted.
    """
    # spaCy and what reads files load here, so that --help need not wait for them.
    from rich.console import Console  # noqa: PLC0415

    from onceper.display.terminal import summary_table  # noqa: PLC0415
    from onceper.tagging.run import tag_file  # noqa: PLC0415

    summary = tag_file(
        file,
        output,
        lang=lang,
        game=game,
        only_lang=only_lang,
        strict=strict,
        unread=unread,
        columns=named_columns(column or ()),
        input_format=cast("InputFormat | None", input_format),
        jobs=jobs,
        resume=resume,
        parts=parts,
        classifier=classifier,
        model=model,
    )
    Console(stderr=True).print(summary_table(summary))
