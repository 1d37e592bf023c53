"""The figures that benchmarks have printed, kept for README."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

RESULTS = Path(__file__).with_name("results.json")


def kept() -> dict[str, dict[str, Any]]:
    """Return the figures of the last runs, by benchmark and by what it was run on."""
    figures: dict[str, dict[str, Any]] = json.loads(RESULTS.read_text(encoding="utf-8")) if RESULTS.exists() else {}
    return figures


def keep(benchmark: str, of: str, figures: dict[str, Any]) -> None:
    """Keep the figures of a run in place of those of the run before."""
    all_kept = kept()
    all_kept.setdefault(benchmark, {})[of] = figures
    written = json.dumps(all_kept, ensure_ascii=False, indent=1)
    RESULTS.write_text(written + "\n", encoding="utf-8", newline="\n")
