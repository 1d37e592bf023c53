"""The options that several commands have, and how their values are checked.

Each is an argument of the function that a command calls, which checks the rest.
"""

from __future__ import annotations

from functools import wraps
from typing import TYPE_CHECKING, Any

import click

from onceper.errors import OnceperError
from onceper.files.source.columns import COLUMNS
from onceper.files.source.known_formats import INPUT_FORMATS
from onceper.patterns.folders import VARIABLE
from onceper.reader.options import BY_DEFAULT, MODES

if TYPE_CHECKING:
    from collections.abc import Callable, Sequence


def checked(check: Callable[[str], Any]) -> Callable[[str], Any]:
    """Return the type of an option whose value this checks: an error of ours is one of usage then."""

    @wraps(check)
    def convert(given: str) -> Any:
        try:
            return check(given)
        except OnceperError as error:
            raise click.BadParameter(str(error)) from error

    return convert


# Languages bring numpy with them, so that they load where they are needed: --help need not wait for it.


@checked
def known_language(given: str) -> str | None:
    """Return the code of a language that is spelled in any usual way."""
    from onceper.lang.languages import check_language  # noqa: PLC0415

    return check_language(given)


@checked
def known_game(given: str) -> str | None:
    """Return the contract's name of a game; any other name of a game stays."""
    from onceper.lang.languages import check_game  # noqa: PLC0415

    return check_game(given)


@checked
def _two_languages(given: str) -> Any:
    from onceper.comparing.compare import check_languages  # noqa: PLC0415

    return check_languages([lang.strip() for lang in given.split(",")])


def _use(folder: str) -> None:
    from onceper.lang.languages import use_patterns  # noqa: PLC0415

    use_patterns(folder)


def _by_column(_context: click.Context, _parameter: click.Parameter, given: Sequence[str]) -> dict[str, str]:
    """Return the name in the file of each column, from options such as ``text=rules_text``."""
    columns: dict[str, str] = {}
    for option in given:
        column, sign, name = option.partition("=")
        if not sign or column not in COLUMNS or column in columns:
            raise click.BadParameter(
                f"{option!r}; expected COLUMN=NAME, where COLUMN is one of {', '.join(COLUMNS)}, each given once\n"
                "  remedy: write it as text=rules_text"
            )
        columns[column] = name
    return columns


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
    type=known_language,
    metavar="LANG",
    help="Language of the texts whose row names none. [default: told from the text]",
)
GAME = click.option(
    "--game",
    type=known_game,
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
    type=_two_languages,
    metavar="A,B",
    help="Compare the texts of two languages, such as en,ja: the first of A, the second of B, or both of A.",
)
