"""A limit to vary."""

from __future__ import annotations

from typing import TYPE_CHECKING

import pytest

from onceper.contract.limit import AppliesTo

if TYPE_CHECKING:
    from tests.conftest import MakeLimit

    from onceper.contract.limit import Limit


@pytest.fixture
def limit(make_limit: MakeLimit) -> Limit:
    return make_limit("hard", applies_to=AppliesTo("each", (1, 3)), names=None, rule="hard.effect")
