"""Rows as an Arrow IPC file, also called Feather, of the published Arrow schema."""

from __future__ import annotations

from contextlib import contextmanager
from typing import TYPE_CHECKING

import pyarrow as pa
import pyarrow.ipc

from onceper.contract.arrow_schema import row_arrow_schema
from onceper.files.sink.batches import in_batches

if TYPE_CHECKING:
    from collections.abc import Iterator
    from pathlib import Path

    from onceper.files.protocol import Sink


@contextmanager
def arrow_to(path: Path) -> Iterator[Sink]:
    """Write rows to an Arrow IPC file, lz4-compressed, in batches of 4,096 rows."""
    options = pa.ipc.IpcWriteOptions(compression="lz4")
    with (
        # By a stream of ours, for pyarrow takes no name that is not UTF-8.
        path.open("wb") as file,
        pa.ipc.new_file(file, row_arrow_schema(), options=options) as writer,
        in_batches(writer.write_batch) as write,
    ):
        yield write
