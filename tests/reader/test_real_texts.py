"""Every real text is read, with exact spans, and alike with and without quick rejection."""

from __future__ import annotations

import gzip
import json
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest

from onceper.contract.reading import CardReading
from onceper.lang.languages import Languages
from onceper.reader.reader import Reader
from onceper.reader.readers import reader_of

CheckReading = Callable[[CardReading], None]
CheckRejection = Callable[[Reader, CardReading], None]

DETECTOR = Languages().detector
DATA = Path(__file__).resolve().parents[2].parent / "shared" / "data"
FILE = DATA / "ygo" / "texts.jsonl.gz"
# Texts of the languages and games that have a file of their own: the language, the game where it is the same for all.
OTHERS = (("dm/texts", "ja", "duelmasters"), ("tr/labelled", "tr", None))


# The texts of other languages stand in files of their own.
LANGUAGES = ("en", "ja")


@pytest.fixture(scope="module")
def rows() -> dict[str, list[dict[str, Any]]]:
    if not FILE.is_file():
        pytest.skip(f"real card texts are not part of the project: no {FILE}")
    with gzip.open(FILE, "rt", encoding="utf-8") as lines:
        read = [json.loads(line) for line in lines]
    return {lang: [row for row in read if row["lang"] == lang] for lang in LANGUAGES}


@pytest.mark.parametrize("lang", LANGUAGES)
def test_spans_are_exact_in_real_texts(
    spans_are_exact: CheckReading, rows: dict[str, list[dict[str, Any]]], lang: str
) -> None:
    reader = reader_of(lang, "yugioh")
    assert len(rows[lang]) > 7000
    for row in rows[lang]:
        spans_are_exact(reader.read(row["text"], game="yugioh", name=row["name"]))


@pytest.mark.parametrize("lang", LANGUAGES)
def test_real_texts_tell_their_language(rows: dict[str, list[dict[str, Any]]], lang: str) -> None:
    assert [row["name"] for row in rows[lang] if DETECTOR.detect_or_none(row["text"]) not in {lang, None}] == []
    told = sum(DETECTOR.detect_or_none(row["text"]) == lang for row in rows[lang])
    assert told > 0.99 * len(rows[lang])


@pytest.mark.parametrize("lang", LANGUAGES)
def test_quick_rejection_loses_nothing_of_real_texts(
    rejection_changes_nothing: CheckRejection, rows: dict[str, list[dict[str, Any]]], lang: str
) -> None:
    reader = reader_of(lang, "yugioh")
    for row in rows[lang]:
        rejection_changes_nothing(reader, reader.read(row["text"], game="yugioh", name=row["name"]))


@pytest.mark.parametrize(("file", "lang", "game"), OTHERS)
def test_spans_are_exact_in_real_texts_of_others(
    spans_are_exact: CheckReading, file: str, lang: str, game: str | None
) -> None:
    path = DATA / f"{file}.jsonl.gz"
    if not path.is_file():
        pytest.skip(f"real card texts are not part of the project: no {path}")
    with gzip.open(path, "rt", encoding="utf-8") as lines:
        rows = [json.loads(line) for line in lines]
    assert len(rows) > 1700
    for row in rows:
        of = game or row["game"]
        spans_are_exact(reader_of(lang, of).read(row["text"], game=of, name=row["name"]))
