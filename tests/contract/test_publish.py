"""The committed schema files are what the records say."""

from __future__ import annotations

from onceper.contract.publish import FOLDER, published


def test_published_schemas_are_up_to_date() -> None:
    committed = {name: (FOLDER / name).read_text(encoding="utf-8") for name in published()}
    assert committed == published(), (
        "the records changed: run `python -m onceper.contract.publish`, and raise SCHEMA_VERSION if the "
        "schema no longer describes rows that were written before"
    )
