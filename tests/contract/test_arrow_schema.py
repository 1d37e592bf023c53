"""The Arrow schema: names, types, version."""

from __future__ import annotations

import pyarrow as pa
from tests.cases import cases

from onceper.contract import SCHEMA_VERSION
from onceper.contract.arrow import arrow_schema
from onceper.contract.reading import Row


def test_columns_are_the_fields_of_a_row() -> None:
    assert tuple(arrow_schema().names) == Row.__struct_fields__


def test_schema_states_its_version() -> None:
    metadata = arrow_schema().metadata
    assert metadata is not None
    assert metadata[b"onceper.schema_version"] == str(SCHEMA_VERSION).encode()


@cases
def test_types(path: str, type_of_it: str) -> None:
    kind = pa.struct(list(arrow_schema()))
    for name in path.split("."):
        kind = getattr(kind, "value_type", kind).field(name).type
    assert str(kind) == type_of_it
