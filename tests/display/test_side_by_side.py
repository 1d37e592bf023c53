"""Readings next to each other."""

from __future__ import annotations

import re
from typing import Any

import pytest

import onceper
from onceper.contract.reading import CardReading
from onceper.display.showing import NotReadingsError
from onceper.reader.read import read

ENGLISH = read(
    'Once per turn: You can draw 1 card. You can only use each effect of "Ember Warden" once per turn.',
    lang="en",
    game="yugioh",
    name="Ember <b>Warden</b>",
)
JAPANESE = read("このカード名の①の効果は１ターンに１度しか使用できない。\n①：カードを１枚引く。", game="yugioh")


def cells(html: str) -> list[list[str]]:
    """Return the words of each column's pieces of text."""
    columns = html.split('<div class="reading"')[1:]
    return [
        [
            re.sub(r"<b>.*?</b>|<sup>.*?</sup>|<[^>]*>", "", cell)
            for cell in re.findall(r'<div class="text"[^>]*>(.*?)</div>', column, re.DOTALL)
        ]
        for column in columns
    ]


def test_effects_with_one_number_stand_in_one_row() -> None:
    assert cells(onceper.side_by_side(ENGLISH, JAPANESE)._repr_html_()) == [
        ["", "Once per turn: You can draw 1 card.", ENGLISH.limits[1].text.replace('"', "&quot;")],
        ["このカード名の①の効果は１ターンに１度しか使用できない。", "①：カードを１枚引く。", ""],
    ]


@pytest.mark.parametrize("text", ["", "1 + 1", "…", " \n "])
def test_a_text_without_blocks_is_shown(text: str) -> None:
    reading = CardReading(text, None, None, None)
    assert cells(onceper.side_by_side(reading)._repr_html_()) == [[text.strip()]]


def test_the_style_comes_once_and_nothing_is_markup() -> None:
    html = onceper.side_by_side(ENGLISH, ENGLISH, JAPANESE)._repr_html_()
    assert html.count("<style>") == 1
    assert "<b>Warden" not in html
    assert html.count("<strong>Ember &lt;b&gt;Warden&lt;/b&gt;</strong>") == 2


def test_printing_gives_text(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("COLUMNS", "100")
    shown = onceper.side_by_side(ENGLISH, JAPANESE)
    assert str(shown).splitlines()[0].split() == [
        "Ember",
        "<b>Warden</b>",
        "en",
        "·",
        "yugioh",
        "カードのテキスト",
        "ja",
        "·",
        "yugioh",
    ]
    assert repr(shown) == str(shown)


@pytest.mark.parametrize(
    ("given", "words"),
    [((), "there is none; expected readings"), ((ENGLISH, "text"), "item 2: this is a str; expected readings")],
)
def test_other_things_are_refused(given: tuple[Any, ...], words: str) -> None:
    with pytest.raises(NotReadingsError, match=words):
        onceper.side_by_side(*given)
