"""``onceper compare``."""

from __future__ import annotations

import json
from typing import TYPE_CHECKING

import msgspec
import pytest

from onceper.contract.reading import Row

if TYPE_CHECKING:
    from pathlib import Path

    from tests.cli.conftest import Onceper

ROW = Row("1", "Ember Warden", "en", "yugioh", "text")


@pytest.fixture
def tags(tmp_path: Path) -> Path:
    """Write a tagging of one card in two languages, of which one cannot be read, and of another card in one."""
    rows = [ROW, Row("1", None, "ja", "yugioh", "text", error="no text"), Row("2", "Tide Caller", "en", None, "text")]
    path = tmp_path / "tags.jsonl"
    path.write_bytes(msgspec.json.Encoder().encode_lines(rows))
    return path


def test_differences_go_to_standard_output(onceper: Onceper, tags: Path) -> None:
    code, out, err = onceper("compare", tags)
    assert code == 0
    found = [json.loads(line) for line in out.splitlines()]
    assert [(line["id"], line["of"], line["differs"]) for line in found] == [
        ("1", "text", "error"),
        ("2", "text", "only_a"),
    ]
    assert found[0]["value_b"] == "no text"
    assert "texts in both" in err
    assert "not compared: texts with an error, of which nothing was read" in err
    assert "not compared: texts that only the first has" in err


def test_differences_go_to_a_file(onceper: Onceper, tmp_path: Path, tags: Path) -> None:
    code, out, _ = onceper("compare", tags, "--languages", "EN, ja", "-o", tmp_path / "found.csv")
    assert (code, out) == (0, "")
    assert len((tmp_path / "found.csv").read_text("utf-8").splitlines()) == 3
