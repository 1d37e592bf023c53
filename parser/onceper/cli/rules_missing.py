"""``onceper rules --missing``: the readings of the catalogue that a language has no rule for."""

from __future__ import annotations

from typing import TYPE_CHECKING

from onceper.display.rule_words import what_is_read
from onceper.lang.languages import language, language_codes
from onceper.patterns.catalogue import missing_readings

if TYPE_CHECKING:
    from collections.abc import Iterable

_HEADINGS = ("printed", "rule", "reading", "example", "source")


def missing_rows(
    codes: Iterable[str], search: str, *, with_language: bool
) -> tuple[tuple[str, ...], list[tuple[str, ...]]]:
    """Return the headings and a row for each reading that these languages lack, the most printed first.

    The example is of the first language that has it. Only rows that hold the words that are searched for are given.
    """
    examples = _first_examples()
    rows: list[tuple[str, ...]] = [
        (code, str(reading.printed), reading.id, what_is_read(reading.kind, reading.means), example, reading.source)
        for code in codes
        for reading in missing_readings({rule.id for rule in language(code).every_rule}, language(code).games)
        for example in [examples.get(reading.id, "")]
    ]
    held = [row for row in rows if any(search.casefold() in cell.casefold() for cell in row[1:])]
    if with_language:
        return ("language", *_HEADINGS), held
    return _HEADINGS, [row[1:] for row in held]


def _first_examples() -> dict[str, str]:
    """Return the first example of each rule, of the first language that has it; English goes before the others."""
    examples: dict[str, str] = {}
    for code in sorted(language_codes(), key=lambda code: code != "en"):
        for rule in language(code).every_rule:
            examples.setdefault(rule.id, rule.matches[0])
    return examples
