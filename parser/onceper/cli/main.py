"""The program ``onceper`` and its exit codes."""

from __future__ import annotations

import io
import sys

import click

from onceper.cli.commands import audit, compare, mark, play, report, tag, train
from onceper.cli.explain import explain
from onceper.cli.rules import rules
from onceper.errors import OnceperError, UsageError
from onceper.files.finished import not_written
from onceper.text import position


class _InOrder(click.Group):
    """A program whose help lists its commands in the order in which they are needed."""

    def list_commands(self, _ctx: click.Context) -> list[str]:
        return [*self.commands]


def which_build() -> str:
    """Return in words whether this Python runs compiled modules."""
    return "pure Python" if str(position.__file__).endswith(".py") else "compiled modules"


@click.group(
    cls=_InOrder,
    commands=[tag, explain, mark, rules, play, report, compare, audit, train],
    context_settings={"help_option_names": ["--help", "-h"], "show_default": True},
    epilog="Exit codes: 0 done; 1 an input, an output or (with --strict) a row failed; 2 wrong usage; 130 interrupted.",
)
@click.version_option(
    package_name="onceper",
    message=f"%(prog)s %(version)s ({which_build()})",
    help="Show the version and the build.",
)
def onceper() -> None:
    """Read trading-card text: usage limits ("once per turn" in all its forms), and text that is no effect."""


def main() -> None:
    """Run the program; show an error of onceper as one message on standard error, with exit code 1."""
    # What the terminal's encoding lacks is shown as an escape.
    if isinstance(sys.stdout, io.TextIOWrapper):
        sys.stdout.reconfigure(errors="backslashreplace")
    try:
        onceper(prog_name="onceper")
    except OnceperError as error:
        click.echo(f"onceper: {error}", err=True)
        sys.exit(2 if isinstance(error, UsageError) else 1)
    except OSError as error:
        # Of a file, what writes or reads it has told.
        if error.filename is not None:
            raise
        click.echo(f"onceper: {not_written(error)}", err=True)
        sys.exit(1)
