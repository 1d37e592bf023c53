"""The model card is that of the models that are shipped."""

from __future__ import annotations

from pathlib import Path

import card

ROOT = Path(__file__).parents[2]


def test_the_card_is_current() -> None:
    assert (ROOT / "models" / "CARD.md").read_text("utf-8") == card.card(), (
        "python tests/benchmarks/card.py writes it anew"
    )
