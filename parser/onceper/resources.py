"""Where the rules, the sample cards and the model lie."""

from __future__ import annotations

import importlib.resources
from pathlib import Path

from onceper.errors import OnceperError


class ResourceError(OnceperError):
    """A folder of the package's own data is missing."""


def resource(folder: str) -> Path:
    """Return the folder of bundled data with this name, such as ``patterns`` or ``corpora/sample``.

    A wheel carries the data inside the package; a checkout has it beside ``parser/``.

    Raises:
        ResourceError: the installation holds no such folder.
    """
    bundled = Path(str(importlib.resources.files("onceper"))) / "_data" / folder
    if bundled.is_dir():
        return bundled
    checkout = Path(__file__).resolve().parents[2]
    if (checkout / "pyproject.toml").is_file() and (checkout / folder).is_dir():
        return checkout / folder
    raise ResourceError(
        f"the installed package holds no folder {folder!r}",
        where=str(bundled),
        expected="the data that onceper's wheels carry",
        remedy="install onceper again from a wheel, or from a complete checkout",
    )
