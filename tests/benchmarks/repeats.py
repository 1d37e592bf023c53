"""Time what a row costs in tables that repeat their texts, the arms in turn: 200,000 rows of 2,000 texts.

Counted is the time of the processor, of all threads, where each text was read before: what reading it anew costs is
said by ``bench.py``. All arms give the same rows; the last makes the texts distinct itself and joins what was read.
"""

from __future__ import annotations

from itertools import chain, islice, repeat
from pathlib import Path
from random import Random
from statistics import median
from tempfile import TemporaryDirectory
from typing import TYPE_CHECKING

import duckdb
import polars as pl
import pyarrow as pa
import pyarrow.parquet as pq
from arguments import languages
from results import in_turn, keep
from texts import GAME, texts_of

import onceper
import onceper.polars

if TYPE_CHECKING:
    from collections.abc import Callable

ROWS = 200_000
TEXTS = 2_000
ROUNDS = 3


def main() -> None:
    """Run all arms in turn and print a table."""
    for lang in languages(__doc__, ("en",)):
        what, cards = texts_of(lang)
        chosen = list(islice(chain.from_iterable(repeat(sorted(set(cards)))), TEXTS))
        rows = Random(1).choices(chosen, k=ROWS)  # noqa: S311  a sample
        table = pa.table(
            {
                "id": [str(number) for number in range(ROWS)],
                "name": [name for _, name in rows],
                "text": [text for text, _ in rows],
                "lang": [lang] * ROWS,
                "game": [GAME] * ROWS,
            }
        )
        with TemporaryDirectory() as folder:
            pq.write_table(table, Path(folder) / "cards.parquet")
            arms = _arms(table, Path(folder))
            onceper.tag(table)
            seconds = in_turn(arms, ROUNDS)
        figures = {arm: {"µs a row": median(took) / ROWS * 1e6} for arm, took in seconds.items()}
        keep("repeats", lang, f"{ROWS:,} rows of {len(set(chosen)):,} of {what}", figures)


def _arms(table: pa.Table, folder: Path) -> dict[str, Callable[[], object]]:
    frame = pl.DataFrame(table)

    def relation() -> object:
        with duckdb.connect() as connection:
            return onceper.tag(connection.from_arrow(table))

    def function() -> None:
        with duckdb.connect() as connection:
            onceper.register(connection)
            connection.register("cards", table)
            connection.execute("CREATE TABLE limits AS SELECT onceper_limits(text, lang, game, name) FROM cards")

    def distinct() -> pl.DataFrame:
        texts = frame.select("name", "text", "lang", "game").unique().with_row_index("id")
        numbered = frame.join(texts.rename({"id": "number"}), on=["name", "text", "lang", "game"], nulls_equal=True)
        return numbered.join(onceper.tag(texts), left_on=pl.col("number").cast(pl.String), right_on="id")

    return {
        "tag, Polars DataFrame": lambda: onceper.tag(frame),
        "tag, DuckDB relation": relation,
        "DuckDB function, onceper_limits": function,
        "onceper tag, Parquet to Parquet": lambda: onceper.tag_file(
            folder / "cards.parquet", folder / "tags.parquet", quiet=True
        ),
        "Polars: unique, tag, join": distinct,
    }


if __name__ == "__main__":
    main()
