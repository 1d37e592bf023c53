"""What hypothesis draws: any text, or one of pieces of print and of what only looks like print."""

from __future__ import annotations

import tomllib
from pathlib import Path

from hypothesis import strategies as st

_PIECES = tomllib.loads(Path(__file__).with_name("pieces.toml").read_text(encoding="utf-8"))["pieces"]
GLUED = st.lists(st.sampled_from(_PIECES), max_size=30).map("".join)
TEXTS = st.one_of(st.text(st.characters()), GLUED)
