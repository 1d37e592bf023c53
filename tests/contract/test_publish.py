"""The committed schema files are what the records say."""

from __future__ import annotations

from typing import TYPE_CHECKING

import pytest

from onceper.contract.publish import FOLDER, PUBLISHED, publish

if TYPE_CHECKING:
    from pathlib import Path


@pytest.mark.parametrize("name", PUBLISHED)
def test_published_schema_is_up_to_date(name: str, tmp_path: Path) -> None:
    publish(tmp_path)
    committed = (FOLDER / name).read_text(encoding="utf-8")
    assert committed == (tmp_path / name).read_text(encoding="utf-8"), (
        "the records changed: run `python -m onceper.contract.publish`, and raise SCHEMA_VERSION if the "
        "schema no longer describes rows that were written before"
    )
