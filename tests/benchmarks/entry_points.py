"""Compare every way into onceper with the core, ``tag_batch``, the arms in turn, in times what the core takes.

Counted is the time of the processor, of all threads, as in ``bench.py``; for Spark, whose workers are other processes,
the time on the clock, and warm only. Cold is a reader that has read one text; loading the rules is no arm's.
"""

from __future__ import annotations

import os
import sys
import warnings
from statistics import median
from time import perf_counter, process_time
from typing import TYPE_CHECKING, Any

import duckdb
import polars as pl
import pyarrow as pa
import spacy
from arguments import languages
from results import keep, timed
from texts import GAME, texts_of

import onceper
import onceper.polars
import onceper.spark
from onceper.reader import readers

if TYPE_CHECKING:
    from collections.abc import Callable, Mapping, Sequence

    from texts import Card

    Arms = Mapping[str, Callable[[], object]]
    Seconds = dict[tuple[str, str], list[float]]

ROUNDS = 5
CORE = "tag_batch"


def main() -> None:
    """Run all arms of each language in turn and print a table."""
    for lang in languages(__doc__, ("en", "ja")):
        what, cards = texts_of(lang)
        arms = _in_times_the_core(_seconds(lang, _arms(lang, cards), process_time, ("cold", "warm")))
        clocked = _in_times_the_core(_seconds(lang, _clocked(lang, cards), perf_counter, ("warm",)))
        keep("entry points", lang, f"{len(cards):,} {what}", arms | clocked)


def _arms(lang: str, cards: list[Card]) -> Arms:
    table = _table(cards)
    batch = table.to_batches()[0]
    frame, pandas = pl.DataFrame(table), table.to_pandas()
    said: dict[str, Any] = {"lang": lang, "game": GAME}
    connection = duckdb.connect()
    onceper.register(connection)
    connection.from_arrow(table).create("cards")
    nlp = spacy.blank("xx")
    nlp.add_pipe("onceper", config=said)
    bare = spacy.blank("xx")
    docs = [(text, {"name": name}) for text, name in cards]

    def expression(kind: str) -> pl.Expr:
        return getattr(pl.col("text").onceper, kind)(**said, name=pl.col("name"))  # type: ignore[attr-defined,no-any-return]

    def sql(kind: str) -> pa.Table:
        query = f"SELECT onceper_{kind}(text, '{lang}', '{GAME}', name) FROM cards"  # noqa: S608
        found: pa.Table = connection.sql(query).to_arrow_table()
        return found

    return {
        CORE: lambda: onceper.tag_batch(batch, **said),
        "read_many": lambda: list(onceper.read_many(cards, **said)),
        "tag, pyarrow Table": lambda: onceper.tag(table, **said),
        "tag, pyarrow RecordBatchReader": lambda: onceper.tag(table.to_reader(1_000), **said).read_all(),
        "tag, Polars DataFrame": lambda: onceper.tag(frame, **said),
        "tag, Polars LazyFrame": lambda: onceper.tag(frame.lazy(), **said).collect(),
        "tag, Polars LazyFrame, streaming": lambda: onceper.tag(frame.lazy(), **said).collect(engine="streaming"),
        "tag, pandas DataFrame": lambda: onceper.tag(pandas, **said),
        "tag, DuckDB relation": lambda: onceper.tag(connection.table("cards"), **said).to_arrow_table(),
        "Polars expression, reading": lambda: frame.select(expression("reading")),
        "DuckDB function, onceper_reading": lambda: sql("reading"),
        "tag_batch, limits only": lambda: onceper.tag_batch(batch, **said, parts=["limits"]),
        "Polars expression, limits": lambda: frame.select(expression("limits")),
        "DuckDB function, onceper_limits": lambda: sql("limits"),
        "spaCy, nlp.pipe": lambda: list(nlp.pipe(docs, as_tuples=True)),
        "spaCy, nlp.pipe without the component": lambda: list(bare.pipe(docs, as_tuples=True)),
    }


def _clocked(lang: str, cards: list[Card]) -> Arms:
    # Workers run the Python that PATH finds, unless it is named.
    os.environ["PYSPARK_PYTHON"] = sys.executable
    from pyspark.sql import SparkSession  # noqa: PLC0415

    # Of pandas 3, of which nothing is used here.
    warnings.filterwarnings("ignore", "PySpark does not yet fully support pandas", FutureWarning)
    builder: Any = SparkSession.builder
    spark: SparkSession = builder.master("local[1]").config("spark.ui.enabled", "false").getOrCreate()
    table = _table(cards)
    batch = table.to_batches()[0]
    frame = spark.createDataFrame(table).cache()
    tag = onceper.spark.tag(lang=lang, game=GAME)

    def run() -> None:
        frame.mapInArrow(tag, onceper.spark.SCHEMA).write.format("noop").mode("overwrite").save()

    run()
    return {
        f"{CORE}, on the clock": lambda: onceper.tag_batch(batch, lang=lang, game=GAME),
        "Spark, local[1], mapInArrow, on the clock": run,
    }


def _table(cards: list[Card]) -> pa.Table:
    texts, names = zip(*cards, strict=True)
    return pa.table({"text": texts, "name": names})


def _seconds(lang: str, arms: Arms, timer: Callable[[], float], states: Sequence[str]) -> Seconds:
    """Return how long each arm took in each round, in each state."""
    seconds: Seconds = {}
    for _ in range(ROUNDS):
        for arm, run in arms.items():
            for state in states:
                if state == "cold":
                    _forget(lang)
                seconds.setdefault((arm, state), []).append(timed(run, timer=timer))
    return seconds


def _forget(lang: str) -> None:
    """Let the next text be read by a reader that remembers none."""
    readers._readers_of.cache_clear()
    onceper.read("", lang=lang, game=GAME)


def _in_times_the_core(seconds: Seconds) -> dict[str, dict[str, float]]:
    """Return what each arm took in each state, in times the first."""
    core, _ = next(iter(seconds))
    ratios: dict[str, dict[str, float]] = {}
    for (arm, state), times in seconds.items():
        of_core = zip(times, seconds[core, state], strict=True)
        ratios.setdefault(arm, {})[state] = median(a / b for a, b in of_core)
    return ratios


if __name__ == "__main__":
    main()
