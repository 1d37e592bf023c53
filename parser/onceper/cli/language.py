"""The options that name a language."""

from __future__ import annotations

import typer

from onceper.lang.languages import language_codes


def known_language(lang: str | None) -> str | None:
    """Return the language code as it was given.

    Raises:
        BadParameter: onceper reads no such language.
    """
    if lang is not None and lang not in language_codes():
        raise typer.BadParameter(
            f"unknown language {lang!r}; expected {' or '.join(language_codes())}.\n"
            "  remedy: name a language that onceper reads, or leave the option out"
        )
    return lang
