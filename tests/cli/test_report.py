"""``onceper report``."""

from __future__ import annotations

from typing import TYPE_CHECKING

import msgspec
import pytest

from onceper.contract.effect import Effect
from onceper.contract.reading import Row

if TYPE_CHECKING:
    from pathlib import Path

    from tests.cli.conftest import Onceper

ROW = Row("1", "Ember Warden", "en", "yugioh", "text")


@pytest.fixture
def tags(tmp_path: Path) -> Path:
    """Write a tagging of one text."""
    path = tmp_path / "tags.jsonl"
    path.write_bytes(msgspec.json.encode(ROW) + b"\n")
    return path


def test_a_report(onceper: Onceper, tmp_path: Path, tags: Path) -> None:
    code, out, err = onceper("report", tags, "-o", tmp_path / "report.html")
    assert (code, out) == (0, "")
    assert err == f"wrote {tmp_path / 'report.html'}: 1 texts, 0.1 MB\n"


def test_texts_that_are_not_in_the_tags_are_told(onceper: Onceper, tmp_path: Path) -> None:
    effect = Effect(1, None, "activated", (0, 5), ((0, 5),), "Draw.")
    tags = tmp_path / "tags.jsonl"
    tags.write_bytes(msgspec.json.encode(msgspec.structs.replace(ROW, effects=(effect,))))
    code, _, err = onceper("report", tags, "-o", tmp_path / "report.html")
    assert code == 0
    assert "1 texts are not in the tags, and were put together from their pieces" in err
    assert "--texts, or tag with --with-text" in err


def test_two_languages(onceper: Onceper, tmp_path: Path, tags: Path) -> None:
    tags.write_bytes(msgspec.json.Encoder().encode_lines([ROW, msgspec.structs.replace(ROW, lang="ja")]))
    code, _, err = onceper("report", tags, "--languages", "en,ja", "-o", tmp_path / "report.html")
    assert code == 0
    assert "2 texts, 1 compared" in err


def test_a_comparison_with_printed_texts(onceper: Onceper, tmp_path: Path, tags: Path) -> None:
    old = tmp_path / "old.jsonl"
    old.write_bytes(msgspec.json.encode(msgspec.structs.replace(ROW, lang="ja")))
    texts = tmp_path / "texts.jsonl"
    texts.write_text('{"id": "2", "text": "Draw."}', encoding="utf-8")
    code, _, err = onceper("report", tags, "--against", old, "--texts", texts, "-o", tmp_path / "report.html")
    assert code == 0
    assert "1 texts, 1 compared" in err
    assert f"2 texts are not in {texts}" in err


def test_a_tagging_of_version_1(onceper: Onceper, tmp_path: Path, tags: Path) -> None:
    fields = ROW.to_dict()
    del fields["text"]
    old = tmp_path / "old.jsonl"
    old.write_bytes(msgspec.json.encode(fields))
    events = tmp_path / "events.jsonl"
    events.write_text('{"type": "appeared", "copy": "e1", "name": "Ember Warden", "controller": "A"}\n', "utf-8")
    commands: list[tuple[str | Path, ...]] = [
        ("report", old, "-o", tmp_path / "report.html"),
        ("report", tags, "--against", old, "-o", tmp_path / "report.html"),
        ("play", events, "--cards", old),
        ("train", "--lang", "tr", "--from", old, "-o", tmp_path),
    ]
    for command in commands:
        code, _, err = onceper(*command)
        assert code == 1
        assert "old.jsonl, line 1: this tagging follows version 1 of the schema; expected version 3" in err
        assert "remedy: tag the cards again: onceper tag CARDS -o tags.parquet" in err
