"""Over real texts no phrase that could state a limit is passed over: it is in a record, or a rule says what it is."""

from __future__ import annotations

import gzip
import json
import re
from itertools import islice
from pathlib import Path

import pytest
from tests.cases import cases

from onceper.lang.languages import language
from onceper.reader.readers import reader_of
from onceper.text.normal import Text

DATA = Path(__file__).resolve().parents[2].parent / "shared" / "data"


@pytest.mark.parametrize("every", [3, pytest.param(1, marks=pytest.mark.whole)])
@cases
def test_no_phrase_that_could_limit_is_passed_over(
    every: int, file: str, lang: str, game: str, phrases: tuple[str, ...]
) -> None:
    path = DATA / f"{file}.jsonl.gz"
    if not path.is_file():
        pytest.skip(f"real card texts are not part of the project: no {path}")
    spoken, reader = language(lang, game), reader_of(lang, game)
    asked = re.compile("|".join(phrases), re.IGNORECASE)
    quiet = {rule.id for rule in spoken.book.rules if rule.reading_kind == "not_a_limit"}
    over: list[str] = []
    with gzip.open(path, "rt", encoding="utf-8") as lines:
        for row in map(json.loads, islice(lines, 0, None, every)):
            if row.get("lang", lang) != lang or not asked.search(row["text"]):
                continue
            reading = reader.read(row["text"], name=row.get("name"))
            spans = [limit.span for limit in reading.limits] + [unread.span for unread in reading.unread]
            spans += [text.span for text in reading.non_effects]
            found = [m for m in asked.finditer(row["text"]) if not any(a < m.end() and m.start() < b for a, b in spans)]
            if found:
                clauses = reader.every_clause(row["text"])
                said = [clause for clause, read in clauses if quiet & {*read.rules}]
                folded = [spoken.fold(Text(m[0]).normal) for m in found]
                over += [words for words in folded if not any(words in clause for clause in said)]
    assert over == []
