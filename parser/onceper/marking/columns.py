"""Parquet and Arrow files written again with other texts in them, and with all else as it was."""

from __future__ import annotations

from collections import defaultdict
from contextlib import ExitStack
from typing import TYPE_CHECKING, Any

import pyarrow as pa
import pyarrow.ipc
import pyarrow.parquet as pq

from onceper.files.source.known_formats import ARROW_STREAM, PARQUET

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator, Mapping
    from pathlib import Path

    from onceper.files.opening import InputFile
    from onceper.files.protocol import CardText

    # The new texts of a table by row, below the column and the keys in a value of it that lead to them.
    _Texts = Mapping[str, Mapping[str, Iterable[tuple[tuple[str | int, ...], str]]]]


def rewrite_columns(file: InputFile, target: Path, marked: Iterable[tuple[CardText, str]]) -> None:
    """Write a Parquet or Arrow file again, in batches as it has them, with these texts in place of those read in it."""
    texts: dict[str, dict[str, list[tuple[tuple[str | int, ...], str]]]] = defaultdict(lambda: defaultdict(list))
    for card, text in marked:
        _, column, *way = card.keys
        texts[str(column)][card.where].append((tuple(way), text))
    is_stream = file.head.startswith(ARROW_STREAM)
    with file.on_disk() as path, ExitStack() as stack:
        if file.head.startswith(PARQUET):
            parquet = stack.enter_context(pq.ParquetFile(path))
            batches: Iterator[Any] = map(parquet.read_row_group, range(parquet.num_row_groups))
            schema, rows = parquet.schema_arrow, parquet.metadata
            packed: Any = rows.row_group(0).column(0).compression if rows.num_row_groups else "NONE"
            writer: Any = pq.ParquetWriter(target, schema, compression=packed.replace("UNCOMPRESSED", "NONE"))
            stack.enter_context(writer)
            for batch in _with_texts(batches, texts, file.name):
                writer.write(batch)
            return
        given = stack.enter_context(pa.memory_map(str(path)))
        table: Any = pa.ipc.open_stream(given) if is_stream else pa.ipc.open_file(given)
        batches = iter(table) if is_stream else map(table.get_batch, range(table.num_record_batches))
        # An Arrow file has one dictionary a column.
        how = pa.ipc.IpcWriteOptions(unify_dictionaries=not is_stream)
        new = pa.ipc.new_stream if is_stream else pa.ipc.new_file
        writer = stack.enter_context(new(str(target), table.schema, options=how))
        writer.write(pa.Table.from_batches(list(_with_texts(batches, texts, file.name)), table.schema))


def _with_texts(batches: Iterable[Any], texts: _Texts, name: str) -> Iterator[Any]:
    done = 0
    for batch in batches:
        new = batch
        for column, by_row in texts.items():
            place = batch.schema.names.index(column)
            values = batch.column(place).to_pylist()
            for row in range(batch.num_rows):
                for way, text in by_row.get(f"{name}, row {done + row + 1}", ()):
                    values[row] = _replaced(values[row], way, text)
            new = new.set_column(place, batch.schema.field(place), pa.array(values, batch.schema.field(place).type))
        done += batch.num_rows
        yield new


def _replaced(value: Any, way: tuple[str | int, ...], text: str) -> Any:
    """Return a value with another text at the end of these keys."""
    return text if not way else {**value, way[0]: _replaced(value[way[0]], way[1:], text)}
