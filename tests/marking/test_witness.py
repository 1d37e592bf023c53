"""The numbers of effects as a numbered print in another language has them."""

from __future__ import annotations

import re

import pytest

import onceper
from onceper.contract.reading import Row
from onceper.marking.styles import mark_text
from onceper.marking.witness import Likened, liken

NAME = ' of "Tide Caller" once per turn.'


_CONTINUOUS = (
    "Cannot be destroyed by battle. Cannot be targeted by card effects.",
    "Diese Karte kann nicht durch Kampf zerstört werden. Diese Karte kann direkt angreifen.",
    "①：このカードは戦闘では破壊されず、効果の対象にならない。",
)


def _row(text: str, lang: str) -> Row:
    found = onceper.read(text, lang=lang, game="yugioh", name="Tide Caller" if lang == "en" else None)
    return Row(
        "1", found.name, lang, "yugioh", "text", text, found.limits, found.non_effects, found.effects, found.unread
    )


@pytest.mark.parametrize(
    ("text", "witness", "outcome", "starts"),
    [
        # Two sentences of one effect.
        (
            (
                "Cannot be destroyed by battle. Cannot be targeted by card effects. "
                "When this card is destroyed: You can draw 1 card."
            ),
            (
                "①：このカードは戦闘では破壊されず、効果の対象にならない。"
                "②：このカードが破壊された時に発動できる。自分はデッキから１枚ドローする。"
            ),
            "joined",
            ["①Can", "②Whe"],
        ),
        # Two effects in one paragraph that reads as one, which no program cuts.
        (
            "You can target 1 monster on the field; equip it with this card. It gains 1500 ATK.",
            (
                "①：フィールドのモンスター１体を対象として発動できる。このカードを装備する。"
                "②：装備モンスターの攻撃力は１５００アップする。"
            ),
            "apart",
            ["①You"],
        ),
        # English prints continuous effects first.
        (
            "This card gains 700 ATK. You can discard 1 card; draw 2 cards. You can only use this effect" + NAME,
            (
                "このカード名の①の効果は１ターンに１度しか使用できない。"
                "①：手札を１枚捨てて発動できる。自分はデッキから２枚ドローする。②：このカードの攻撃力は７００アップする。"
            ),
            "order",
            ["②Thi", "①You"],
        ),
        # What is activated in the one is not in the other.
        (
            "This card gains 700 ATK. This card can attack directly.",
            "①：手札を１枚捨てて発動できる。自分はデッキから２枚ドローする。",
            "apart",
            ["①Thi", "②Thi"],
        ),
        # The print has no numbers.
        (
            "This card gains 700 ATK. This card can attack directly.",
            "このカードの攻撃力は７００アップし、直接攻撃できる。",
            None,
            ["①Thi", "②Thi"],
        ),
    ],
)
def test_effects_are_joined_and_numbered_as_there(
    text: str, witness: str, outcome: str | None, starts: list[str]
) -> None:
    told: list[Likened] = []
    (row,) = liken([_row(text, "en")], [_row(witness, "ja")], told.append)
    assert [found.outcome for found in told] == [outcome] * (outcome is not None)
    marked = mark_text(text, row, "numbers")
    assert ["".join(found) for found in re.findall(r"([①-⑳])\u00a0\u00a0(.{3})", marked)] == starts
    assert onceper.unmark(marked) == text
    for effect in row.effects:
        assert text[slice(*effect.span)] == effect.text


def test_limits_speak_of_what_their_effects_have_become() -> None:
    text = "This card gains 700 ATK. You can discard 1 card; draw 2 cards. You can only use this effect" + NAME
    witness = (
        "このカード名の①の効果は１ターンに１度しか使用できない。"
        "①：手札を１枚捨てて発動できる。自分はデッキから２枚ドローする。②：このカードの攻撃力は７００アップする。"
    )
    (row,) = liken([_row(text, "en")], [_row(witness, "ja")], lambda _: None)
    assert [limit.applies_to.effects for limit in row.limits] == [(1,)]
    assert re.findall(r"<effect[^>]*>(?=\w{3})", mark_text(text, row, "ygopro")) == [
        "<effect>",
        '<effect count_ref="1">',
    ]


def test_one_print_is_a_witness_of_each_language() -> None:
    rows = [_row(text, lang) for text, lang in ((_CONTINUOUS[0], "en"), (_CONTINUOUS[1], "de"), (_CONTINUOUS[2], "ja"))]
    found = [*liken(rows, rows, lambda _: None)]
    assert [len(row.effects) for row in rows] == [2, 2, 1]
    assert [len(row.effects) for row in found] == [1, 1, 1]


def test_a_card_that_the_witness_lacks_stays() -> None:
    row = _row("Draw 1 card.", "en")
    assert [*liken([row], [], lambda _: None)] == [row]
