"""Over real texts no phrase that could state a limit is passed over: it is in a record, or a rule says what it is."""

from __future__ import annotations

import gzip
import json
import re
from pathlib import Path

import pytest

from onceper.lang.languages import language
from onceper.reader.readers import reader_of
from onceper.text.normal import Text

DATA = Path(__file__).resolve().parents[2].parent / "shared" / "data"
# Words that could state a limit, whatever the rules say.
PHRASES = {
    "en": (
        r"\b(?:once|twice|thrice|(?:one|two|three|four|five|\d+) (?:more )?times?)\b",
        r"\b(?:per|each|every|in one|in any) (?:turn|duel|chain|game)\b(?!, in addition)",
        r"\bcannot\b[^.;:]*\b(?:use|activate)\b[^.;:]*\b(?:again|already)\b[^.;:]*\b(?:this|that) (?:turn|duel)\b",
        r"\bonly\b[^.;:,]*?\b(?:1|one|a single|up to \d)\b[^.;:]*?\b(?:turn|duel|phase)\b",
        r"\bfirst (?:time|monster|card|spell|trap|effect)\b[^.;:]*?\b(?:each|this|that|per) turn\b",
    ),
    "ja": (
        r"[１-５1-5一二三]度",
        r"[１-５1-5一二三]回[目]?(?:しか|のみ|だけ)",
        r"(?:１|1|同じ|同一)ターンに",
        r"(?:各|毎)ターン(?!の)",
        r"ターン(?:[^。、]{0,4}最初|初めて|はじめて)",
    ),
    "tr": (
        r"\b(?:bir|iki|üç|1|2|3) (?:kez|kere|defa|sefer)\b",
        r"(?<!bu )(?<!sonraki )\b(?:turda|her tur|düelloda)\b[^.:]*\b(?:en fazla|en çok|yalnızca|sadece|birden çok)\b",
    ),
}
FILES = [
    ("en", "ygo/texts", "yugioh"),
    ("ja", "ygo/texts", "yugioh"),
    ("ja", "dm/texts", "duelmasters"),
    ("tr", "tr/labelled", "yugioh"),
]


@pytest.mark.parametrize(("lang", "file", "game"), FILES)
def test_no_phrase_that_could_limit_is_passed_over(lang: str, file: str, game: str) -> None:
    path = DATA / f"{file}.jsonl.gz"
    if not path.is_file():
        pytest.skip(f"real card texts are not part of the project: no {path}")
    spoken, reader = language(lang, game), reader_of(lang, game)
    asked = re.compile("|".join(PHRASES[lang]), re.IGNORECASE)
    quiet = {rule.id for rule in spoken.book.rules if rule.reading_kind == "not_a_limit"}
    over: list[str] = []
    with gzip.open(path, "rt", encoding="utf-8") as lines:
        for row in map(json.loads, lines):
            if row.get("lang", lang) != lang or not asked.search(row["text"]):
                continue
            reading = reader.read(row["text"], name=row.get("name"))
            spans = [limit.span for limit in reading.limits] + [unread.span for unread in reading.unread]
            spans += [text.span for text in reading.non_effects]
            found = [m for m in asked.finditer(row["text"]) if not any(a < m.end() and m.start() < b for a, b in spans)]
            if found:
                clauses = reader.every_clause(row["text"], name=row.get("name"))
                said = [clause for clause, read in clauses if quiet & {*read.rules}]
                folded = [spoken.fold(Text(m[0]).normal) for m in found]
                over += [words for words in folded if not any(words in clause for clause in said)]
    assert over == []
