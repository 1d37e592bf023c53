"""Texts in arrays of a record, by their path."""

from __future__ import annotations

import json
from typing import TYPE_CHECKING, Any

import pytest

from onceper.files.formats import source_of
from onceper.files.source.columns import Columns
from onceper.marking.run import mark_file

if TYPE_CHECKING:
    from collections.abc import Mapping
    from pathlib import Path

    from onceper.files.protocol import CardText
    from onceper.files.source.columns import Column

TEXT: Mapping[Column, str] = {"text": "abilities[].text"}
WARDEN = {
    "id": 1,
    "name": "Ember Warden",
    "lang": "en",
    "abilities": [{"name": "Flame", "text": "Draw."}, {"text": "Discard."}],
}


def _cards(tmp_path: Path, *values: Any, columns: Mapping[Column, str] = TEXT, name: str = "c.jsonl") -> list[CardText]:
    path = tmp_path / name
    path.write_text("".join(f"{json.dumps(value)}\n" for value in values))
    with source_of(path, Columns(columns)) as source:
        return list(source.cards)


def test_each_text_keeps_what_its_card_says_and_tells_its_place(tmp_path: Path) -> None:
    first, second = _cards(tmp_path, WARDEN)
    assert (first.id, first.name, first.lang, first.text, first.error) == ("1", "Ember Warden", "en", "Draw.", None)
    assert (first.where, first.keys) == (f"{tmp_path}/c.jsonl, line 1, abilities[0].text", (1, "abilities", 0, "text"))
    assert (second.id, second.text, second.keys[2]) == ("1", "Discard.", 1)


def test_other_columns_are_told_beside_the_text_or_around_it(tmp_path: Path) -> None:
    card = {"id": 1, "faces": [{"name": "Front", "parts": [{"line": "Draw.", "no": 7}, {"line": "Discard."}]}]}
    columns: Mapping[Column, str] = {
        "text": "faces[].parts[].line",
        "name": "faces[].name",
        "id": "faces[].parts[].no",
    }
    cards = _cards(tmp_path, card, columns=columns)
    assert [(card.id, card.name, card.text) for card in cards] == [
        ("7", "Front", "Draw."),
        ("line 1", "Front", "Discard."),
    ]


def test_an_array_may_hold_the_texts_themselves_or_one_in_each_language(tmp_path: Path) -> None:
    card = {"id": 1, "rules": {"lines": ["Draw.", {"en": "Discard.", "ja": "捨てる。"}]}}
    cards = _cards(tmp_path, card, columns={"text": "rules.lines[]"})
    assert [(card.lang, card.text, card.keys) for card in cards] == [
        (None, "Draw.", (1, "rules", "lines", 0)),
        ("en", "Discard.", (1, "rules", "lines", 1, "en")),
        ("ja", "捨てる。", (1, "rules", "lines", 1, "ja")),
    ]


@pytest.mark.parametrize("document", [[WARDEN], {"cards": [WARDEN]}, WARDEN])
def test_documents(tmp_path: Path, document: Any) -> None:
    assert [card.text for card in _cards(tmp_path, document, name="c.json")] == ["Draw.", "Discard."]


def test_a_card_without_abilities_has_an_empty_text(tmp_path: Path) -> None:
    (card,) = _cards(tmp_path, {"id": 1, "abilities": []})
    assert (card.id, card.text, card.error) == ("1", "", None)


@pytest.mark.parametrize("name", ["cards.json", "cards.jsonl"])
def test_marked_texts_are_put_back_where_they_stand(tmp_path: Path, name: str) -> None:
    once = "Once per turn: You can draw 1 card."
    written = json.dumps({**WARDEN, "game": "yugioh", "abilities": [{"text": "Vanilla.", "n": [0]}, {"text": once}]})
    written = f"[{written}]" if name == "cards.json" else written
    (tmp_path / name).write_text(written)
    summary = mark_file(tmp_path / name, tmp_path / f"new.{name}", "numbers", columns=TEXT, quiet=True)
    assert summary.changed == 1
    again = (tmp_path / f"new.{name}").read_text()
    card, *_ = [json.loads(again)] if name == "cards.jsonl" else json.loads(again)
    assert card["abilities"][0] == {"text": "Vanilla.", "n": [0]}
    assert card["abilities"][1]["text"] != once
    mark_file(tmp_path / f"new.{name}", tmp_path / f"old.{name}", "plain", columns=TEXT, quiet=True)
    assert (tmp_path / f"old.{name}").read_text() == written
