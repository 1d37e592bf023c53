"""The options that several commands have: language, patterns, classifier and model."""

from __future__ import annotations

from pathlib import Path
from typing import Annotated

import typer

from onceper.patterns.folders import VARIABLE
from onceper.reader.options import Mode


def known_language(lang: str | None) -> str | None:
    """Return the code of a language in any spelling.

    Raises:
        BadParameter: onceper reads no such language.
    """
    if lang is None:
        return None
    # Languages bring numpy with them, so that they load here: --help need not wait for it.
    from onceper.lang.base import LanguageError  # noqa: PLC0415
    from onceper.lang.languages import check_language  # noqa: PLC0415

    try:
        return check_language(lang)
    except LanguageError as error:
        raise typer.BadParameter(
            f"{error.what}; expected {error.expected}.\n"
            "  remedy: name a language that onceper reads, or leave the option out"
        ) from error


def known_languages(languages: str | None) -> tuple[str, str] | None:
    """Return the codes of two languages that are named as ``en,ja``, in any spelling.

    Raises:
        BadParameter: they are not two, or onceper reads no such language.
    """
    if languages is None:
        return None
    named = [lang.strip() for lang in languages.split(",")]
    if len(named) != 2:
        raise typer.BadParameter(
            f"{languages!r} does not name two languages; expected two with a comma between them.\n"
            "  remedy: write them as en,ja",
            param_hint="'--languages'",
        )
    first, second = (known_language(lang) or lang for lang in named)
    return first, second


def named_game(game: str | None) -> str | None:
    """Return the contract's name of a game in any spelling, and that of another game as it is.

    Raises:
        BadParameter: it is no name.
    """
    if game is None:
        return None
    # As above.
    from onceper.lang.detect import GameError  # noqa: PLC0415
    from onceper.lang.languages import check_game  # noqa: PLC0415

    try:
        return check_game(game)
    except GameError as error:
        raise typer.BadParameter(f"{error.what}; expected {error.expected}.\n  remedy: {error.remedy}") from error


def _used(folder: Path | None) -> Path | None:
    if folder is not None:
        # As above.
        from onceper.lang.languages import use_patterns  # noqa: PLC0415

        use_patterns(folder)
    return folder


Patterns = Annotated[
    Path | None,
    typer.Option(
        "--patterns",
        metavar="DIR",
        envvar=VARIABLE,
        callback=_used,
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
