"""The options that say what the classifier reads, and by which model."""

from __future__ import annotations

from pathlib import Path
from typing import Annotated

import typer

from onceper.classifier.mode import Mode

Classifier = Annotated[
    Mode, typer.Option(help="What the classifier reads: nothing, what no rule reads, or all in place of the rules.")
]
Model = Annotated[
    Path | None, typer.Option(metavar="FILE", help="With --classifier: the .json that `onceper train` wrote.")
]
