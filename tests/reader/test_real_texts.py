"""Every real English text is read, with exact spans, and alike with and without quick rejection."""

from __future__ import annotations

import gzip
import json
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest

from onceper.contract.reading import CardReading
from onceper.reader.reader import Reader, reader_of

CheckReading = Callable[[CardReading], None]
CheckRejection = Callable[[Reader, CardReading], None]

FILE = Path(__file__).resolve().parents[2].parent / "shared" / "data" / "ygo" / "texts.jsonl.gz"


@pytest.fixture(scope="module")
def rows() -> list[dict[str, Any]]:
    if not FILE.is_file():
        pytest.skip(f"real card texts are not part of the project: no {FILE}")
    with gzip.open(FILE, "rt", encoding="utf-8") as lines:
        return [row for row in map(json.loads, lines) if row["lang"] == "en"]


def test_spans_are_exact_in_real_texts(spans_are_exact: CheckReading, rows: list[dict[str, Any]]) -> None:
    reader = reader_of("en", "yugioh")
    assert len(rows) > 7000
    for row in rows:
        spans_are_exact(reader.read(row["text"], game="yugioh", name=row["name"]))


def test_quick_rejection_loses_nothing_of_real_texts(
    rejection_changes_nothing: CheckRejection, rows: list[dict[str, Any]]
) -> None:
    reader = reader_of("en", "yugioh")
    for row in rows:
        rejection_changes_nothing(reader, reader.read(row["text"], game="yugioh", name=row["name"]))
