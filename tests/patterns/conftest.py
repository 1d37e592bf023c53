"""Folders of rules written for a test."""

from __future__ import annotations

from typing import TYPE_CHECKING, Protocol

import pytest

from onceper.patterns.load import load_folder
from onceper.reader.reader import Reader

if TYPE_CHECKING:
    from pathlib import Path

    from onceper.patterns.lexicon import Lexicon
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


class LoadRules(Protocol):
    def __call__(self, files: dict[str, str]) -> tuple[tuple[Rule, ...], Lexicon]: ...


class ReadsWith(Protocol):
    def __call__(self, rules: str, text: str) -> list[tuple[str, str]]: ...


def rule_text(rule_id: str = "a", pattern: str = '"{times} per {period}"', more: str = "") -> str:
    """Return a rule in TOML; ``more`` are further lines, which may give another reading."""
    reading = "" if "limit" in more or "non_effect" in more else 'limit = { kind = "soft" }'
    return "\n".join(
        [
            "[[rule]]",
            f'id = "{rule_id}"',
            f"pattern = {pattern}",
            'matches = ["x"]',
            'source = "none"',
            reading,
            more,
            "",
        ]
    )


class RuleText(Protocol):
    def __call__(self, rule_id: str = ..., pattern: str = ..., more: str = ...) -> str: ...


@pytest.fixture(scope="session")
def rule() -> RuleText:
    """Write one rule in TOML."""
    return rule_text


@pytest.fixture
def load_rules(tmp_path: Path) -> LoadRules:
    """Write these files to a folder, with a word list where none is among them, and load it as English."""

    def load(files: dict[str, str]) -> tuple[tuple[Rule, ...], Lexicon]:
        for name, content in {"words.toml": WORDS, **files}.items():
            (tmp_path / name).parent.mkdir(parents=True, exist_ok=True)
            (tmp_path / name).write_text(content, encoding="utf-8")
        return load_folder(tmp_path, "en")

    return load


@pytest.fixture
def reads_with(load_rules: LoadRules) -> ReadsWith:
    """Return which of these rules read a text, each with the words it covers."""

    def reads(rules: str, text: str) -> list[tuple[str, str]]:
        reading = Reader("en", *load_rules({"rules.toml": rules})).read(text)
        return [
            *((limit.rule, limit.text) for limit in reading.limits),
            # Lore is told by what no rule reads.
            *((found.rule, found.text) for found in reading.non_effects if found.rule != "flavor"),
        ]

    return reads
