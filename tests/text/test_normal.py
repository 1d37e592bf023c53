"""The normalised copy of a text, and where each of its characters stands in the original."""

from __future__ import annotations

import unicodedata
from typing import Any

import pytest

from onceper.text.normal import MASK, Text


def place(text: Text, words: str) -> str:
    """Return what the original prints where the copy has these words."""
    start = text.normal.index(words)
    begin, end = text.original_span(start, start + len(words))
    return text.original[begin:end]


@pytest.mark.parametrize(
    ("original", "normal"),
    [
        pytest.param("Once per turn: Draw 1 card.", "Once per turn: Draw 1 card.", id="plain"),
        pytest.param("“Ash Vicar”, „Ash Vicar‟, «Ash Vicar»", '"Ash Vicar", "Ash Vicar", "Ash Vicar"', id="quotes"),
        pytest.param("your opponent’s ‘turn’, a `card´", "your opponent's 'turn', a 'card'", id="apostrophes"),
        pytest.param("Quick‐Play – face−up", "Quick-Play - face-up", id="dashes"),
        pytest.param("once\xa0per\u3000turn\u2009now", "once per turn now", id="spaces"),
        pytest.param("Ｏｎｃｅ　ｐｅｒ　ｔｕｒｎ：１！", "Once per turn:1!", id="full width"),
        pytest.param("＂Ash＂ ＇s", '"Ash" \'s', id="full-width quotes"),
        pytest.param("one\u2028Two\u2029Three\x85Four", "one\nTwo\nThree\nFour", id="line ends of one character"),
        pytest.param("Draw 1\ncard, then\ndiscard 1.\nBanish 1.", "Draw 1 card, then discard 1.\nBanish 1.", id="wrap"),
        pytest.param("\u05e9\u05bc\u05c1 \u0915\u093c", "\u05e9\u05bc\u05c1 \u0915\u093c", id="signs that stay"),
        pytest.param("", "", id="empty"),
    ],
)
def test_what_keeps_its_length_keeps_its_places(original: str, normal: str) -> None:
    text = Text(original)
    assert text.normal == normal
    assert text.is_even
    assert [text.original_span(at, at + 1) for at in range(len(normal))] == [(at, at + 1) for at in range(len(normal))]


@pytest.mark.parametrize("letter", "azçğıöşüßäéàñóšžłøœþðαωёжєա")
@pytest.mark.parametrize("end", ["\n", "\r\n", " \n "])
def test_a_line_that_goes_on_in_small_letters_of_any_alphabet_was_wrapped(letter: str, end: str) -> None:
    assert Text(f"Ziehe 1{end}{letter}.").normal == f"Ziehe 1 {letter}."


@pytest.mark.parametrize("sign", ["A", "Ä", "É", "Ñ", "Š", "Ω", "Ж", "Ա", "1", "●", "(", '"', "灰", "は"])
@pytest.mark.parametrize("end", ["\n", "\r\n", " \n "])
def test_a_line_that_begins_otherwise_is_one_of_its_own(sign: str, end: str) -> None:
    assert Text(f"Ziehe 1{end}{sign}.").normal == f"Ziehe 1\n{sign}."


