"""Card texts from the objects of a JSON file and the rows of a table."""

from __future__ import annotations

import json
import tomllib
from decimal import Decimal
from pathlib import Path
from typing import TYPE_CHECKING, Any

import msgspec
import pytest

from onceper.files.formats import source_of
from onceper.files.protocol import CardText
from onceper.files.source.columns import Columns
from onceper.files.source.record import Record
from onceper.files.source.records import CardTexts, NoCardTextError
from onceper.marking.run import mark_file

if TYPE_CHECKING:
    from collections.abc import Mapping

    from onceper.files.source.columns import Column

CASES = tomllib.loads(Path(__file__).with_name("records.toml").read_text(encoding="utf-8"))["case"]
TEXT: Mapping[Column, str] = {"text": "abilities[].text"}


def _cards(path: Path, content: str, columns: Mapping[Column, str] | None = None) -> list[CardText]:
    path.write_text(content, encoding="utf-8")
    with source_of(path, Columns(columns)) as source:
        return list(source.cards)


@pytest.mark.parametrize("case", CASES, ids=lambda case: case["says"])
def test_texts_of_records(tmp_path: Path, case: dict[str, Any]) -> None:
    records = [record.replace("\n", "\\n") for record in case["records"]]
    cards = _cards(tmp_path / "cards.jsonl", "\n".join(records), case.get("columns"))
    expected = [CardText(**{"where": "", **gives, "keys": tuple(gives["keys"])}) for gives in case["gives"]]
    assert [msgspec.structs.replace(card, where="") for card in cards] == expected


@pytest.mark.parametrize(
    ("value", "card_id", "found"),
    [
        (Decimal("34.0"), "34", None),
        (Decimal("nan"), None, "a number"),
        (Decimal("1e999999"), None, "a number"),
        ({"en": "34"}, None, "an object"),
    ],
    ids=str,
)
def test_ids_of_columns(value: object, card_id: str | None, found: str | None) -> None:
    (text,) = CardTexts("cards.parquet", Columns()).of([Record("row 1", {"id": value, "text": "Draw."})])
    card = text.card()
    error = found and f"id is {found}; expected a string or an integer or null"
    assert (card.id, card.error) == (card_id or "row 1", error)


def test_given_column_of_which_no_record_has_anything(tmp_path: Path) -> None:
    line, named = '{"text": "Draw."}\n', '{"text": "", "title": "Kiln Heron"}\n'
    with pytest.raises(NoCardTextError, match="none of the first 100 texts comes with title; expected ") as caught:
        _cards(tmp_path / "cards.jsonl", line * 150, {"name": "title"})
    assert "--column" in caught.value.remedy
    assert len(_cards(tmp_path / "cards.jsonl", line * 99 + named + line * 150, {"name": "title"})) == 250


@pytest.mark.parametrize("around", ["[%s]", '{"cards": [%s]}'])
def test_texts_of_an_array_tell_their_place_in_any_document(tmp_path: Path, around: str) -> None:
    path = tmp_path / "cards.json"
    cards = _cards(path, around % '{"id": 1, "abilities": [{"text": "Draw."}, {"text": "Discard."}]}', TEXT)
    assert [(card.text, card.where) for card in cards] == [
        ("Draw.", f"{path}, item 1, abilities[0].text"),
        ("Discard.", f"{path}, item 1, abilities[1].text"),
    ]


@pytest.mark.parametrize(("name", "around"), [("cards.json", "[%s]"), ("cards.jsonl", "%s")])
def test_marked_texts_are_put_back_where_they_stand(tmp_path: Path, name: str, around: str) -> None:
    once = "Once per turn: You can draw 1 card."
    card: dict[str, Any] = {
        "id": 1,
        "lang": "en",
        "game": "yugioh",
        "abilities": [{"text": "Vanilla.", "n": [0]}, {"text": once}],
    }
    written = around % json.dumps(card)
    (tmp_path / name).write_text(written)
    summary = mark_file(tmp_path / name, tmp_path / f"new.{name}", "numbers", columns=TEXT, quiet=True)
    assert summary.changed == 1
    first, second = json.loads((tmp_path / f"new.{name}").read_text().strip("[]"))["abilities"]
    assert (first, second["text"] != once) == (card["abilities"][0], True)
    mark_file(tmp_path / f"new.{name}", tmp_path / f"old.{name}", "plain", columns=TEXT, quiet=True)
    assert (tmp_path / f"old.{name}").read_text() == written
