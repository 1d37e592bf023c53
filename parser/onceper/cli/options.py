"""The options that several commands have, and how their values are checked.

Each is an argument of the function that a command calls, which checks the rest.
"""

from __future__ import annotations

from importlib import import_module
from typing import TYPE_CHECKING, Any

import click

from onceper.errors import OnceperError
from onceper.files.source.known_formats import INPUT_FORMATS
from onceper.patterns.folders import VARIABLE
from onceper.reader.options import BY_DEFAULT, MODES

if TYPE_CHECKING:
    from collections.abc import Callable, Sequence


def checked(module: str, check: str) -> Callable[[str], Any]:
    """Return the type of an option whose value this checks: an error of ours is one of usage then.

    The module loads where it is needed: languages bring numpy with them, and --help need not wait for it.
    """

    def convert(given: str) -> Any:
        try:
            return getattr(import_module(module), check)(given)
        except OnceperError as error:
            raise click.BadParameter(str(error)) from error

    convert.__name__ = check
    return convert


KNOWN_LANGUAGE = checked("onceper.lang.languages", "check_language")
KNOWN_GAME = checked("onceper.lang.languages", "check_game")


def _use(folder: str) -> None:
    from onceper.lang.languages import use_patterns  # noqa: PLC0415

    use_patterns(folder)


def _by_column(_context: click.Context, _parameter: click.Parameter, given: Sequence[str]) -> dict[str, str]:
    """Return the name in the file of each column, from options such as ``text=rules_text``."""
    return dict(option.partition("=")[::2] for option in given)


TARGET = click.option(
    "-o",
    "--output",
    "target",
    metavar="OUT",
    help=".parquet, .jsonl, .csv, .arrow, .feather, .db or .sqlite (SQLite), or .duckdb. "
    "[default: JSON Lines to standard output]",
)
LANG = click.option(
    "--lang",
    type=KNOWN_LANGUAGE,
    metavar="LANG",
    help="Language of the texts whose row names none. [default: told from the text]",
)
GAME = click.option(
    "--game",
    type=KNOWN_GAME,
    metavar="GAME",
    help="Game of the texts whose row names none: yugioh or duelmasters.",
)
COLUMN = click.option(
    "--column",
    "columns",
    multiple=True,
    callback=_by_column,
    metavar="COLUMN=NAME",
    help="Name in INPUT of the text, pendulum, id, name, lang, game, field, card_type, type_line or property, "
    "such as text=rules_text; nothing behind = where INPUT has none. May be repeated. [default: the usual names]",
)
FORMAT = click.option(
    "--input-format",
    type=click.Choice(INPUT_FORMATS),
    help="Format of INPUT. [default: told from the content and the name]",
)
# The languages that the folder adds are known before --lang is looked at.
PATTERNS = click.option(
    "--patterns",
    type=_use,
    metavar="DIR",
    envvar=VARIABLE,
    is_eager=True,
    expose_value=False,
    help="Read with the rules and words of this folder as well.",
)
QUIET = click.option("-q", "--quiet", is_flag=True, help="Tell nothing on standard error but what is wrong.")
CLASSIFIER = click.option(
    "--classifier",
    type=click.Choice(MODES),
    default=BY_DEFAULT,
    help="What the classifier reads: nothing, damaged print, what no rule reads, or all.",
)
MODEL = click.option("--model", metavar="FILE", help="With --classifier: the .json that `onceper train` wrote.")
LANGUAGES = click.option(
    "--languages",
    type=checked("onceper.comparing.compare", "check_languages"),
    metavar="A,B",
    help="Compare the texts of two languages, such as en,ja: the first of A, the second of B, or both of A.",
)
