"""The command line that the benchmarks share."""

from __future__ import annotations

from argparse import ArgumentParser

LANGUAGES = ("en", "ja")


def languages(description: str | None) -> tuple[str, ...]:
    """Return the languages to run, which are all unless the command line names one."""
    parser = ArgumentParser(description=description)
    parser.add_argument("--lang", choices=LANGUAGES, help="run this language only; default: all in turn")
    named: str | None = parser.parse_args().lang
    return (named,) if named else LANGUAGES
