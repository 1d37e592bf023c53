"""Rows as Arrow record batches, and back."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

import msgspec
import pyarrow as pa

from onceper.contract.arrow_schema import arrow_schema
from onceper.contract.reading import Row
from onceper.errors import OnceperError

if TYPE_CHECKING:
    from collections.abc import Sequence


class TooMuchTextError(OnceperError):
    """The texts of one record batch are more than Arrow can hold in it."""


def to_arrow(records: Sequence[Any], record: type = Row) -> pa.RecordBatch:
    """Return rows, or other records of one kind, as one record batch of their published schema.

    Raises:
        TooMuchTextError: a column holds more than 2 GiB of text.
    """
    try:
        return pa.RecordBatch.from_pylist(msgspec.to_builtins(records), arrow_schema(record))
    # Of one column Arrow makes several arrays then, which a batch does not take.
    except (pa.ArrowCapacityError, TypeError) as error:
        raise TooMuchTextError(
            f"{len(records):,} records do not fit in one record batch ({error})",
            expected="at most 2 GiB of text, and 2³¹ items, for each field",
            remedy="make batches of fewer rows",
        ) from error


def from_arrow(data: pa.RecordBatch | pa.Table) -> list[Row]:
    """Return the rows that a record batch or table of the published schema holds.

    Raises:
        msgspec.ValidationError: a value is outside the contract.
    """
    return msgspec.convert(data.to_pylist(), list[Row])
