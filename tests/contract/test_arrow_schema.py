"""The Arrow schema: names, types, version."""

from __future__ import annotations

import pyarrow as pa

from onceper.contract import SCHEMA_VERSION
from onceper.contract.arrow_schema import row_arrow_schema
from onceper.contract.reading import Row


def _list(item: pa.DataType) -> pa.DataType:
    return pa.list_(pa.field("element", item))


def test_columns_are_the_fields_of_a_row() -> None:
    assert tuple(row_arrow_schema().names) == Row.__struct_fields__


def test_schema_states_its_version() -> None:
    metadata = row_arrow_schema().metadata
    assert metadata is not None
    assert metadata[b"onceper.schema_version"] == str(SCHEMA_VERSION).encode()


def test_types() -> None:
    schema = row_arrow_schema()
    limit = schema.field("limits").type.value_type
    assert schema.field("id").type == pa.string()
    assert limit.field("kind").type == pa.string()
    assert limit.field("period").type == pa.string()
    assert limit.field("count").type == pa.int32()
    assert limit.field("optional").type == pa.bool_()
    assert limit.field("confidence").type == pa.float64()
    assert limit.field("span").type == _list(pa.int32())
    assert limit.field("resets_on").type == _list(pa.string())
    assert limit.field("event").type.field("object").type == pa.string()
    effect = schema.field("effects").type.value_type
    assert effect.field("parts").type == _list(_list(pa.int32()))
    assert effect.field("options").type.value_type.field("span").type == _list(pa.int32())
    assert effect.field("kind_told_by").type == pa.string()
