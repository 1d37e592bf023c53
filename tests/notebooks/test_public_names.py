"""Notebooks use what a program may rely on, and nothing else of onceper."""

from __future__ import annotations

import ast
import re
from importlib import import_module
from pathlib import Path

import nbformat
import pytest

NOTEBOOKS = sorted((Path(__file__).parents[2] / "notebooks").glob("*.ipynb"))
# As docs/install.md names them.
PUBLIC = ("onceper.events", "onceper.polars", "onceper.spark", "onceper")
_DOTTED = re.compile(r"\b(onceper|events)((?:\.\w+)+)")


def code_of(file: Path) -> str:
    cells = nbformat.read(file, as_version=4).cells  # type: ignore[no-untyped-call]
    code = (cell.source for cell in cells if cell.cell_type == "code" and not cell.source.startswith("%%"))
    return re.sub(r"^%.*$", "", "\n".join(code), flags=re.MULTILINE)


def not_public(code: str) -> list[str]:
    """Return the dotted names of onceper that are no public module and stand in none."""
    nodes = [node for node in ast.walk(ast.parse(code)) if isinstance(node, ast.ImportFrom)]
    taken = [f"{node.module}.{alias.name}" for node in nodes for alias in node.names]
    used = [f"onceper.{first}{rest}".replace("onceper.onceper", "onceper") for first, rest in _DOTTED.findall(code)]
    names = {name for name in (*taken, *used) if name.startswith("onceper.")} - {*PUBLIC}
    return [name for name in sorted(names) if not _is_public(name)]


def _is_public(name: str) -> bool:
    module = next(module for module in PUBLIC if name.startswith(f"{module}."))
    return name.removeprefix(f"{module}.").split(".")[0] in import_module(module).__all__


@pytest.mark.parametrize("file", NOTEBOOKS, ids=lambda file: file.stem)
def test_a_notebook_uses_public_names_alone(file: Path) -> None:
    assert not_public(code_of(file)) == []


@pytest.mark.parametrize(
    ("code", "name"),
    [
        ("from onceper.resources import resource", "onceper.resources.resource"),
        ("import onceper.display.html", "onceper.display.html"),
        ("import onceper\nonceper.lang", "onceper.lang"),
        ("from onceper import events\nevents.Table", "onceper.events.Table"),
    ],
)
def test_what_is_not_public_is_seen(code: str, name: str) -> None:
    assert name in not_public(code)
