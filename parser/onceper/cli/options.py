"""The arguments and options that several commands have, and how their values are checked."""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING, Annotated, TypeVar

import typer

from onceper.errors import OnceperError
from onceper.files.source.columns import COLUMNS
from onceper.files.source.known_formats import InputFormat
from onceper.patterns.folders import VARIABLE
from onceper.reader.options import Mode

if TYPE_CHECKING:
    from collections.abc import Callable, Sequence

    from onceper.files.source.columns import Column

_Value = TypeVar("_Value")


def checked(check: Callable[[str], _Value], remedy: str = "") -> Callable[[str | None], _Value | None]:
    """Return the callback of an option whose value this checks: an error of ours is one of usage then."""

    def check_option(given: str | None) -> _Value | None:
        if given is None:
            return None
        try:
            return check(given)
        except OnceperError as error:
            error.remedy = remedy or error.remedy
            raise typer.BadParameter(str(error)) from error

    return check_option


# Languages bring numpy with them, so that they load where they are needed: --help need not wait for it.


def _language(lang: str) -> str | None:
    from onceper.lang.languages import check_language  # noqa: PLC0415

    return check_language(lang)


def _game(game: str) -> str | None:
    from onceper.lang.languages import check_game  # noqa: PLC0415

    return check_game(game)


def _use(folder: Path | None) -> Path | None:
    if folder is not None:
        from onceper.lang.languages import use_patterns  # noqa: PLC0415

        use_patterns(folder)
    return folder


known_language = checked(_language, remedy="name a language that onceper reads, or leave the option out")
named_game = checked(_game)


def known_languages(languages: str | None) -> tuple[str, str] | None:
    """Return the codes of two languages that are named as ``en,ja``, in any spelling.

    Raises:
        BadParameter: they are not two, or onceper reads no such language.
    """
    if languages is None:
        return None
    named = [known_language(lang.strip()) or lang for lang in languages.split(",")]
    if len(named) != 2:
        raise typer.BadParameter(
            f"{languages!r} does not name two languages; expected two with a comma between them\n"
            "  remedy: write them as en,ja",
            param_hint="'--languages'",
        )
    return named[0], named[1]


def named_columns(options: Sequence[str] | None) -> dict[Column, str]:
    """Return the name in the file of each column, from options such as ``text=rules_text``.

    Raises:
        BadParameter: an option is not of this shape, names no column that onceper knows, or one that was named before.
    """
    columns: dict[Column, str] = {}
    for option in options or ():
        column, sign, name = option.partition("=")
        if not sign or column not in COLUMNS or column in columns:
            what = "given twice" if column in columns else "not of a column that onceper knows"
            raise typer.BadParameter(
                f"{option!r} is {what if sign else 'no pair'}; expected COLUMN=NAME, where COLUMN is one of "
                f"{', '.join(COLUMNS)}\n  remedy: write it as text=rules_text",
                param_hint="'--column'",
            )
        columns[column] = name
    return columns


Rows = Annotated[
    Path | None,
    typer.Option(
        "-o",
        "--output",
        metavar="OUT",
        help=".parquet, .jsonl, .csv, .arrow, .feather, .db or .sqlite (SQLite), or .duckdb. "
        "[default: JSON Lines to standard output]",
    ),
]
Lang = Annotated[
    str | None,
    typer.Option(
        callback=known_language, help="Language of the texts whose row names none. [default: told from the text]"
    ),
]
Game = Annotated[
    str | None,
    typer.Option(callback=named_game, help="Game of the texts whose row names none: yugioh or duelmasters."),
]
Columns = Annotated[
    list[str] | None,
    typer.Option(
        metavar="COLUMN=NAME",
        help="Name in INPUT of the text, pendulum, id, name, lang, game, field, card_type, type_line or property, "
        "such as text=rules_text; nothing behind = where INPUT has none. May be repeated. "
        "[default: the usual names]",
    ),
]
Format = Annotated[
    InputFormat | None,
    typer.Option(
        metavar="FORMAT",
        help="cdb, json, jsonl, csv, tsv, parquet or arrow. [default: told from the content and the name]",
    ),
]
Patterns = Annotated[
    Path | None,
    typer.Option(
        "--patterns",
        metavar="DIR",
        envvar=VARIABLE,
        callback=_use,
        # The languages that the folder adds are known before --lang is looked at.
        is_eager=True,
        help="Read with the rules and words of this folder as well.",
    ),
]
Quiet = Annotated[bool, typer.Option("-q", "--quiet", help="Tell nothing on standard error but what is wrong.")]
Classifier = Annotated[
    Mode, typer.Option(help="What the classifier reads: nothing, damaged print, what no rule reads, or all.")
]
Model = Annotated[
    Path | None, typer.Option(metavar="FILE", help="With --classifier: the .json that `onceper train` wrote.")
]
Languages = Annotated[
    str | None,
    typer.Option(
        metavar="A,B",
        help="Compare the texts of two languages, such as en,ja: the first of A, the second of B, or both of A.",
    ),
]
