"""Each rule reads something in the corpora, sample cards or scenarios: none goes unnoticed with its examples."""

from __future__ import annotations

import tomllib
from typing import TYPE_CHECKING

import msgspec
import pytest
from tests.bundled import LANGUAGES

from onceper.files.formats import source_of
from onceper.lang.languages import language
from onceper.reader.readers import reader_of
from onceper.resources import resource

if TYPE_CHECKING:
    from collections.abc import Iterator

CORPORA = resource("corpora")


def texts_in(lang: str) -> Iterator[tuple[str, str | None]]:
    """Yield each hand-written text of a language with its game."""
    for file in sorted((CORPORA / lang).glob("*.jsonl")):
        for line in file.read_bytes().splitlines():
            row = msgspec.json.decode(line)
            yield row["text"], row["game"]
    for file in sorted((CORPORA / "sample").glob(f"*.{lang}.*")):
        if file.suffix in {".cdb", ".jsonl"}:
            with source_of(file) as source:
                for card in source.cards:
                    yield card.text, "duelmasters" if "duelmasters" in file.name else "yugioh"
    for game in ("duelmasters", "yugioh"):
        for file in sorted((CORPORA / "scenarios" / game).rglob("*.toml")):
            for prints in tomllib.loads(file.read_text(encoding="utf-8")).get("cards", {}).values():
                if lang in prints:
                    yield prints[lang]["text"], game


@pytest.mark.parametrize("lang", LANGUAGES)
def test_each_rule_reads_a_text(lang: str) -> None:
    used = {
        rule
        for text, game in dict.fromkeys(texts_in(lang))
        for _, clause in reader_of(lang, game).every_clause(text)
        for rule in clause.rules
    }
    assert [rule.id for rule in language(lang).every_rule if rule.id not in used] == []
