"""Which types of Arrow hold strings."""

from __future__ import annotations

from typing import TYPE_CHECKING

import pyarrow as pa

if TYPE_CHECKING:
    from typing import Any


def is_string(kind: pa.DataType) -> bool:
    """Tell whether a value of this type is a string or null, also where the values are categories."""
    kind = _values(kind)
    return (
        pa.types.is_string(kind)
        or pa.types.is_large_string(kind)
        or pa.types.is_string_view(kind)
        or pa.types.is_null(kind)
    )


def is_words(kind: pa.DataType) -> bool:
    """Tell whether a value of this type is a string, or a list of strings."""
    listed: Any = kind
    if pa.types.is_list(kind) or pa.types.is_large_list(kind) or pa.types.is_fixed_size_list(kind):
        return is_string(listed.value_type)
    return is_string(kind)


def _values(kind: Any) -> pa.DataType:
    values: pa.DataType = kind.value_type if pa.types.is_dictionary(kind) else kind
    return values
