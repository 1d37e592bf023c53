"""The rows of a tagged database that a log speaks of."""

from __future__ import annotations

from typing import TYPE_CHECKING

import msgspec

from onceper.contract.reading import Row
from onceper.files.opening import InputError, opened

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator
    from pathlib import Path


class TagsError(InputError):
    """A file is not what ``onceper tag`` writes."""


class _Name(msgspec.Struct):
    name: str | None = None


def rows_named(path: Path, names: Iterable[str]) -> list[Row]:
    """Return the rows of the cards with these names, from JSON Lines or Parquet that ``onceper tag`` wrote.

    Raises:
        InputError: the file cannot be read.
        TagsError: it holds something else, or only errors for one of the names.
    """
    wanted = set(names)
    rows = _parquet if path.suffix.lower() == ".parquet" else _json_lines
    found = list(rows(path, wanted))
    good = [row for row in found if not row.error]
    for row in found:
        if row.error and row.name not in {other.name for other in good}:
            raise TagsError(
                f"{row.name!r} could not be read: {row.error}",
                where=str(path),
                expected="a reading of every card that the log names",
            )
    return good


def _json_lines(path: Path, wanted: set[str]) -> Iterator[Row]:
    name_of = msgspec.json.Decoder(_Name).decode
    row_of = msgspec.json.Decoder(Row).decode
    with opened(path) as file:
        for number, line in enumerate(file.lines(), start=1):
            if not line.strip():
                continue
            try:
                if name_of(line).name in wanted:
                    if missing := set(Row.__struct_fields__) - msgspec.json.decode(line).keys():
                        raise _not_tags(f"{path}, line {number}", f"no {', '.join(sorted(missing))}")
                    yield row_of(line)
            except (msgspec.DecodeError, UnicodeDecodeError) as error:
                raise _not_tags(f"{path}, line {number}", str(error)) from error


def _parquet(path: Path, wanted: set[str]) -> Iterator[Row]:
    # pyarrow takes a third of a second to load, and JSON Lines need none of it.
    import pyarrow as pa  # noqa: PLC0415
    import pyarrow.parquet as pq  # noqa: PLC0415

    from onceper.contract.arrow_rows import from_arrow  # noqa: PLC0415

    with opened(path):
        try:
            if missing := set(Row.__struct_fields__) - set(pq.read_schema(path).names):
                raise _not_tags(str(path), f"no column {', '.join(sorted(missing))}")
            table = pq.read_table(path, filters=[("name", "in", sorted(wanted))]) if wanted else None
            yield from from_arrow(table) if table else []
        except (pa.ArrowException, msgspec.ValidationError, KeyError) as error:
            raise _not_tags(str(path), str(error)) from error


def _not_tags(where: str, what: str) -> TagsError:
    return TagsError(what, where=where, expected="a row that `onceper tag` wrote", remedy="tag the cards again")
