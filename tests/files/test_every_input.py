"""The same cards come out of every format that they are written in."""

from __future__ import annotations

import gzip
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import TYPE_CHECKING

import msgspec
import pytest
from card_files import FORMATS
from hypothesis import given, settings
from hypothesis import strategies as st

from onceper.files.formats import source_of

if TYPE_CHECKING:
    from collections.abc import Callable

    from card_files import Rows

    from onceper.files.protocol import CardText

CARDS: Rows = [
    {
        "id": "1",
        "name": "Ember Warden",
        "lang": "en",
        "game": "yugioh",
        "field": "text",
        "text": 'Draw 1 "Ember", or 2.',
        "card_type": "Trap / Continuous",
    },
    {
        "id": "1",
        "name": "Ember Warden",
        "lang": "en",
        "game": "yugioh",
        "field": "pendulum",
        "text": "Draw;\r\n● discard.",
        "card_type": "Monster",
    },
    {
        "id": "k2",
        "name": "深海の灯台",
        "lang": "ja",
        "game": "duelmasters",
        "field": "text",
        "text": "引く。\n\t𠮷",
        "card_type": "呪文",
    },
    {"id": "3", "name": None, "lang": None, "game": None, "field": None, "text": "", "card_type": None},
]


# A card database has other columns, and tests of its own.
WRITERS = [write for name, write in FORMATS.items() if name != "cards.cdb"]


def _read(content: bytes) -> list[CardText]:
    with TemporaryDirectory() as folder:
        path = Path(folder) / "cards"
        path.write_bytes(content)
        with source_of(path) as source:
            return list(source.cards)


def _written(cards: list[CardText]) -> Rows:
    rows = [msgspec.structs.asdict(card) for card in cards]
    return [{key: row[key] for key in CARDS[0]} | {"error": row["error"]} for row in rows]


@pytest.mark.parametrize("write", WRITERS)
@pytest.mark.parametrize("zipped", [False, True])
def test_cards_are_the_same(write: Callable[[Rows], bytes], zipped: bool) -> None:
    content = write(CARDS)
    cards = _read(gzip.compress(content) if zipped else content)
    assert _written(cards) == [{**row, "field": row["field"] or "text", "error": None} for row in CARDS]


WORDS = st.text(st.characters(codec="utf-8"), max_size=40)
ROWS = st.lists(
    st.fixed_dictionaries({"id": st.text("0123456789k", min_size=1), "name": st.none() | WORDS, "text": WORDS}),
    min_size=1,
    max_size=8,
)


@settings(max_examples=40, deadline=None)
@given(ROWS)
def test_any_text_is_read_as_it_was_written(rows: Rows) -> None:
    expected = [(row["id"], row["name"] or None, row["text"], None) for row in rows]
    for write in WRITERS:
        cards = _read(write(rows))
        assert [(card.id, card.name, card.text, card.error) for card in cards] == expected, write
