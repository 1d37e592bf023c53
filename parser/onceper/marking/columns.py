"""Parquet and Arrow files written again with other texts in them, and with all else as it was."""

from __future__ import annotations

from collections import defaultdict
from contextlib import ExitStack
from typing import TYPE_CHECKING, Any

import pyarrow as pa
import pyarrow.ipc
import pyarrow.parquet as pq

from onceper.files.source.columnar import opened_table

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator, Sequence
    from pathlib import Path

    from onceper.files.opening import InputFile
    from onceper.files.protocol import CardText

    # The new texts of each row, by column: the keys in its value that lead to them, and the texts.
    _Texts = defaultdict[int, defaultdict[str, list[tuple[Sequence[str | int], str]]]]


def rewrite_columns(file: InputFile, target: Path, kind: str, marked: Iterable[tuple[CardText, str]]) -> None:
    """Write a Parquet or Arrow file again, in batches as it has them, with these texts in place of those read in it."""
    texts: _Texts = defaultdict(lambda: defaultdict(list))
    for card, text in marked:
        row, column, *way = card.keys
        texts[int(row)][str(column)].append((way, text))
    with file.on_disk() as path, opened_table(path, kind) as table, ExitStack() as stack:
        if isinstance(table.given, pq.ParquetFile):
            rows = table.given.metadata
            packed: Any = rows.row_group(0).column(0).compression if rows.num_row_groups else "NONE"
            writer: Any = pq.ParquetWriter(target, table.schema, compression=packed.replace("UNCOMPRESSED", "NONE"))
            batches: Iterator[Any] = map(table.given.read_row_group, range(rows.num_row_groups))
        else:
            is_stream = isinstance(table.given, pa.RecordBatchStreamReader)
            # An Arrow file has one dictionary a column.
            how = pa.ipc.IpcWriteOptions(unify_dictionaries=not is_stream)
            new = pa.ipc.new_stream if is_stream else pa.ipc.new_file
            writer = new(str(target), table.schema, options=how)
            batches = iter([pa.Table.from_batches(table.batches(), table.schema)])
        stack.enter_context(writer)
        done = 0
        for batch in batches:
            writer.write(_with_texts(batch, texts, done))
            done += batch.num_rows


def _with_texts(batch: pa.Table, texts: _Texts, before: int) -> pa.Table:
    """Return rows, before which the file has so many, with their new texts."""
    changed = {row: texts[before + row] for row in range(batch.num_rows) if before + row in texts}
    for column in {column for told in changed.values() for column in told}:
        place = batch.schema.names.index(column)
        values = batch.column(place).to_pylist()
        for row, told in changed.items():
            for way, text in told.get(column, ()):
                values[row] = _replaced(values[row], way, text)
        batch = batch.set_column(place, batch.schema.field(place), pa.array(values, batch.schema.field(place).type))
    return batch


def _replaced(value: Any, way: Sequence[str | int], text: str) -> Any:
    """Return a value with another text at the end of these keys."""
    return text if not way else {**value, way[0]: _replaced(value[way[0]], way[1:], text)}
