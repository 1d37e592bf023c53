"""A row in which every field of the contract holds something."""

from __future__ import annotations

from pathlib import Path

import msgspec
import pytest

from onceper.contract.reading import Row


@pytest.fixture
def full_row() -> Row:
    return msgspec.json.decode(Path(__file__).with_name("full_row.json").read_bytes(), type=Row)
