"""Where the rules, the sample cards and the model lie, and what else stands beside the modules."""

from __future__ import annotations

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
    package = Path(__file__).resolve().parent
    places = (package / "_data" / folder, package.parents[1] / folder)
    for place in places:
        if place.is_dir():
            return place
    raise ResourceError(
        f"the installed package holds no folder {folder!r}",
        where=str(places[0]),
        expected="the data that onceper's wheels carry",
        remedy="install onceper again from a wheel, or from a complete checkout",
    )


def packaged(name: str) -> str:
    """Return the text of a file beside the modules, such as ``report/report.css``."""
    return (Path(__file__).parent / name).read_text(encoding="utf-8")
