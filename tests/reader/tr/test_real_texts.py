"""What must hold for every real Turkish text, where the texts lie beside the checkout."""

from __future__ import annotations

import gzip
import json
from pathlib import Path
from typing import TYPE_CHECKING, Any

import pytest

from onceper.lang.languages import Languages
from onceper.reader.readers import reader_of

if TYPE_CHECKING:
    from collections.abc import Callable

    from onceper.contract.reading import CardReading
    from onceper.reader.reader import Reader

DETECTOR = Languages().detector
FILE = Path(__file__).resolve().parents[4] / "shared" / "data" / "tr" / "labelled.jsonl.gz"


@pytest.fixture(scope="module")
def rows() -> list[dict[str, Any]]:
    if not FILE.is_file():
        pytest.skip(f"real card texts are not part of the project: no {FILE}")
    with gzip.open(FILE, "rt", encoding="utf-8") as lines:
        return [json.loads(line) for line in lines]


def test_spans_are_exact(spans_are_exact: Callable[[CardReading], None], rows: list[dict[str, Any]]) -> None:
    for row in rows:
        reader = reader_of("tr", row["game"])
        spans_are_exact(reader.read(row["text"], game=row["game"], name=row["name"]))


def test_quick_rejection_loses_nothing(
    rejection_changes_nothing: Callable[[Reader, CardReading], None], rows: list[dict[str, Any]]
) -> None:
    for row in rows:
        reader = reader_of("tr", row["game"])
        rejection_changes_nothing(reader, reader.read(row["text"], game=row["game"], name=row["name"]))


def test_the_language_is_told(rows: list[dict[str, Any]]) -> None:
    cards = [row["text"] for row in rows if row["game"] == "yugioh"]
    assert [text for text in cards if DETECTOR.detect_or_none(text) != "tr"] == []


def test_where_nothing_is_labelled_nothing_is_limited(rows: list[dict[str, Any]]) -> None:
    """The texts without any word of a limit hold none."""
    limited = [
        row["text"]
        for row in rows
        if row["label_method"] == "auto_negative_no_lexicon_hit"
        and reader_of("tr", row["game"]).read(row["text"]).limits
    ]
    assert limited == []
