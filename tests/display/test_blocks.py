"""The blocks in which a text is shown."""

from __future__ import annotations

from tests.cases import cases

from onceper.display.blocks import blocks_of, rows_of
from onceper.reader.read import read


def shown(text: str, lang: str) -> list[tuple[str, str]]:
    """Return for each block what it is, and its words."""
    reading = read(text, lang=lang, game="yugioh", name="Ember Warden")
    return [
        (
            f"effect {block.effect.index}{' goes on' if block.continues else ''}" if block.effect else "none",
            text[slice(*block.span)],
        )
        for block in blocks_of(reading)
    ]


HARD = 'You can only use this effect of "Ember Warden" once per turn.'
SPLIT = f"You can discard 1 card; draw 1 card. {HARD} If you do, gain 500 LP."


@cases
def test_a_text_in_blocks(text: str, lang: str, blocks: list[tuple[str, str]]) -> None:
    assert shown(text, lang) == blocks


def test_readings_that_overlap_share_a_block_and_every_word_is_in_one() -> None:
    text = "このカード名の①の効果は１ターンに１度しか使用できず、このカードはＬ素材にできない。①：カードを１枚引く。"
    assert [kind for kind, _ in shown(text, "ja")] == ["none", "none", "effect 1"]
    text = 'Draw 1 card.\n----------\n(This card is always treated as an "Ember" card.)\nStop.'
    covered = "".join(words for _, words in shown(text, "en"))
    assert sorted(filter(str.isalnum, covered)) == sorted(filter(str.isalnum, text))


def rows(text: str, lang: str) -> dict[int, str]:
    """Return the words of each row."""
    found = rows_of(read(text, lang=lang, game="yugioh", name="Ember Warden"))
    return {row: text[blocks[0].span[0] : blocks[-1].span[1]] for row, blocks in found.items()}


def test_effects_of_both_prints_have_the_same_rows() -> None:
    hard = 'You can only use each effect of "Ember Warden" once per turn.'
    assert rows(f"Once per turn: You can draw 1 card. If this card is destroyed: Draw 1 card. {hard}", "en") == {
        1: "Once per turn: You can draw 1 card.",
        3: "If this card is destroyed: Draw 1 card.",
        4: hard,
    }
    hard = "このカード名の①②の効果はそれぞれ１ターンに１度しか使用できない。"
    assert rows(f"{hard}①：カードを１枚引く。②：カードを２枚引く。", "ja") == {
        0: hard,
        1: "①：カードを１枚引く。",
        3: "②：カードを２枚引く。",
    }


def test_what_stands_between_the_pieces_of_an_effect_has_its_row() -> None:
    assert rows(SPLIT, "en") == {1: SPLIT}
