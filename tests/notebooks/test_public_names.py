"""Notebooks use what a program may rely on, and nothing else of onceper."""

from __future__ import annotations

import ast
import re
from importlib import import_module
from pathlib import Path
from typing import TYPE_CHECKING

import nbformat
import pytest

if TYPE_CHECKING:
    from collections.abc import Iterator

ROOT = Path(__file__).parents[2]
NOTEBOOKS = sorted((ROOT / "notebooks").glob("*.ipynb"))
# As docs/install.md names them.
PUBLIC = ("onceper", "onceper.events", "onceper.polars", "onceper.spark")


def source_of(file: Path) -> ast.Module:
    cells = nbformat.read(file, as_version=4).cells  # type: ignore[no-untyped-call]
    code = (cell.source for cell in cells if cell.cell_type == "code" and not cell.source.startswith("%%"))
    return ast.parse(re.sub(r"^%.*$", "", "\n".join(code), flags=re.MULTILINE))


def names_used(tree: ast.Module) -> Iterator[tuple[str, str]]:
    """Yield the modules of onceper that are imported, each with a name that is taken from it, or with none."""
    modules: dict[str, str] = {}
    for node in ast.walk(tree):
        if isinstance(node, ast.Import):
            for alias in node.names:
                modules[alias.asname or alias.name] = alias.name
                yield alias.name, ""
        elif isinstance(node, ast.ImportFrom) and node.module:
            for alias in node.names:
                inner = f"{node.module}.{alias.name}"
                if inner in PUBLIC:
                    modules[alias.asname or alias.name] = inner
                yield (inner, "") if inner in PUBLIC else (node.module, alias.name)
    for node in ast.walk(tree):
        if isinstance(node, ast.Attribute) and isinstance(node.value, ast.Name) and node.value.id in modules:
            yield modules[node.value.id], node.attr


def not_public(tree: ast.Module) -> list[str]:
    return [
        f"{module}.{name}".rstrip(".")
        for module, name in names_used(tree)
        if module.partition(".")[0] == "onceper"
        and not (
            module in PUBLIC and (not name or f"{module}.{name}" in PUBLIC or name in import_module(module).__all__)
        )
    ]


@pytest.mark.parametrize("file", NOTEBOOKS, ids=lambda file: file.stem)
def test_a_notebook_uses_public_names_alone(file: Path) -> None:
    assert not_public(source_of(file)) == []


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
    assert not_public(ast.parse(code)) == [name]
