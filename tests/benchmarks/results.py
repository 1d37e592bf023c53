"""How long arms take that run in turn; the figures of benchmarks, printed and kept for the pages that tell them."""

from __future__ import annotations

import gc
import json
from pathlib import Path
from time import process_time
from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from collections.abc import Callable, Iterable, Iterator, Mapping

RESULTS = Path(__file__).with_name("results.json")


def timed(run: Callable[..., object], *arguments: object, timer: Callable[[], float] = process_time) -> float:
    """Return the seconds that a run takes: of the processor, unless another clock is given."""
    gc.collect()
    # The collector looks through all that lives, and most of that is the other arms'.
    gc.freeze()
    start = timer()
    run(*arguments)
    seconds = timer() - start
    gc.unfreeze()
    return seconds


def in_turn(arms: Mapping[str, Callable[[], object]], rounds: int) -> dict[str, list[float]]:
    """Return the seconds of the processor that each arm took in each round."""
    seconds: dict[str, list[float]] = {arm: [] for arm in arms}
    for _ in range(rounds):
        for arm, run in arms.items():
            seconds[arm].append(timed(run))
    return seconds


def kept() -> dict[str, dict[str, Any]]:
    """Return the figures of the last runs, by benchmark and by what it was run on."""
    figures: dict[str, dict[str, Any]] = json.loads(RESULTS.read_text(encoding="utf-8"))
    return figures


def keep(benchmark: str, of: str, what: str, arms: Mapping[str, Mapping[str, float]]) -> None:
    """Print a line of figures for each arm, and keep them in place of those of the run before."""
    print(what)
    for arm, figures in arms.items():
        print(f"  {arm:<50}{', '.join(f'{figure:,.2f} {column}' for column, figure in figures.items())}")
    print(flush=True)
    all_kept = kept()
    all_kept.setdefault(benchmark, {})[of] = {"what": what, "arms": arms}
    written = json.dumps(all_kept, ensure_ascii=False, indent=1)
    RESULTS.write_text(written + "\n", encoding="utf-8", newline="\n")


def table(heads: Iterable[str], rows: Iterable[Iterable[str]]) -> Iterator[str]:
    """Yield the lines of a table in Markdown, with numbers behind its first column."""
    heads = list(heads)
    for cells in (heads, ["---", *["---:"] * (len(heads) - 1)], *rows):
        yield f"| {' | '.join(cells)} |"
