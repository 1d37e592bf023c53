"""``onceper play``: replay the log of a Duel."""

from __future__ import annotations

from contextlib import ExitStack
from pathlib import Path  # noqa: TC003  Typer resolves the annotations
from typing import Annotated, BinaryIO

import typer

from onceper.cli.options import Patterns, Quiet  # noqa: TC001  Typer resolves the annotations
from onceper.files.opening import input_path


def _two_players(named: str | None) -> str | None:
    if named is not None and len(named.split(",")) != 2:
        raise typer.BadParameter(f"{named!r} are not two players; expected two names, such as A,B")
    return named and ",".join(name.strip() for name in named.split(","))


def play(
    events: Annotated[
        Path, typer.Argument(metavar="EVENTS", parser=input_path, help="The log: one event or question a line, .jsonl.")
    ],
    *,
    cards: Annotated[
        Path,
        typer.Option(
            metavar="TAGS", parser=input_path, help="What `onceper tag` wrote: .parquet, .arrow, .jsonl or .csv."
        ),
    ],
    output: Annotated[
        Path | None,
        typer.Option("-o", "--output", metavar="OUT", help="Verdicts as .jsonl. [default: standard output]"),
    ] = None,
    players: Annotated[
        str | None,
        typer.Option(
            callback=_two_players, metavar="FIRST,SECOND", help="In turn order, if the log does not say. [default: A,B]"
        ),
    ] = None,
    lang: Annotated[str, typer.Option(help="Language of the reasons, such as en.")] = "en",
    patterns: Patterns = None,  # noqa: ARG001  its callback has loaded them
    strict: Annotated[bool, typer.Option("--strict", help="Stop at the first line that cannot be.")] = False,
    quiet: Quiet = False,
) -> None:
    """Replay the log of a Duel, and say of each event whether the limits allowed it, and why.

    One line comes out for each event or question. What cannot be, or what a limit forbids, is told on standard
    error with its line and the lines of what had spent the limit, and the run goes on. With --strict it ends there, and
    OUT is not written.

    Exit codes: 0 done, even if some lines cannot be; 1 the log, the cards or (with --strict) a line failed.
    """
    import msgspec  # noqa: PLC0415

    from onceper.files.finished import finished, standard_output  # noqa: PLC0415
    from onceper.files.formats import check_outputs  # noqa: PLC0415
    from onceper.replay.log import read_log  # noqa: PLC0415
    from onceper.replay.replay import play_log  # noqa: PLC0415

    check_outputs([output], [events, cards])
    first, _, second = (players or "").partition(",")
    named = read_log(events)[0] if players and events.is_file() else None
    if named and named != (first, second):
        typer.echo(f"--players {players} is not used: the log names {' and '.join(named)}", err=True)
    with ExitStack() as stack:
        if output:
            stream: BinaryIO = stack.enter_context(stack.enter_context(finished(output)).open("wb"))
        else:
            stream = stack.enter_context(standard_output())
        lines = problems = 0
        for played in play_log(events, cards, players=(first, second) if players else None, lang=lang, strict=strict):
            lines += 1
            stream.write(msgspec.json.encode(played) + b"\n")
            if played.problem and not strict:
                problems += 1
                typer.echo(f"line {played.line}: {played.problem}", err=True)
    if not quiet:
        typer.echo(f"{lines} lines, {problems} that cannot be", err=True)
