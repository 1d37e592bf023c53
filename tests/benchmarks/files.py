"""Tag the same texts from each kind of file on the command line, and print what a row costs from file to file.

All arms run in turn. Processor time is that of all threads, without the least that a file of ten rows takes in the same
arm, and is told in times the first arm of the same round too; rows a second are those on the clock, with the start.
"""

from __future__ import annotations

import csv
import json
import sqlite3
from argparse import ArgumentParser
from contextlib import closing
from pathlib import Path
from statistics import median
from tempfile import TemporaryDirectory
from typing import TYPE_CHECKING

from arguments import LANGUAGES
from results import keep
from tag_runs import tag
from texts import GAME, texts_of

if TYPE_CHECKING:
    from collections.abc import Callable, Sequence

    from tag_runs import Cost
    from texts import Card

    Write = Callable[[Path, Sequence[Card], str], object]

FEWEST = 10
ROUNDS = 3


def main() -> None:
    """Print what each kind of file costs in each language."""
    parser = ArgumentParser(description=__doc__)
    parser.add_argument("--lang", choices=LANGUAGES, action="append", help="may be repeated; default: all in turn")
    parser.add_argument("--rounds", type=int, default=ROUNDS, help=f"runs of each arm; default: {ROUNDS}")
    asked = parser.parse_args()
    for lang in asked.lang or LANGUAGES:
        what, cards = texts_of(lang)
        with TemporaryDirectory() as folder:
            figures = _figures(len(cards), _costs(Path(folder), cards, lang, asked.rounds))
        keep("files", lang, f"{len(cards):,} {what}", figures)


def _cdb(target: Path, cards: Sequence[Card], _: str) -> None:
    with closing(sqlite3.connect(target)) as database:
        database.execute("CREATE TABLE datas (id INTEGER PRIMARY KEY)")
        database.execute("CREATE TABLE texts (id INTEGER PRIMARY KEY, name TEXT, desc TEXT)")
        rows = [(number, name or "", text) for number, (text, name) in enumerate(cards)]
        database.executemany("INSERT INTO datas VALUES (?)", [row[:1] for row in rows])
        database.executemany("INSERT INTO texts VALUES (?, ?, ?)", rows)
        database.commit()


def _json_lines(target: Path, cards: Sequence[Card], lang: str | None) -> None:
    said = {"lang": lang, "game": GAME} if lang else {"game": GAME}
    rows = ({"id": number, "name": name, "text": text, **said} for number, (text, name) in enumerate(cards))
    target.write_text("".join(json.dumps(row, ensure_ascii=False) + "\n" for row in rows), encoding="utf-8")


def _json_lines_without_language(target: Path, cards: Sequence[Card], _: str) -> None:
    _json_lines(target, cards, None)


def _csv(target: Path, cards: Sequence[Card], lang: str) -> None:
    with target.open("w", encoding="utf-8", newline="") as file:
        table = csv.writer(file)
        table.writerow(["id", "name", "lang", "game", "text"])
        table.writerows([number, name, lang, GAME, text] for number, (text, name) in enumerate(cards))


ARMS: dict[str, tuple[Write, str, str]] = {
    "JSON Lines, Parquet": (_json_lines, ".jsonl", ".parquet"),
    "JSON Lines without language, Parquet": (_json_lines_without_language, ".jsonl", ".parquet"),
    "CSV, Parquet": (_csv, ".csv", ".parquet"),
    ".cdb, Parquet": (_cdb, ".cdb", ".parquet"),
    "JSON Lines, JSON Lines": (_json_lines, ".jsonl", ".jsonl"),
}


def _costs(folder: Path, cards: Sequence[Card], lang: str, rounds: int) -> dict[str, list[tuple[Cost, Cost]]]:
    """Return what each round took in each arm, for a few rows and for all."""
    costs: dict[str, list[tuple[Cost, Cost]]] = {arm: [] for arm in ARMS}
    sources: dict[str, list[Path]] = {}
    for number, (arm, (write, suffix, _)) in enumerate(ARMS.items()):
        sources[arm] = [folder / f"{number}-{size}{suffix}" for size in ("few", "all")]
        for source, part in zip(sources[arm], (cards[:FEWEST], cards), strict=True):
            write(source, part, lang)
    for _ in range(rounds):
        for arm, (few, whole) in sources.items():
            target = folder / f"tags{ARMS[arm][2]}"
            costs[arm].append((tag(few, target), tag(whole, target)))
    return costs


def _figures(rows: int, costs: dict[str, list[tuple[Cost, Cost]]]) -> dict[str, dict[str, float]]:
    """Return what each arm costs."""
    figures: dict[str, dict[str, float]] = {}
    first: list[float] = []
    for arm, runs in costs.items():
        start = min(few.processor for few, _ in runs)
        per_row = [(whole.processor - start) / rows * 1e6 for _, whole in runs]
        first = first or per_row
        figures[arm] = {
            "rows per second": rows / median(whole.clock for _, whole in runs),
            "processor us per row": median(per_row),
            "MB": median(whole.memory for _, whole in runs),
            "times the first": median(one / of_first for one, of_first in zip(per_row, first, strict=True)),
        }
    return figures


if __name__ == "__main__":
    main()
