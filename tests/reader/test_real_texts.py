"""Every real text is read, with exact spans, and alike with and without quick rejection."""

from __future__ import annotations

import gzip
import json
import re
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest
from tests.cases import cases

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


# Words that could limit how often something happens in a time, wherever they stand.
COULD_LIMIT = re.compile(
    r"\b(?:once|twice|thrice|(?:\d+|two|three|four) times?"
    r"|(?:first|second|third) (?:time|effect|attack|card|Trap|Spell))\b"
    r"[^.:;]{0,80}\b(?:turn|Duel|Chain|Battle Phase)\b"
    r"|\bper (?:turn|Duel|Chain|Battle Phase|player)\b|\beach turn, [^.:;]{0,60}\b(?:first|1)\b"
    r"|\bcan only (?:declare|activate|use|Special Summon)\b[^.;:]{0,30}\b(?:once|twice|1|one|up to)\b",
    re.IGNORECASE,
)


def test_nothing_that_could_limit_is_passed_over(rows: dict[str, list[dict[str, Any]]]) -> None:
    """Words that could limit are in a limit, or unread, or a rule says what else they are."""
    reader = reader_of("en", "yugioh")
    passed_over = []
    for row in rows["en"]:
        text, name = row["text"], row["name"]
        if not COULD_LIMIT.search(text):
            continue
        reading = reader.read(text, game="yugioh", name=name)
        told = [limit.span for limit in reading.limits] + [unread.span for unread in reading.unread]
        for sentence in re.finditer(r"(?:[^.\n]|\.(?! ))+", text):
            start, end = sentence.span()
            is_told = any(a < end and start < b for a, b in told)
            if COULD_LIMIT.search(sentence.group()) and not is_told:
                clauses = reader.every_clause(sentence.group().strip(), name=name)
                passed_over += [] if any(clause.rules for _, clause in clauses) else [sentence.group()]
    assert passed_over == []


@cases
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
