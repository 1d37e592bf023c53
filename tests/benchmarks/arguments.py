"""The command line that the benchmarks share."""

from __future__ import annotations

from argparse import ArgumentParser
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from collections.abc import Collection

LANGUAGES = ("en", "ja", "tr")


def languages(description: str | None, known: Collection[str] = LANGUAGES) -> Collection[str]:
    """Return the languages to run, which are all unless the command line names one."""
    parser = ArgumentParser(description=description)
    parser.add_argument("--lang", choices=known, help="run this language only; default: all in turn")
    named: str | None = parser.parse_args().lang
    return (named,) if named else known
