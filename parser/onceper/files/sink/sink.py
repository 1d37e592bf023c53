"""What every format of rows takes."""

from __future__ import annotations

from collections.abc import Callable

from onceper.contract.reading import Row

Sink = Callable[[Row], None]
"""Take one row. A sink is given by a context manager, which writes what is left when its block ends well."""
