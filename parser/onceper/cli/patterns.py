"""The option that names a folder of the user's own patterns."""

from __future__ import annotations

from pathlib import Path
from typing import Annotated

import typer

from onceper.lang.languages import use_patterns
from onceper.patterns.folders import VARIABLE


def _used(folder: Path | None) -> Path | None:
    if folder is not None:
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
