"""Finding the rows that a log speaks of."""

from __future__ import annotations

from typing import TYPE_CHECKING

import msgspec
import pyarrow as pa
import pyarrow.parquet as pq
import pytest

from onceper.contract.arrow_rows import to_arrow
from onceper.contract.reading import Row
from onceper.files.tags import TagsError
from onceper.replay.replay import find_rows

if TYPE_CHECKING:
    from collections.abc import Callable
    from pathlib import Path

ROWS = [Row(str(n), name, "en", "yugioh", "text") for n, name in enumerate(["Ash Warden", "Ember Warden", None])]


def _json_lines(path: Path, rows: list[Row]) -> Path:
    path = path / "tags.jsonl"
    path.write_bytes(b"\n" + msgspec.json.Encoder().encode_lines(rows))
    return path


def _parquet(path: Path, rows: list[Row]) -> Path:
    path = path / "tags.parquet"
    pq.write_table(pa.Table.from_batches([to_arrow(rows)]), path)
    return path


@pytest.mark.parametrize("write", [_json_lines, _parquet])
def test_only_the_rows_that_are_named(tmp_path: Path, write: Callable[[Path, list[Row]], Path]) -> None:
    tags = write(tmp_path, ROWS)
    assert find_rows(tags, ["Ember Warden", "Nobody"]) == [ROWS[1]]
    assert find_rows(tags, []) == []


def test_a_card_that_could_not_be_read_is_refused(tmp_path: Path) -> None:
    bad = Row("9", "Frost Warden", "en", "yugioh", "text", error="no text")
    tags = _json_lines(tmp_path, [*ROWS, bad])
    assert find_rows(tags, ["Ember Warden"])
    with pytest.raises(TagsError, match="'Frost Warden' could not be read: no text"):
        find_rows(tags, ["Frost Warden"])


def test_one_reading_of_a_name_is_enough(tmp_path: Path) -> None:
    bad = Row("9", "Ember Warden", "en", "yugioh", "text", error="no text")
    assert find_rows(_json_lines(tmp_path, [*ROWS, bad]), ["Ember Warden"]) == [ROWS[1]]
