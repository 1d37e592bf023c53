"""``onceper report``: a tagging as one page."""

from __future__ import annotations

from pathlib import Path  # noqa: TC003  Typer resolves the annotations
from typing import Annotated

import typer

from onceper.cli.options import Languages, Quiet, known_languages
from onceper.files.opening import input_path


def report(
    tags: Annotated[
        Path,
        typer.Argument(
            metavar="TAGS", parser=input_path, help="What `onceper tag` wrote, in any of its formats, or - for input."
        ),
    ],
    *,
    output: Annotated[Path, typer.Option("-o", "--output", metavar="OUT", help="The page to write, .html.")],
    against: Annotated[
        Path | None,
        typer.Option(
            metavar="OTHER",
            parser=input_path,
            help="Another tagging of the same cards, in another language or before a change of rules.",
        ),
    ] = None,
    languages: Languages = None,
    texts: Annotated[
        Path | None,
        typer.Option(
            metavar="INPUT",
            parser=input_path,
            help="The file that was tagged, to show texts as printed where TAGS was made without --with-text. "
            "[default: put together from TAGS]",
        ),
    ] = None,
    quiet: Quiet = False,
) -> None:
    """Write one page that shows a tagging: every text marked, tables, and what was not read.

    The page works without a network: its cards can be searched, filtered and opened, and the address of a view can be
    sent to somebody. With --against or --languages it tells what differs, card by card with both texts, as
    `onceper compare` does.

    Exit codes: 0 done; 1 a file cannot be read or is no tagging, or the page cannot be written; 2 wrong usage.
    """
    from onceper.report.run import report_file  # noqa: PLC0415

    done = report_file(tags, output, against=against, languages=known_languages(languages), texts=texts, quiet=quiet)
    if quiet:
        return
    compared = f", {done.pairs:,} compared" if against or languages else ""
    typer.echo(f"wrote {output}: {done.rows:,} texts{compared}, {done.size / 1e6:.1f} MB", err=True)
    if done.not_found:
        typer.echo(f"{done.not_found:,} texts are not in {texts}, and were put together from their pieces", err=True)
    elif done.put_together:
        typer.echo(
            f"{done.put_together:,} texts are not in the tags, and were put together from their pieces\n"
            "  remedy: name the file that was tagged with --texts, or tag with --with-text",
            err=True,
        )
