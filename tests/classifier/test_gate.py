"""The gate lets telling phrases pass, whole or damaged."""

from __future__ import annotations

import pytest

from onceper.classifier.gate import Gate

GATE = Gate(["once per turn", "no more than", "1x"], 8)


@pytest.mark.parametrize("text", ["draw once per turn", "draw onze per turn", "0nce per tum.", "no rnore than 2", "1x"])
def test_what_tells_passes(text: str) -> None:
    assert GATE.passes(text)


@pytest.mark.parametrize("text", ["", "draw 1 card", "until the end of this turn", "more or less"])
def test_ordinary_effects_do_not(text: str) -> None:
    assert not GATE.passes(text)
