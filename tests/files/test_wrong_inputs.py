"""What is wrong with a file is one clear error where nothing of it can be read, and else the error of its row."""

from __future__ import annotations

import tomllib
from pathlib import Path
from typing import TYPE_CHECKING, Any

import pytest

from onceper.errors import OnceperError
from onceper.files.formats import source_of
from onceper.files.source.columns import Columns

if TYPE_CHECKING:
    from onceper.files.protocol import CardText

WRONG = tomllib.loads(Path(__file__).with_name("wrong_inputs.toml").read_text(encoding="utf-8"))


def _cards(folder: Path, case: dict[str, Any]) -> list[CardText]:
    path = folder / case["name"]
    path.write_text(case["content"], encoding="utf-8", newline="")
    with source_of(path, Columns(case.get("columns"))) as source:
        return list(source.cards)


@pytest.mark.parametrize("case", WRONG["file"], ids=lambda case: case["error"])
def test_file(tmp_path: Path, case: dict[str, Any]) -> None:
    with pytest.raises(OnceperError) as caught:
        _cards(tmp_path, case)
    assert str(caught.value).replace(f"{tmp_path}/", "").startswith(case["error"])
    assert caught.value.remedy


@pytest.mark.parametrize("case", WRONG["row"], ids=lambda case: case["error"])
def test_row_among_good_ones(tmp_path: Path, case: dict[str, Any]) -> None:
    cards = _cards(tmp_path, case)
    (bad,) = (card for card in cards if card.error)
    assert (bad.error, bad.text) == (case["error"], "")
    assert bad.where.startswith(f"{tmp_path / case['name']}, ")
    assert any(card.text for card in cards)
