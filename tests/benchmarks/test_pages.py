"""What the pages say of speed is what the benchmarks printed."""

from __future__ import annotations

from pathlib import Path

import pages
import pytest

ROOT = Path(__file__).parents[2]


@pytest.mark.parametrize("name", pages.PAGES)
def test_the_tables_are_those_of_the_last_figures(name: str) -> None:
    page = (ROOT / name).read_text(encoding="utf-8")
    assert pages.built(name, page) == page, "write it anew: python tests/benchmarks/pages.py"


def test_a_page_without_a_place_for_its_table_is_refused() -> None:
    with pytest.raises(ValueError, match="no place for speed"):
        pages.built("README.md", "# A page\n")
