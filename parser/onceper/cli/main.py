"""The program ``onceper`` and its exit codes."""

from __future__ import annotations

import io
import signal
import sys
from typing import TYPE_CHECKING, Annotated, Any

import typer
from typer.core import TyperCommand

from onceper.cli.audit import audit
from onceper.cli.compare import compare
from onceper.cli.explain import explain
from onceper.cli.mark import mark
from onceper.cli.play import play
from onceper.cli.report import report
from onceper.cli.rules import rules
from onceper.cli.tag import tag
from onceper.cli.train import train
from onceper.display.control import show_controls
from onceper.errors import OnceperError, UsageError, notes_of
from onceper.files.finished import not_written

if TYPE_CHECKING:
    from collections.abc import Callable


class _Command(TyperCommand):
    """A command whose usage line names arguments as its help does; Typer puts those that must be given in braces."""

    def collect_usage_pieces(self, ctx: Any) -> list[str]:
        return [piece.replace("{", "").replace("}", "") for piece in super().collect_usage_pieces(ctx)]


app = typer.Typer(
    no_args_is_help=True,
    context_settings={"help_option_names": ["--help", "-h"]},
    # Rich takes longer to import than all the rest of --help.
    rich_markup_mode=None,
    pretty_exceptions_enable=False,
    epilog="Exit codes: 0 done; 1 an input, an output or (with --strict) a row failed; 2 wrong usage; 130 interrupted.",
)
app.command(cls=_Command)(tag)
app.command(cls=_Command)(explain)
app.command(cls=_Command)(mark)
app.command(cls=_Command)(rules)
app.command(cls=_Command)(play)
app.command(cls=_Command)(report)
app.command(cls=_Command)(compare)
app.command(cls=_Command)(audit)
app.command(cls=_Command)(train)


def _show_version(wanted: bool) -> None:
    if wanted:
        # It brings the standard library's mail with it, which no other run needs.
        from importlib.metadata import version  # noqa: PLC0415

        from onceper.compiled import which_build  # noqa: PLC0415

        typer.echo(f"onceper {version('onceper')} ({which_build()})")
        raise typer.Exit


@app.callback()
def onceper(
    _version: Annotated[
        bool, typer.Option("--version", callback=_show_version, is_eager=True, help="Show the version and the build.")
    ] = False,
) -> None:
    """Read trading-card text: usage limits ("once per turn" in all its forms), and text that is no effect."""


def _end(number: int, _: object) -> None:
    # Told once more, what is put in order now would be left half done.
    _on_ending(signal.SIG_IGN)
    sys.exit(128 + number)


def _on_ending(handler: Callable[[int, object], None] | signal.Handlers) -> None:
    """Say what is done when the process is told to end, or its terminal is gone; with `nohup` that is ignored."""
    for name in ("SIGTERM", "SIGHUP"):
        number = getattr(signal, name, None)
        if number is not None and signal.getsignal(number) != signal.SIG_IGN:
            signal.signal(number, handler)


def main() -> None:
    """Run the program; show an error of onceper as one message on standard error, with exit code 1."""
    # Else a run that is told to end, by a time limit say, could not remove what it has half written.
    _on_ending(_end)
    # What the terminal's encoding lacks is shown as an escape.
    if isinstance(sys.stdout, io.TextIOWrapper):
        sys.stdout.reconfigure(errors="backslashreplace")
    try:
        app()
    except OnceperError as error:
        # A file names its columns, tables and rules as it likes.
        typer.echo(show_controls("\n  ".join([f"onceper: {error}", *notes_of(error)])), err=True)
        sys.exit(2 if isinstance(error, UsageError) else 1)
    except OSError as error:
        # Of a file, what writes or reads it has told.
        if error.filename is not None:
            raise
        typer.echo(f"onceper: {not_written(error)}", err=True)
        sys.exit(1)
