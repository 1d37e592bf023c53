"""Every real text is read by the laws, with exact spans, and alike with and without quick rejection."""

from __future__ import annotations

import gzip
import json
from collections.abc import Callable
from functools import cache
from pathlib import Path
from typing import Any

import pytest
from tests.cases import cases
from tests.reader.test_laws import keeps_the_laws

from onceper.contract.reading import CardReading
from onceper.lang.languages import Languages
from onceper.reader.reader import Reader
from onceper.reader.readers import reader_of

CheckReading = Callable[[CardReading], None]
CheckRejection = Callable[[Reader, CardReading], None]

DETECTOR = Languages().detector
DATA = Path(__file__).resolve().parents[2].parent / "shared" / "data"


@cache
def rows_of(file: str, lang: str) -> list[dict[str, Any]]:
    """Return the real texts of a language; skip what needs them where there are none."""
    path = DATA / f"{file}.jsonl.gz"
    if not path.is_file():
        pytest.skip(f"real card texts are not part of the project: no {path}")
    with gzip.open(path, "rt", encoding="utf-8") as lines:
        return [row for row in map(json.loads, lines) if row.get("lang", lang) == lang]


# Each text is read twice here, and written by no test's author.
@pytest.mark.parametrize("every", [8, pytest.param(1, marks=pytest.mark.whole)])
@cases
def test_real_texts_keep_the_laws(
    every: int,
    spans_are_exact: CheckReading,
    rejection_changes_nothing: CheckRejection,
    file: str,
    lang: str,
    game: str | None,
    *,
    without_rejection: bool | None,
) -> None:
    for row in rows_of(file, lang)[::every]:
        of = game or row["game"]
        reader = reader_of(lang, of)
        reading = reader.read(row["text"], game=of, name=row["name"])
        spans_are_exact(reading)
        keeps_the_laws(reading)
        if without_rejection:
            rejection_changes_nothing(reader, reading)


@cases
def test_real_texts_tell_their_language(file: str, lang: str) -> None:
    rows = [row for row in rows_of(file, lang) if row["game"] == "yugioh"]
    told = [DETECTOR.detect_or_none(row["text"]) for row in rows]
    assert set(told) <= {lang, None}
    assert told.count(lang) > 0.99 * len(rows)


def test_where_nothing_is_labelled_nothing_is_limited() -> None:
    """The Turkish texts without any word of a limit hold none."""
    limited = [
        row["text"]
        for row in rows_of("tr/labelled", "tr")
        if row["label_method"] == "auto_negative_no_lexicon_hit"
        and reader_of("tr", row["game"]).read(row["text"]).limits
    ]
    assert limited == []
