"""What every format of rows takes."""

from __future__ import annotations

from collections.abc import Callable
from typing import Literal

from onceper.contract.reading import Row

Sink = Callable[[Row], None]
"""Take one row. A sink is given by a context manager, which writes what is left when its block ends well."""

Form = Literal["arrow", "lines"]
"""How rows are kept on their way to a file: as an Arrow stream, or as JSON Lines."""
