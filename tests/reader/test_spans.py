"""Spans of the original text, for prints of every kind."""

from __future__ import annotations

from collections.abc import Callable

import pytest
from tests.cases import cases

from onceper.contract.reading import CardReading
from onceper.reader.read import masked_names, read

CheckReading = Callable[[CardReading], None]

TEXTS = [
    pytest.param("Once per turn: Draw 1 card.", ["Once per turn"], [], ["Once per turn: Draw 1 card."], id="prefix"),
    pytest.param(
        'Draw 1 card.\r\nYou can only use this effect of "Ash Vicar" once per turn.\r\nIf Tributed: Stop.',
        ['You can only use this effect of "Ash Vicar" once per turn.'],
        ['You can only use this effect of "Ash Vicar" once per turn.'],
        ["Draw 1 card.", "If Tributed: Stop."],
        id="lines of CRLF",
    ),
    pytest.param(
        "Draw 1 card. You can only use\r\nthis effect of “Ash\xa0Vicar” once per\r\nturn.",
        ["You can only use\r\nthis effect of “Ash\xa0Vicar” once per\r\nturn."],
        ["You can only use\r\nthis effect of “Ash\xa0Vicar” once per\r\nturn."],
        ["Draw 1 card."],
        id="wrapped",
    ),
    pytest.param(
        "<b>Once per  turn</b>: Draw 1 card.<br>You can banish &quot;Ash&amp;Vicar&quot; twice per&nbsp;turn!",
        ["Once per  turn", "twice per&nbsp;turn"],
        [],
        ["Once per  turn</b>: Draw 1 card.", "You can banish &quot;Ash&amp;Vicar&quot; twice per&nbsp;turn!"],
        id="HTML",
    ),
    pytest.param(
        "Ｏｎｃｅ　ｐｅｒ　ｔｕｒｎ： Draw the cafe\u0301 card.",
        ["Ｏｎｃｅ　ｐｅｒ　ｔｕｒｎ"],
        [],
        ["Ｏｎｃｅ　ｐｅｒ　ｔｕｒｎ： Draw the cafe\u0301 card."],
        id="full width",
    ),
    pytest.param(
        '2 Level 4 "Ash" monsters\nYou can only control 1 "Ash Vicar".',
        ['You can only control 1 "Ash Vicar".'],
        ['2 Level 4 "Ash" monsters'],
        ['You can only control 1 "Ash Vicar".'],
        id="material line",
    ),
    pytest.param(
        "Draw 1 card. (You can only gain this effect once per turn.)",
        ["You can only gain this effect once per turn."],
        ["You can only gain this effect once per turn."],
        ["Draw 1 card."],
        id="note",
    ),
    pytest.param(
        'Add "Once per turn. Vicar" or "Ash\'s 1.5" to your hand, but only once per Chain.',
        ["once per Chain"],
        [],
        ['Add "Once per turn. Vicar" or "Ash\'s 1.5" to your hand, but only once per Chain.'],
        id="words and full stops in names",
    ),
    pytest.param(
        '"Ash" and "Vicar" gain 500 ATK twice per turn; banish "Pale Crow" once per Duel: Stop.',
        ["twice per turn", "once per Duel"],
        [],
        ['"Ash" and "Vicar" gain 500 ATK twice per turn; banish "Pale Crow" once per Duel: Stop.'],
        id="names before and between",
    ),
    pytest.param("No card at all", [], [], ["No card at all"], id="no full stop"),
    pytest.param("", [], [], [], id="empty"),
    pytest.param("\r\n \x01\x02 \r\n", [], [], [], id="only spaces"),
]


@pytest.mark.parametrize(("text", "limits", "non_effects", "effects"), TEXTS)
def test_what_is_found_stands_there(
    spans_are_exact: CheckReading, text: str, limits: list[str], non_effects: list[str], effects: list[str]
) -> None:
    reading = read(text, lang="en")
    spans_are_exact(reading)
    assert [limit.text for limit in reading.limits] == limits
    assert [non_effect.text for non_effect in reading.non_effects] == non_effects
    assert [effect.text for effect in reading.effects] == effects


@cases
def test_a_limit_gives_the_name_as_it_is_printed(text: str, own_name: str | None, name: str | None) -> None:
    (limit,) = read(text, lang="en", name=own_name).limits
    assert limit.name == name


@cases
def test_the_own_name_is_known_in_every_print(opening: str, printed: str, closing: str, name: str) -> None:
    text = f"You can only activate 1 {opening}{printed}{closing} per turn."
    (limit,) = read(text, lang="en", name=name).limits
    assert (limit.text, limit.name) == (text, printed)


def test_the_name_of_the_second_limit_is_that_of_its_sentence() -> None:
    text = (
        'Draw. Banish. You can only use this effect of "Ash" once per Duel, and its previous effect only once per turn.'
    )
    assert [limit.name for limit in read(text, lang="en").limits] == ["Ash", "Ash"]


def test_masked_names_are_told_with_their_quotes() -> None:
    text = "Draw.\r\nAdd “Ash Vicar” or &quot;Pale&quot; or “Iron “Duke” of “Fens”” here."
    found = masked_names(text, "en", 'Iron "Duke" of "Fens"')
    assert [text[start:end] for start, end in found] == [
        "“Ash Vicar”",
        "&quot;Pale&quot;",
        "“Iron “Duke” of “Fens””",
    ]


def test_effects_know_their_parts() -> None:
    text = "2 Tuners\nOnce per turn: Draw 1.\n<i>If you do,</i> banish it. Stop."
    parts = [[text[start:end] for start, end in effect.parts] for effect in read(text, lang="en").effects]
    assert parts == [["Once per turn: Draw 1.\n<i>If you do,</i> banish it."], ["Stop."]]


@pytest.mark.parametrize(
    ("text", "kinds"),
    [
        (
            "Once per turn: Draw 1. This gains 500 ATK. Target 1 card; banish it.",
            ["activated", "continuous", "activated"],
        ),
        ('Cards named "Ash: Vicar; Pale" gain 500 ATK.', ["continuous"]),
    ],
)
def test_an_effect_with_a_colon_or_a_semicolon_is_activated(text: str, kinds: list[str]) -> None:
    assert [effect.kind for effect in read(text, lang="en").effects] == kinds
