"""No module of onceper needs one that needs it, be it by an import inside a function."""

from __future__ import annotations

import ast
from graphlib import CycleError, TopologicalSorter
from pathlib import Path
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from collections.abc import Iterator, Mapping

PACKAGE = Path(__file__).resolve().parents[1] / "parser" / "onceper"

# Who shows a reading, or marks its text, needs more than who reads or stores one: the one arrow upwards, of which
# contract/reading.py says why.
ALLOWED = {
    ("onceper.contract.reading", "onceper.display.html"),
    ("onceper.contract.reading", "onceper.display.terminal"),
    ("onceper.contract.reading", "onceper.marking.styles"),
}


def _name(file: Path, package: Path) -> str:
    parts = (package.name, *file.relative_to(package).with_suffix("").parts)
    return ".".join(parts[:-1] if parts[-1] == "__init__" else parts)


def _is_for_types(node: ast.stmt) -> bool:
    return isinstance(node, ast.If) and isinstance(node.test, ast.Name) and node.test.id == "TYPE_CHECKING"


def _needed(node: ast.AST) -> Iterator[str]:
    """Yield what a module names as a module: in imports wherever they stand, and in strings that are imported later."""
    for child in ast.iter_child_nodes(node):
        match child:
            case ast.If() if _is_for_types(child):
                for other in child.orelse:
                    yield from _needed(other)
            case ast.Import():
                yield from (alias.name for alias in child.names)
            case ast.ImportFrom(module=str() as module):
                yield from (f"{module}.{alias.name}" for alias in child.names)
                yield module
            case ast.Constant(value=str() as words) if "." in words:
                yield words.partition(":")[0]
            case _:
                yield from _needed(child)


def needs(package: Path) -> dict[str, set[str]]:
    """Return the modules of the package that each of them needs."""
    trees = {_name(file, package): ast.parse(file.read_bytes()) for file in sorted(package.rglob("*.py"))}
    named = {name: trees.keys() & set(_needed(tree)) for name, tree in trees.items()}
    return {name: {other for other in found if other != name} for name, found in named.items()}


def circles(graph: Mapping[str, set[str]]) -> list[str]:
    """Return a circle, taken apart at its last arrow, and another, until there is none."""
    left = {name: set(others) for name, others in graph.items()}
    found: list[str] = []
    while True:
        try:
            TopologicalSorter(left).prepare()
        except CycleError as error:
            # Each is needed by the next.
            way = error.args[1][::-1]
            found.append(" -> ".join(way))
            left[way[-2]].discard(way[-1])
        else:
            return found


def test_no_module_needs_one_that_needs_it() -> None:
    graph = needs(PACKAGE)
    assert {(name, other) for name, others in graph.items() for other in others} >= ALLOWED, "an arrow that is gone"
    assert circles({name: others - {b for a, b in ALLOWED if a == name} for name, others in graph.items()}) == []
