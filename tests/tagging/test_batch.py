"""Record batches in, record batches of rows out."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

import msgspec
import pyarrow as pa
import pyarrow.parquet as pq
import pytest

from onceper.contract.arrow import arrow_schema, from_arrow
from onceper.files.source import columnar
from onceper.lang.base import LanguageError
from onceper.reader.options import PartsError
from onceper.reader.read import read_many, read_text
from onceper.tagging import kept as kept_rows
from onceper.tagging import rows as rows_of_texts
from onceper.tagging.batch import tag_batch, tag_batches
from onceper.tagging.run import tag_file

if TYPE_CHECKING:
    from pathlib import Path

    from onceper.contract.reading import Part

SOFT = "Once per turn: You can draw 1 card."


def _batch(**columns: Any) -> pa.RecordBatch:
    return pa.RecordBatch.from_pydict(columns)


@pytest.mark.parametrize("parts", [("limits", "non_effects", "effects"), ("limits",), ("effects", "non_effects"), ()])
def test_rows_hold_what_read_many_reads(parts: tuple[Part, ...]) -> None:
    texts = [(SOFT, "Ash"), ('You can only control 1 "Ash".', "Ash"), ("Zig once zag.", None), (SOFT, "Ash")]
    batch = _batch(text=[text for text, _ in texts], name=[name for _, name in texts])
    rows = from_arrow(tag_batch(batch, lang="en", game="yugioh", parts=parts))
    read = list(read_many(texts, lang="en", game="yugioh", parts=parts))
    for kind in ("lang", "game", "name", "limits", "non_effects", "effects", "unread"):
        assert [getattr(row, kind) for row in rows] == [getattr(reading, kind) for reading in read]


def test_rows_are_those_of_the_command_line(card_table: pa.Table, tmp_path: Path) -> None:
    lines = [msgspec.json.encode(row) for row in card_table.to_pylist()]
    (tmp_path / "cards.jsonl").write_bytes(b"\n".join(lines))
    tag_file(tmp_path / "cards.jsonl", tmp_path / "tags.parquet", game="yugioh")
    rows = from_arrow(tag_batch(card_table.to_batches()[0], game="yugioh"))
    of_file = from_arrow(pq.read_table(tmp_path / "tags.parquet"))
    # Only a file says where in it a bad text stands.
    at = f" ({tmp_path / 'cards.jsonl'}, line "
    assert rows == [msgspec.structs.replace(row, error=row.error and row.error.split(at)[0]) for row in of_file]


def test_the_schema_is_the_published_one(card_table: pa.Table) -> None:
    for batch in (card_table.to_batches()[0], _batch(text=pa.array([], pa.string()))):
        rows = tag_batch(batch)
        assert rows.num_rows == batch.num_rows
        assert rows.schema.equals(arrow_schema(), check_metadata=True)
        rows.validate(full=True)


def test_no_batch_gives_no_batch() -> None:
    assert list(tag_batches([])) == []


def test_a_text_that_cannot_be_read_is_a_row_with_an_error() -> None:
    batch = _batch(text=[SOFT, None, SOFT, "Qwrt zxcv plmk."], lang=["en", "en", "tlh", None], id=[1, 2, 3, 4])
    rows = from_arrow(tag_batch(batch))
    assert [(row.id, len(row.limits), (row.error or "").partition(";")[0]) for row in rows] == [
        ("1", 1, ""),
        ("2", 0, "text is null"),
        ("3", 0, "unknown language 'tlh'"),
        ("4", 0, "the language of 'Qwrt zxcv plmk.' cannot be told"),
    ]


@pytest.mark.parametrize("error", [ZeroDivisionError, KeyError, RecursionError, MemoryError])
def test_a_defect_is_an_error_of_its_row(
    monkeypatch: pytest.MonkeyPatch, caplog: pytest.LogCaptureFixture, error: type[Exception]
) -> None:
    def broken(text: str, asked: Any, **options: Any) -> Any:
        if text == "poison":
            raise error(0)
        return read_text(text, asked, **options)

    monkeypatch.setattr(rows_of_texts, "read_text", broken)
    rows = from_arrow(tag_batch(_batch(text=[SOFT, "poison", SOFT]), lang="en"))
    assert [len(row.limits) for row in rows] == [1, 0, 1]
    assert rows[1].error is not None
    assert rows[1].error.startswith(f"reading failed with {error.__name__}: 0; expected a reading")
    assert error.__name__ in caplog.text


# The print does not tell which kind of effect this is.
PLAIN = "Both players wager 1 card."


def test_a_type_of_another_game_tells_nothing() -> None:
    batch = _batch(text=[PLAIN] * 2, type=["Trap", None], property=["Normal", None])
    told, untold = from_arrow(tag_batch(batch, lang="en", game="duelmasters"))
    assert msgspec.structs.replace(told, made_of=untold.made_of) == untold


def test_a_large_batch_comes_in_pieces_and_in_order(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(columnar, "_ROWS", 6)
    batch = _batch(text=[f"{SOFT} Draw {number // 2}." for number in range(14)], id=list(range(14)))
    pieces = list(tag_batches([batch, batch.slice(0, 1)], lang="en"))
    assert [piece.num_rows for piece in pieces] == [6, 6, 2, 1]
    assert tag_batch(batch, lang="en")["id"].to_pylist() == [str(number) for number in range(14)]


@pytest.mark.parametrize("kept", [0, 1 << 24])
def test_rows_are_kept_from_batch_to_batch(monkeypatch: pytest.MonkeyPatch, kept: int) -> None:
    asked: list[str] = []

    def counted(text: str, given: Any, **options: Any) -> Any:
        asked.append(text)
        return read_text(text, given, **options)

    monkeypatch.setattr(rows_of_texts, "read_text", counted)
    monkeypatch.setattr(kept_rows, "_KEPT_BYTES", kept)
    texts = [f"{SOFT} Draw {number}." for number in range(3)]
    batches = [_batch(text=texts[:2], id=["a", "b"]), _batch(text=[texts[2], texts[0], texts[2]], id=["c", "d", None])]
    rows = [row for batch in tag_batches(batches, lang="en") for row in from_arrow(batch)]
    assert [row.id for row in rows] == ["a", "b", "c", "d", ""]
    assert [row.effects for row in rows] == [
        reading.effects for reading in read_many([*texts, texts[0], texts[2]], lang="en")
    ]
    assert asked == [*texts, *([] if kept else texts[:1])]


@pytest.mark.parametrize(
    ("options", "error", "what"),
    [
        ({"lang": "nl"}, LanguageError, "unknown language 'nl'"),
        ({"parts": ["names"]}, PartsError, "unknown part 'names'"),
    ],
)
def test_wrong_options_are_told_at_once(options: dict[str, Any], error: type[Exception], what: str) -> None:
    for ask in (lambda: tag_batch(_batch(text=[SOFT]), **options), lambda: tag_batches([], **options)):
        with pytest.raises(error, match=what):
            ask()
