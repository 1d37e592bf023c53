"""Readings on a terminal."""

from __future__ import annotations

import io
import re
from typing import TYPE_CHECKING

import msgspec
import pytest
from rich.console import Console

import onceper
from onceper.contract.effect import Effect, Option
from onceper.contract.non_effect import NonEffect
from onceper.contract.reading import CardReading
from onceper.contract.span import Guess, Unread
from onceper.display.control import show_controls
from onceper.display.terminal import plain, reading_view

if TYPE_CHECKING:
    from rich.console import RenderableType
    from tests.conftest import MakeLimit

    from onceper.contract.limit import Limit

TEXT = '"Tuner" [b]\r\nYou can only use "Ember [/b]" once per turn.'
LIMIT_SPAN = (13, len(TEXT))


def _printed(view: RenderableType, *, color: bool = False, width: int = 100) -> str:
    stream = io.StringIO()
    console = Console(
        file=stream, width=width, force_terminal=color, color_system="standard" if color else None, _environ={}
    )
    console.print(view)
    return stream.getvalue()


@pytest.fixture
def reading(limit: Limit) -> CardReading:
    start, end = LIMIT_SPAN
    words = TEXT[start:end]
    return CardReading(
        text=TEXT,
        lang="en",
        game="yugioh",
        name="Ember [/b]",
        limits=(msgspec.structs.replace(limit, name="Ember [/b]", names="card", span=LIMIT_SPAN, text=words),),
        non_effects=(
            NonEffect(
                "activation_limit", LIMIT_SPAN, words, "everywhere", (1,), None, None, None, "hard.effect", "rule", 1.0
            ),
        ),
        effects=(Effect(1, None, "unknown", (0, 11), ((0, 11),), TEXT[:11]),),
        unread=(Unread((0, 7), TEXT[:7], "no_rule", Guess("hard", 0.62)),),
    )


def test_reading_without_color(reading: CardReading) -> None:
    printed = _printed(reading_view(reading))
    assert [line.rstrip() for line in printed.splitlines()] == [
        "Ember [/b]  en · yugioh",
        "",
        "╭─ effect 1 · kind unknown " + "─" * 72 + "╮",
        '│ "Tuner"[?1] [b]' + " " * 82 + "│",
        "╰" + "─" * 82 + " limited by ●a ─╯",
        '  You can only use "Ember [/b]" once per turn.[●a]',
        "",
        "Limits",
        "  a ● hard  By card name, once per turn",
        "    rule hard.effect, characters 13 to 57 · no effect · applies everywhere",
        "",
        "Not read, though it may hold a limit",
        "  ?1 no rule fits · perhaps hard, 62%",
        "     characters 0 to 7",
        "",
    ]


def test_choices_stand_below_their_effect() -> None:
    text = "Choose 1; ● Draw [b]. ● Discard."
    options = (Option(1, "●", (12, 21), "Draw [b]."), Option(2, "●", (24, 32), "Discard."))
    spans = ((0, 9), (10, 32))
    effect = Effect(1, None, "activated", (0, 32), spans, text, options, "one", "card_type")
    printed = _printed(reading_view(CardReading(text, "en", "yugioh", None, effects=(effect,))), width=70)
    assert [line.strip("│ ") for line in printed.splitlines()][2:] == [
        "╭─ effect 1 · activated, as the card does not stay on the field ─────╮",
        "Choose 1; ● Draw [b]. ● Discard.",
        "Choices of effect 1 · one of them",
        "1. Draw [b].",
        "2. Discard.",
        "╰────────────────────────────────────────────────────────────────────╯",
        "",
    ]


def test_spans_are_colored(reading: CardReading) -> None:
    printed = _printed(reading_view(reading), color=True)
    assert _printed(reading, color=True) == _printed(reading_view(reading), color=True)
    assert '\x1b[1;31m"Tuner"\x1b[0m\x1b[1;31m[?1]\x1b[0m [b]' in printed
    assert "\x1b[2mYou can" not in printed
    assert '\x1b[1;4;35mYou can only use "Ember [/b]" once per turn.\x1b[0m\x1b[1;4;35m[●a]\x1b[0m' in printed


def test_an_unread_sentence_is_not_framed(reading: CardReading) -> None:
    wholly = Unread((0, 11), TEXT[:11], "no_rule")
    printed = _printed(reading_view(msgspec.structs.replace(reading, unread=(wholly,))))
    assert "effect 1" not in printed
    assert '  "Tuner" [b][?1]' in printed


def test_all_but_rules_is_in_the_language_of_the_card(make_limit: MakeLimit) -> None:
    limit = make_limit("hard", 1, span=(0, 2), text="発動")
    effect = Effect(1, "①", "activated", (2, 4), ((2, 4),), "①：")
    printed = _printed(reading_view(CardReading("発動①：", "ja", "yugioh", None, limits=(limit,), effects=(effect,))))
    assert set(re.findall("[A-Za-z.]+", printed)) == {"a", "ja", "yugioh", "rule", "by", "hand", "characters", "to"}


def test_nothing_read() -> None:
    printed = _printed(reading_view(CardReading("1 + 1", None, None, None)))
    assert [line.rstrip() for line in printed.splitlines()] == [
        "A card text  no language, as there is no letter in it",
        "",
        "  1 + 1",
        "",
        "Nothing was read in this text.",
    ]


def test_card_text_cannot_steer_the_terminal() -> None:
    assert show_controls("a\u202eb\u2067c\u05e9") == "a\ufffdb\ufffdc\u05e9"
    evil = "a\x1b[2Jb\x07\x9b31mc\x7f\rd"
    assert show_controls(evil) == "a␛[2Jb␇\ufffd31mc\ufffd␍d"
    printed = _printed(reading_view(CardReading(evil, None, evil, evil)))
    assert not set(printed) & set("\x1b\x07\x9b\x7f\r")


def test_card_text_is_no_markup(limit: Limit) -> None:
    text = "[bold]a\\[red]\\[/] :smile: b\\"
    for start, end in ((0, 7), (7, 8), (6, len(text))):
        found = msgspec.structs.replace(limit, span=(start, end), text=text[start:end])
        printed = _printed(reading_view(CardReading(text, "en", "yugioh", None, limits=(found,))))
        assert printed.splitlines()[2].strip() == f"{text[:end]}[●a]{text[end:]}"


def test_japanese_is_broken_and_not_cut_off(make_limit: MakeLimit) -> None:
    text = "このカード名の効果は１ターンに１度しか使用できない。" * 5
    limit = make_limit("hard", 1, span=(0, len(text)), text=text)
    reading = CardReading(text, "ja", "yugioh", None, limits=(limit,))
    for view in (reading_view(reading), onceper.side_by_side(reading, reading), onceper.readings_table([reading])):
        printed = _printed(view, width=80)
        assert "…" not in printed
        # Five in the text, and one where the limit is said.
        assert printed.count("度") % 6 == 0


def test_plain_text_has_the_width_of_the_terminal(reading: CardReading, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("COLUMNS", "40")
    # Rich would take a notebook's place for its output, and a variable's word for colours.
    monkeypatch.setenv("FORCE_COLOR", "1")
    lines = plain(reading_view(reading)).splitlines()
    assert lines[2] == "╭─ effect 1 · kind unknown ────────────╮"
    assert "\x1b" not in "".join(lines)
    assert reading.explain().splitlines() == lines
