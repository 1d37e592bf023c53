"""A text whose wording is known is not read again: only its names and their places are filled in."""

from __future__ import annotations

import pytest

from onceper.lang.languages import language
from onceper.reader.read import read
from onceper.reader.reader import Reader

ENGLISH = language("en")
PRINTED = (
    "You can banish {a}; draw 2.\n● Add {b}, or {a} once per turn. {b}\n"
    "You can only use each effect of {a} once per turn, unless {b} is on the field."
)
NAMES = [('"Ash"', '"Fen"'), ('"Ash Vicar"', '"A"'), ("“Reed. 2”", '"Once per turn"'), ("&quot;Ash&quot;", "“Fen”")]


def new_reader() -> Reader:
    return Reader(ENGLISH, ENGLISH.book.rules)


def test_texts_that_differ_in_names_alone_are_read_once() -> None:
    reader = new_reader()
    texts = [PRINTED.format(a=a, b=b) for a, b in NAMES]
    readings = [reader.read(text) for text in [*texts, f"{texts[0]} \n", texts[0].upper()]]
    assert len(reader._of_templates) == 1
    assert readings == [new_reader().read(reading.text) for reading in readings]
    assert {limit.name for reading in readings for limit in reading.limits} >= {"Ash", "Ash Vicar", "Reed. 2"}


@pytest.mark.parametrize("printed", ["ONCE  PER TURN", "once<br>per turn", "Once per\u200b turn"])
def test_what_is_known_is_given_as_each_text_prints_it(printed: str) -> None:
    read("Once per turn: Draw 1 card.", lang="en")
    (limit,) = read(f"{printed}: Draw 1 card.", lang="en").limits
    assert (limit.text, limit.span) == (printed, (0, len(printed)))


def test_the_mark_before_a_choice_is_given_as_it_is_printed() -> None:
    text = "ウェーブストライカー(「ウェーブストライカー」を持つ２体以上)\n▶カードを１枚引く。\n▶カードを１枚捨てる。"
    (effect,) = read(text, lang="ja", game="duelmasters").effects
    assert [option.label for option in effect.options] == ["▶", "▶"]
