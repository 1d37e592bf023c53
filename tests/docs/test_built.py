"""What the code says on the pages is what it says now."""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING

import pytest
from tests.own_script import load_script

if TYPE_CHECKING:
    from types import ModuleType

DOCS = Path(__file__).resolve().parents[2] / "docs"


@pytest.fixture(scope="module")
def build() -> ModuleType:
    return load_script(DOCS / "build.py")


@pytest.mark.parametrize("name", ["sql.md", "schema.md", "audit.md"])
def test_page_is_up_to_date(build: ModuleType, name: str) -> None:
    page = (DOCS / name).read_text(encoding="utf-8")
    assert build.built(name, page) == page, "the code changed: run `python docs/build.py`"


def test_published_schemas_are_up_to_date(build: ModuleType) -> None:
    published = build.published()
    assert {name: (build.SCHEMAS / name).read_text(encoding="utf-8") for name in published} == published, (
        "the records changed: run `python docs/build.py`, and raise SCHEMA_VERSION if the schema no longer describes "
        "rows that were written before"
    )
