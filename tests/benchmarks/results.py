"""The figures of benchmarks: printed, and kept for the pages that tell them."""

from __future__ import annotations

import json
from pathlib import Path
from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from collections.abc import Mapping

RESULTS = Path(__file__).with_name("results.json")


def kept() -> dict[str, dict[str, Any]]:
    """Return the figures of the last runs, by benchmark and by what it was run on."""
    figures: dict[str, dict[str, Any]] = json.loads(RESULTS.read_text(encoding="utf-8"))
    return figures


def keep(benchmark: str, of: str, what: str, arms: Mapping[str, Mapping[str, float]]) -> None:
    """Print a line of figures for each arm, and keep them in place of those of the run before."""
    columns = list(next(iter(arms.values())))
    print(f"{what:<50}{''.join(f'{column:>24}' for column in columns)}")
    for arm, figures in arms.items():
        print(
            f"{arm:<50}{''.join(f'{figures[column]:>24,.2f}' if column in figures else ' ' * 24 for column in columns)}"
        )
    print(flush=True)
    all_kept = kept()
    all_kept.setdefault(benchmark, {})[of] = {"what": what, "arms": arms}
    written = json.dumps(all_kept, ensure_ascii=False, indent=1)
    RESULTS.write_text(written + "\n", encoding="utf-8", newline="\n")
