"""A text in a style, and without it again."""

from __future__ import annotations

import gzip
import json
import re
from pathlib import Path
from typing import TYPE_CHECKING

import pytest
from hypothesis import given
from hypothesis import strategies as st
from tests.bundled import one_of_a_kind
from tests.corpus_texts import texts_in

import onceper
from onceper.lang.languages import language_codes
from onceper.marking.elements import count_references
from onceper.marking.styles import STYLES, StyleError
from onceper.marking.unmark import BLANKS

if TYPE_CHECKING:
    from onceper.contract.reading import CardReading

DATA = Path(__file__).resolve().parents[2].parent / "shared" / "data"
EACH = (
    "2 Level 4 monsters\n"
    "You can discard 1 card; draw 1 card. If this card is destroyed: You can activate 1 of these effects; "
    "● Draw 1 card. ● Gain 500 LP. "
    'You can only use each effect of "Tide & Sons" once per turn.'
)
SHARED = EACH.replace("use each effect", 'use 1 "Tide & Sons" effect').replace(
    ' of "Tide & Sons" once per turn', " per turn, and only once that turn"
)


def read(text: str, lang: str = "en") -> CardReading:
    return onceper.read(text, lang=lang, game="yugioh", name="Tide & Sons")


def test_lines_have_what_a_text_is_made_of() -> None:
    assert read(EACH).marked("lines").split("\n") == [
        "2 Level 4 monsters",
        f"You can discard 1 card; draw 1 card. {BLANKS}",
        f"If this card is destroyed: You can activate 1 of these effects; {BLANKS}",
        f"● Draw 1 card. {BLANKS}",
        f"● Gain 500 LP. {BLANKS}",
        'You can only use each effect of "Tide & Sons" once per turn.',
    ]


def test_lines_end_as_those_of_the_print() -> None:
    marked = read(EACH.replace("\n", "\r\n")).marked("lines")
    assert not re.search("(?<!\r)\n", marked)


def test_effects_have_numbers_where_the_print_has_none() -> None:
    marked = read(EACH).marked("numbers")
    assert re.findall(f"([①-⑳]){BLANKS}(.{{6}})", marked) == [("①", "You ca"), ("②", "If thi")]
    assert "①\u00a0" not in read("①：デッキから１枚ドローする。②：LPを500回復する。", "ja").marked("numbers")


def test_a_printed_mark_is_a_number_of_its_own() -> None:
    text = "■このクリーチャーが出た時、カードを1枚引く。\n■このクリーチャーが攻撃する時、カードを1枚引く。"
    reading = onceper.read(text, lang="ja", game="duelmasters")
    assert reading.marked("numbers") == text


def test_numbers_begin_anew_in_a_section() -> None:
    text = "[ Pendulum Effect ]\nDraw 1 card. Gain 500 LP.\n[ Monster Effect ]\nYou can banish this card; draw 1 card."
    found = re.findall(f"[①-⑳](?={BLANKS})", read(text).marked("numbers"))
    assert found[0] == found[-1] == "①"


def test_xml_has_what_was_read() -> None:
    marked = read(EACH).marked("xml")
    for element in (
        '<non_effect kind="material_requirement"',
        '<effect index="1" kind="activated" count_ref="1">You',
        '<option index="2" label="●">',
        '<limit kind="hard" scope="name" period="turn"',
        '<name>"Tide &amp; Sons"</name>',
    ):
        assert element in marked


def test_effects_of_one_count_have_one_reference() -> None:
    for text, references in ((EACH, ["1", "2"]), (SHARED, ["1", "1"])):
        marked = read(text).marked("ygopro")
        assert re.findall(r'<effect count_ref="([\d ]+)">', marked) == references
    assert count_references(read("Draw 1 card.")) == {}
    gained = 'You can only gain this effect of "Ember" once per turn. '
    found = count_references(read(f"You gain 500 LP. {gained}You draw 1 card. {gained}"))
    assert len({*found.values()}) <= 1


def test_a_text_that_is_marked_is_marked_anew() -> None:
    plain = read(EACH)
    for style in STYLES:
        marked = plain.marked(style)
        assert onceper.unmark(marked) == EACH
        assert {again: read(marked).marked(again) for again in STYLES} == {
            again: plain.marked(again) for again in STYLES
        }


@pytest.mark.parametrize(
    ("text", "style", "message"),
    [
        ("Draw 1 card.", "xmll", "unknown style 'xmll'; expected one of lines, numbers, xml"),
        ("Draw \x01 card.", "xml", "that XML cannot hold; expected a text without control characters"),
        (f"Draw 1 card. You can banish this card; {BLANKS}\ndraw \ud800.", "ygopro", "cannot be told from marks"),
    ],
)
def test_what_cannot_be_done_says_why(text: str, style: str, message: str) -> None:
    with pytest.raises(onceper.OnceperError) as raised:
        onceper.read(text, lang="en").marked(style)
    assert message in str(raised.value)


def test_a_wrong_style_is_wrong_usage() -> None:
    with pytest.raises(StyleError):
        read("").marked("")


@pytest.mark.parametrize(
    "text",
    [
        "",
        "<",
        "<effect",
        "<effect>",
        "<effect>&",
        "<card-text >",
        "<card-text ></card-text>",
        "<Draw> & ①：",
        "①\u00a0a",
    ],
)
def test_what_is_no_mark_stays(text: str) -> None:
    assert onceper.unmark(text) == text


@given(st.text(st.sampled_from('ab1 .:;"“”<>&\r\n\t●①（）。\u00a0'), max_size=60), st.sampled_from(STYLES))
def test_marks_can_be_taken_away_from_any_text(text: str, style: str) -> None:
    if onceper.unmark(text) != text:
        return
    try:
        marked = read(text).marked(style)
    except onceper.MarkError:
        return
    assert onceper.unmark(marked) == text


def _law(text: str, lang: str, game: str | None, name: str | None = None) -> None:
    reading = onceper.read(text, lang=lang, game=game, name=name)
    counts = count_references(reading)
    for style in STYLES:
        marked = reading.marked(style)
        assert onceper.unmark(marked) == text
        assert reading.marked(style) == marked
        if style == "ygopro":
            shared = re.findall(r"<effect(?: count_ref=\"([\d ]+)\")?>", marked)
            assert {*shared} == {" ".join(map(str, counts.get(effect.index, ()))) for effect in reading.effects}
    for limit in reading.limits:
        sharing = [set(counts.get(effect, ())) for effect in limit.applies_to.effects]
        if limit.shared and limit.kind in {"soft", "hard"}:
            assert not sharing or set.intersection(*sharing)


@pytest.mark.parametrize(("lang", "_"), [one_of_a_kind(lang) for lang in language_codes()])
def test_every_text_of_ours_keeps_the_law(lang: str, _: None) -> None:
    for text, game in texts_in(lang):
        _law(text, lang, game)


REAL = [*sorted(DATA.glob("*/texts*.jsonl.gz")), *sorted(DATA.glob("tr/labelled.jsonl.gz"))]


@pytest.mark.skipif(not DATA.is_dir(), reason="needs the texts of real cards")
@pytest.mark.parametrize("file", REAL, ids=lambda file: file.name)
def test_every_fiftieth_real_text_keeps_the_law(file: Path) -> None:
    with gzip.open(file, "rt", encoding="utf-8") as lines:
        for number, line in enumerate(lines):
            row = json.loads(line)
            if number % 50 == 0:
                _law(row["text"], row["lang"], row.get("game"), row.get("name"))
