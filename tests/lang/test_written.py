"""Words of a language that is written down in TOML."""

from __future__ import annotations

import pytest

from onceper.lang.written import words
from onceper.text.normal import MASK


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ("einmal pro spielzug:", ["einmal", "pro", "spielzug", ":"]),
        ("2 glutwächter-karten", ["2", "glutwächter", "-", "karten"]),
        ("l'effet d'une carte", ["l'effet", "d'une", "carte"]),
        (f"von {MASK} nur", ["von", MASK, "nur"]),
        ("", []),
    ],
)
def test_words_are_known_as_they_are_printed(text: str, expected: list[str]) -> None:
    assert words(text) == (expected, expected)
