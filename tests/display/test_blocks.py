"""The blocks and rows in which a text is shown."""

from __future__ import annotations

from tests.cases import cases

from onceper.display.named import Named
from onceper.reader.read import read


def _named(text: str, lang: str) -> Named:
    return Named(read(text, lang=lang, game="yugioh", name="Ember Warden"))


@cases
def test_a_text_in_blocks(text: str, lang: str, blocks: list[tuple[str, str]]) -> None:
    found = _named(text, lang).blocks()
    assert [(f"effect {effect.index}" if effect else "none", text[slice(*span)]) for span, effect in found] == blocks


@cases
def test_effects_of_all_prints_have_the_same_rows(text: str, lang: str, rows: dict[str, str]) -> None:
    found = _named(text, lang).rows()
    assert {str(row): text[slice(*span)] for row, span in found.items()} == rows


def test_every_word_is_in_a_block() -> None:
    text = 'Draw 1 card.\n----------\n(This card is always treated as an "Ember" card.)\nStop.'
    covered = "".join(text[slice(*span)] for span, _ in _named(text, "en").blocks())
    assert sorted(filter(str.isalnum, covered)) == sorted(filter(str.isalnum, text))
