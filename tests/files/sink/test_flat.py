"""One flat line a card."""

from __future__ import annotations

import csv
import json
import sqlite3
from contextlib import closing
from typing import TYPE_CHECKING, Any

import msgspec
import pandas as pd
import polars as pl
import pyarrow as pa
import pyarrow.parquet as pq
import pytest

import onceper
from onceper.contract.flat_card import FlatCard
from onceper.files.databases import script
from onceper.resources import resource

if TYPE_CHECKING:
    from collections.abc import Callable
    from pathlib import Path

SAMPLE = resource("corpora/sample") / "cards.en.cdb"
SOFT, HARD = "Once per turn: You can draw 1 card.", 'You can only use this effect of "Ember Warden" once per turn.'
TEXTS = {"soft": SOFT, "hard": HARD, "both": f"{SOFT} {HARD}", "none": "Draw 1 card."}


def _of_view(tags: Path) -> list[dict[str, Any]]:
    with closing(sqlite3.connect(tags)) as connection:
        connection.row_factory = sqlite3.Row
        return [dict(line) for line in connection.execute("SELECT * FROM cards_flat ORDER BY card_no")]


def test_the_record_is_the_view() -> None:
    with closing(sqlite3.connect(":memory:")) as connection:
        connection.executescript(script("tables") + script("views"))
        columns = [name for name, *_ in connection.execute("SELECT * FROM cards_flat").description]
    assert columns == [*FlatCard.__struct_fields__]


@pytest.mark.parametrize("jobs", [1, 2])
def test_every_format_has_the_lines_of_the_view(tmp_path: Path, jobs: int) -> None:
    onceper.tag_file(SAMPLE, tmp_path / "tags.db", quiet=True)
    lines = _of_view(tmp_path / "tags.db")
    for name in ("flat.parquet", "flat.jsonl", "flat.csv"):
        summary = onceper.tag_file(SAMPLE, tmp_path / name, quiet=True, flat=True, jobs=jobs)
        assert summary.rows >= len(lines) > 20
    assert pq.read_table(tmp_path / "flat.parquet").to_pylist() == lines
    assert [json.loads(line) for line in (tmp_path / "flat.jsonl").read_text().splitlines()] == lines
    with (tmp_path / "flat.csv").open(encoding="utf-8", newline="") as stream:
        cells = [*csv.DictReader(stream)]
    assert cells == [{name: "" if cell is None else str(cell) for name, cell in line.items()} for line in lines]
    assert msgspec.convert(lines, list[FlatCard])


@pytest.mark.parametrize("kind", [pl.DataFrame, pl.LazyFrame, pd.DataFrame, pa.table])
def test_tables_give_their_like(kind: Callable[..., Any]) -> None:
    cards = kind({"id": [*TEXTS], "name": ["Ember Warden"] * 4, "text": [*TEXTS.values()]})
    found = onceper.flat(onceper.tag(cards, lang="en", game="yugioh"))
    assert isinstance(found, pl.DataFrame if kind is pl.LazyFrame else type(cards))
    assert [*map(str, found["once_per_turn"])] == [*TEXTS]
    assert [*map(int, found["limits"])] == [1, 1, 2, 0]


def test_several_texts_of_a_card_are_one_line(tmp_path: Path) -> None:
    path = tmp_path / "cards.jsonl"
    card = {"id": 1, "lang": "en", "game": "yugioh", "abilities": [{"text": SOFT}, {"text": HARD}, {"text": 5}]}
    path.write_text(f"{json.dumps(card)}\n")
    onceper.tag_file(path, tmp_path / "tags.db", columns={"text": "abilities[].text"}, quiet=True)
    (line,) = onceper.flat(tmp_path / "tags.db").filter(pa.compute.field("lang") == "en").to_pylist()
    assert (line["id"], line["once_per_turn"], line["limits"]) == ("1", "both", 2)
