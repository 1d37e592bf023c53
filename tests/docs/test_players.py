"""The page for players names every value there is, and its examples are read as it says."""

from __future__ import annotations

import re
from typing import Literal, get_args, get_origin

import pytest
from tests.docs.conftest import ROOT

import onceper
from onceper.contract import effect, limit, non_effect

TEXT = (ROOT / "docs" / "players.md").read_text(encoding="utf-8")
VALUES = {
    value
    for module in (effect, limit, non_effect)
    for kind in vars(module).values()
    if get_origin(kind) is Literal
    for value in get_args(kind)
}
_ROW = re.compile(r"^\| `(?P<kind>\w+)` \|(?P<cells>.*)\|$", re.MULTILINE)
_EXAMPLE = re.compile(r'"(?P<text>(?:[A-Z(]).*\.\)?)"')


@pytest.mark.parametrize("value", sorted(VALUES))
def test_every_value_is_there(value: str) -> None:
    assert f"`{value}`" in TEXT


EXAMPLES = [
    pytest.param(row["kind"], example["text"], id=row["kind"])
    for row in _ROW.finditer(TEXT)
    if (example := _EXAMPLE.search(row["cells"]))
]


@pytest.mark.parametrize(("kind", "text"), EXAMPLES)
def test_an_example_is_read_as_its_kind(kind: str, text: str) -> None:
    reading = onceper.read(text, lang="en", game="yugioh")
    assert kind in {*(found.kind for found in reading.limits), *(found.kind for found in reading.non_effects)}
