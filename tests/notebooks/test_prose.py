"""What a notebook says between its cells is what the cells beside it show."""

from __future__ import annotations

import re
from itertools import takewhile
from pathlib import Path
from typing import TYPE_CHECKING

import nbformat
import pytest

if TYPE_CHECKING:
    from nbformat import NotebookNode

NOTEBOOKS = sorted((Path(__file__).parents[2] / "notebooks").glob("*.ipynb"))
INSTALL = "To run it: `pip install '.[notebooks]'` in a checkout ([Install](../docs/install.md#notebooks))."
# "One" is a pronoun more often than a number.
WORDS = {"two": "2", "three": "3", "four": "4", "five": "5", "six": "6", "seven": "7", "eight": "8", "nine": "9"}
NUMBER = re.compile(rf"(?<![\w.,])\d[\d,]*(?:\.\d+)?(?![\w])|\b(?:{'|'.join(WORDS)})\b", re.IGNORECASE)
# Of what is quoted, linked or the number of a chapter nobody expects that a cell shows it.
ELSEWHERE = re.compile(r"^#.*$|`[^`]*`|\]\([^)]*\)|\[notebook \d+|\bPattern \d", re.MULTILINE)


def numbers_of(text: str) -> set[str]:
    return {WORDS.get(found.lower(), found.replace(",", "")) for found in NUMBER.findall(text)}


def shown(cell: NotebookNode) -> str:
    """Return the source of a cell and all that it put out."""
    put_out = (output.get("text") or str(output.get("data", {}).get("text/html", "")) for output in cell.outputs)
    tables = (re.sub(r"<style>.*?</style>|<[^>]*>", " ", text, flags=re.DOTALL) for text in put_out)
    return "\n".join((cell.source, *tables))


def unshown(cells: list[NotebookNode]) -> list[tuple[str, str]]:
    """Return the numbers that no code cell next to their text shows, each with the beginning of the text."""
    missing = []
    for place, cell in enumerate(cells):
        if cell.cell_type == "markdown":
            before = takewhile(_is_code, reversed(cells[:place]))
            after = takewhile(_is_code, cells[place + 1 :])
            beside = {number for near in (*before, *after) for number in numbers_of(shown(near))}
            said = numbers_of(ELSEWHERE.sub("", cell.source))
            missing += [(number, cell.source[:60]) for number in sorted(said - beside)]
    return missing


def _is_code(cell: NotebookNode) -> bool:
    return bool(cell.cell_type == "code")


def cells_of(file: Path) -> list[NotebookNode]:
    cells: list[NotebookNode] = nbformat.read(file, as_version=4).cells  # type: ignore[no-untyped-call]
    return cells


@pytest.mark.parametrize("file", NOTEBOOKS, ids=lambda file: file.stem)
def test_numbers_in_prose_are_those_of_the_cells_beside_it(file: Path) -> None:
    assert unshown(cells_of(file)[:-1]) == []


@pytest.mark.parametrize("file", NOTEBOOKS, ids=lambda file: file.stem)
def test_a_notebook_says_how_to_install_what_it_needs(file: Path) -> None:
    assert INSTALL in cells_of(file)[0].source


def test_a_number_that_no_cell_shows_is_seen() -> None:
    output = nbformat.v4.new_output("stream", text="3 limits, 2 unread")  # type: ignore[no-untyped-call]
    code = nbformat.v4.new_code_cell("look()", outputs=[output])  # type: ignore[no-untyped-call]
    text = nbformat.v4.new_markdown_cell("Four limits are read now, and 2 are not.")  # type: ignore[no-untyped-call]
    assert unshown([code, text]) == [("4", text.source)]
