"""A limit to vary."""

from __future__ import annotations

import pytest

from onceper.contract.limit import AppliesTo, Limit


@pytest.fixture
def limit() -> Limit:
    return Limit(
        kind="hard",
        scope="name",
        period="turn",
        whose_turn="any",
        phase=None,
        count=1,
        at_least=False,
        verb="use",
        shared=False,
        applies_to=AppliesTo("each", (1, 3)),
        name=None,
        names=None,
        player="you",
        optional=None,
        spent_on="use",
        refunded_if_negated=False,
        resets_on=(),
        event=None,
        span=(0, 4),
        text="text",
        rule="hard.effect",
        source="rule",
        confidence=1.0,
    )
