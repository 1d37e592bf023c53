"""Languages made from a folder that a test writes."""

from __future__ import annotations

from typing import TYPE_CHECKING, Protocol

import pytest

from onceper.lang.base import Language
from onceper.patterns.folders import LanguageFolders
from onceper.reader.reader import Reader

if TYPE_CHECKING:
    from collections.abc import Mapping
    from pathlib import Path

    from onceper.patterns.lexicon import Lexicon
    from onceper.patterns.load import Book
    from onceper.patterns.rule import Rule

WORDS = """
[[times]]
means = { count = 1 }
words = ["once"]

[[times]]
means = { count = 2 }
words = ["twice", "two times"]

[[period]]
means = { period = "turn" }
words = ["turn", "turns"]

[[period]]
means = { period = "duel" }
words = ["duel"]

[[verb]]
means = { verb = "use" }
words = ["use", "used", "make use of"]

[[verb]]
means = { verb = "activate" }
words = ["activate", "activated"]
"""


def write_files(folder: Path, files: Mapping[str, str]) -> None:
    """Write files by their paths inside a folder."""
    for name, content in files.items():
        (folder / name).parent.mkdir(parents=True, exist_ok=True)
        (folder / name).write_text(content, encoding="utf-8")


def language_in(folder: Path) -> Language:
    """Return the language that a folder holds, as if it were bundled: messages name files by their place in it."""
    return Language(LanguageFolders("en", None, folder, None, is_bundled=True))


def load_folder(folder: Path) -> Book:
    """Return the rules and the word list that a folder holds."""
    return language_in(folder).book


class LoadRules(Protocol):
    def __call__(self, files: dict[str, str]) -> tuple[tuple[Rule, ...], Lexicon]: ...


class MakeReader(Protocol):
    def __call__(self, files: dict[str, str]) -> Reader: ...


class ReadsWith(Protocol):
    def __call__(self, rules: str, text: str) -> list[tuple[str, str]]: ...


class RuleText(Protocol):
    def __call__(self, rule_id: str = ..., pattern: str = ..., more: str = ...) -> str: ...


def rule_text(rule_id: str = "a", pattern: str = '"{times} per {period}"', more: str = "") -> str:
    """Return a rule in TOML; ``more`` are further lines, which may give another reading."""
    reading = "" if "limit" in more or "non_effect" in more else 'limit = { kind = "soft" }'
    return "\n".join(
        [
            f'["{rule_id}"]',
            f"pattern = {pattern}",
            'matches = ["x"]',
            'source = "none"',
            reading,
            more,
            "",
        ]
    )


@pytest.fixture(scope="session")
def rule() -> RuleText:
    """Write one rule in TOML."""
    return rule_text


@pytest.fixture
def load_rules(tmp_path: Path) -> LoadRules:
    """Write these files to a folder, with a word list where none is among them, and load it."""

    def load(files: dict[str, str]) -> tuple[tuple[Rule, ...], Lexicon]:
        write_files(tmp_path, {"words.toml": WORDS, **files})
        book = load_folder(tmp_path)
        return book.rules, book.lexicon

    return load


@pytest.fixture
def make_reader(tmp_path: Path) -> MakeReader:
    """Write these files as ``load_rules`` does, and read with them."""

    def make(files: dict[str, str]) -> Reader:
        write_files(tmp_path, {"words.toml": WORDS, **files})
        language = language_in(tmp_path)
        return Reader(language, language.book.rules)

    return make


@pytest.fixture
def reads_with(make_reader: MakeReader) -> ReadsWith:
    """Return which of these rules read a text, each with the words it covers."""

    def reads(rules: str, text: str) -> list[tuple[str, str]]:
        reading = make_reader({"rules.toml": rules}).read(text)
        return [
            *((limit.rule, limit.text) for limit in reading.limits),
            # Lore is told by what no rule reads.
            *((found.rule, found.text) for found in reading.non_effects if found.rule != "flavor"),
        ]

    return reads