@pytest.mark.parametrize(
    ("original", "normal"),
    [
        pytest.param("Draw 1 card.\r\nBanish it.\rStop.", "Draw 1 card.\nBanish it.\nStop.", id="CRLF and CR"),
        pytest.param("Draw 1\r\ncard.", "Draw 1 card.", id="wrapped by CRLF"),
        pytest.param("once  per \t turn\v\fnow", "once per turn now", id="runs of spaces"),
        pytest.param("a<br>B<br/>C<br />D<BR>E", "a\nB\nC\nD\nE", id="line breaks of HTML"),
        pytest.param('<p class="x">Draw.</p><li>Banish.</li>', "\nDraw.\n\nBanish.\n", id="blocks of HTML"),
        pytest.param("<b>Once</b> per <i>tu</i>rn", "Once per turn", id="letters of HTML"),
        pytest.param("<ruby>turn<rp>(</rp><rt>tahn</rt><rp>)</rp></ruby>", "turn", id="ruby"),
        pytest.param("&quot;Ash&quot; &amp; &#39;s &#x41;&nbsp;b", '"Ash" & \'s A b', id="entities"),
        pytest.param("cafe\u0301 o\u0302\u0303", "café ỗ", id="combining marks"),
        pytest.param("か\u3099ん", "がん", id="combining voice mark"),
        pytest.param("\u1112\u1161\u11ab \u1110\u1165\u11ab", "한 턴", id="letters of Hangul"),
        pytest.param("ﾀﾞｰｸ･ﾊﾟｰﾂ ﾞ", "ダーク・パーツ \u3099", id="half-width katakana"),
        pytest.param("\ufa19 1\u212a \u1fef", "神 1K '", id="signs that are others"),
        pytest.param("once\u200b per\u00ad tu\ufeffrn", "once per turn", id="invisible"),
        pytest.param("&quot;Ash&quot;\x01\x02once", '"Ash" once', id="characters that mask names"),
        pytest.param("once\xa0 per \u3000turn\x1f\x1cnow", "once per turn now", id="runs of other spaces"),
        pytest.param("once \n per turn. \n Draw.", "once per turn.\nDraw.", id="spaces around line ends"),
        pytest.param("once <br>per\u200b <b> turn</b>", "once per turn", id="spaces around markup"),
        pytest.param("Draw.&#13;Stop.&#10;Go.", "Draw.\nStop.\nGo.", id="entities of line ends"),
    ],
)
def test_what_changes_its_length_is_normalised_all_the_same(original: str, normal: str) -> None:
    text = Text(original)
    assert text.normal == normal
    assert not text.is_even


@pytest.mark.parametrize(
    ("original", "words", "printed"),
    [
        ("Draw 1.\r\nOnce per turn: Draw.", "Once per turn", "Once per turn"),
        ("Draw 1.\r\nOnce per\r\nturn: Draw.", "Once per turn", "Once per\r\nturn"),
        ("&quot;Ash &amp; Vicar&quot; once", "Ash & Vicar", "Ash &amp; Vicar"),
        ("&quot;Ash &amp; Vicar&quot; once", '"', "&quot;"),
        ("<b>Once</b> per turn", "Once per", "Once</b> per"),
        ("<b>Once</b> per turn", "Once", "Once"),
        ("Draw.<br>Once per  turn", "Once per turn", "Once per  turn"),
        ("the cafe\u0301s once", "cafés", "cafe\u0301s"),
        ("\u1112\u1161\u11ab \u1110\u1165\u11ab\u110b\u1166", "턴", "\u1110\u1165\u11ab"),
        ("e&#x301;t<b>e</b>\u0301s", "té", "t<b>e</b>\u0301"),
        ("Ｏｎｃｅ&nbsp;ｐｅｒ turn", "Once per", "Ｏｎｃｅ&nbsp;ｐｅｒ"),
        ("a\u200bOnce\u200bb", "Once", "Once"),
    ],
)
def test_a_place_is_found_again_in_the_original(original: str, words: str, printed: str) -> None:
    assert place(Text(original), words) == printed


@pytest.mark.parametrize("original", ["1 < 2 > 0", "R&D; a &b", "a & b", "<Ash>", "&verylongentityname;", "x <b", "<b"])
def test_what_only_looks_like_markup_stays(original: str) -> None:
    text = Text(original)
    assert text.normal == original
    assert [text.original_span(at, at + 1) for at in range(len(original))] == [
        (at, at + 1) for at in range(len(original))
    ]


@pytest.mark.parametrize("original", ["\x01", "\x02", "&#1;\x01", "<b>\x02</b>", "\ud800\x01", "”\x02“"])
def test_no_text_can_forge_a_mask(original: str) -> None:
    assert MASK not in Text(original).normal


def test_marks_without_end_are_not_put_in_order_at_once(monkeypatch: pytest.MonkeyPatch) -> None:
    normalize, lengths = unicodedata.normalize, []

    def measured(form: Any, letters: str) -> str:
        lengths.append(len(letters))
        return normalize(form, letters)

    monkeypatch.setattr(unicodedata, "normalize", measured)
    # The time of it grows with the square of the number.
    assert Text("Draw" + "\u0301\u0316" * 4_000).normal
    assert 20 < max(lengths) < 40
