"""Apache Spark, in a session of its own on this machine: two tasks at a time, and batches of three rows."""

from __future__ import annotations

import os
import sys
from typing import TYPE_CHECKING, Any

import pyarrow as pa
import pyarrow.parquet as pq
import pytest

import onceper
import onceper.spark
from onceper.contract.arrow import arrow_schema, from_arrow
from onceper.files.formats import source_of
from onceper.lang.base import LanguageError
from onceper.resources import resource
from onceper.tagging.run import tag_file

if TYPE_CHECKING:
    from collections.abc import Iterator
    from pathlib import Path

    from pyspark.sql import SparkSession

BATCH_ROWS = 3
SOFT = "Once per turn: You can draw 1 card."


@pytest.fixture(scope="module")
def spark() -> Iterator[SparkSession]:
    with pytest.MonkeyPatch.context() as patch:
        # Else the workers are of whatever Python the path finds.
        patch.setenv("PYSPARK_PYTHON", sys.executable)
        patch.setenv("SPARK_LOCAL_IP", "127.0.0.1")
        from pyspark.sql import SparkSession  # noqa: PLC0415

        builder: Any = SparkSession.builder
        for key, value in {
            "spark.ui.enabled": "false",
            "spark.log.level": "ERROR",
            "spark.sql.shuffle.partitions": "2",
            "spark.sql.execution.arrow.maxRecordsPerBatch": str(BATCH_ROWS),
            # For so few rows, what compiles costs more than what is compiled saves.
            "spark.driver.extraJavaOptions": "-XX:TieredStopAtLevel=1 -XX:+UseSerialGC",
            "spark.sql.codegen.wholeStage": "false",
            "spark.sql.adaptive.enabled": "false",
        }.items():
            builder = builder.config(key, value)
        session = builder.master("local[2]").getOrCreate()
        yield session
        session.stop()


def test_rows_are_those_of_the_command_line(spark: SparkSession, tmp_path: Path) -> None:
    sample = resource("corpora/sample") / "cards.en.cdb"
    tag_file(sample, tmp_path / "tags.parquet")
    with source_of(sample) as source:
        told = ("id", "name", "game", "card_type", "text")
        cards = [{what: getattr(card, what) for what in told} for card in source.cards]
    pq.write_table(pa.Table.from_pylist(cards), tmp_path / "cards.parquet")

    frame = spark.read.parquet(str(tmp_path / "cards.parquet")).repartition(4)
    tagged = frame.mapInArrow(onceper.spark.tag(lang="en"), onceper.spark.SCHEMA)
    tagged.write.parquet(str(tmp_path / "of_spark"))
    written = pq.read_table(tmp_path / "of_spark").cast(arrow_schema())
    rows = sorted(from_arrow(written), key=lambda row: row.id)
    assert rows == sorted(from_arrow(pq.read_table(tmp_path / "tags.parquet")), key=lambda row: row.id)
    assert len(list((tmp_path / "of_spark").glob("*.parquet"))) > 1


def test_a_poisoned_row_fails_no_job(spark: SparkSession, card_table: pa.Table) -> None:
    frame = spark.createDataFrame(card_table).repartition(3)
    tagged: Any = frame.mapInArrow(onceper.spark.tag(), onceper.spark.SCHEMA).toArrow()
    rows = sorted(from_arrow(tagged.cast(arrow_schema())), key=lambda row: row.id)
    assert rows == sorted(from_arrow(onceper.tag(card_table)), key=lambda row: row.id)
    assert sum(row.error is not None for row in rows) == 3


def test_the_workers_ask_the_classifier(spark: SparkSession) -> None:
    frame = spark.createDataFrame(pa.table({"text": ['This effect of "Chapel of Rime" awakens only once per turn.']}))
    tag = onceper.spark.tag(lang="en", game="yugioh", classifier="on")
    (row,) = frame.mapInArrow(tag, onceper.spark.SCHEMA).collect()
    assert [limit.source for limit in row.limits] == ["classifier"]


def test_a_worker_keeps_the_rules_from_batch_to_batch(spark: SparkSession) -> None:
    tag = onceper.spark.tag(lang="en", game="yugioh")

    def counted(batches: Iterator[pa.RecordBatch]) -> Iterator[pa.RecordBatch]:
        # Of the worker's process, in which this runs.
        from onceper.reader.readers import reader_of  # noqa: PLC0415

        seen = set()
        for rows in tag(batches):
            seen.add(reader_of("en", "yugioh"))
            values = {"rows": rows.num_rows, "process": os.getpid(), "loaded": len(seen)}
            yield pa.RecordBatch.from_pylist([values])

    frame = spark.createDataFrame(pa.table({"text": [SOFT] * 4 * BATCH_ROWS})).coalesce(1)
    found = frame.mapInArrow(counted, "rows long, process long, loaded long").collect()
    assert [row["rows"] for row in found] == [BATCH_ROWS] * 4
    assert len({(row["process"], row["loaded"]) for row in found}) == 1


def test_functions_of_sql(spark: SparkSession, card_table: pa.Table) -> None:
    onceper.spark.register(spark)
    spark.createDataFrame(card_table).createOrReplaceTempView("cards")
    query = """
        SELECT id, onceper_limits(text, lang, 'yugioh', name) AS limits, onceper_effects(text, lang => lang) AS effects,
            onceper_non_effects(text) IS NULL AS unreadable, onceper_reading(text, lang).error AS error
        FROM cards ORDER BY id
    """
    rows = sorted(onceper.tag(card_table, game="yugioh").to_pylist(), key=lambda row: int(row["id"]))
    found = [row.asDict(recursive=True) for row in spark.sql(query).collect()]
    assert [row["limits"] for row in found] == [None if row["error"] else row["limits"] for row in rows]
    assert [row["error"] for row in found] == [row["error"] for row in rows]
    assert [row["effects"] is None for row in found] == [row["error"] is not None for row in rows]
    assert found[2]["unreadable"]
    typed = "SELECT onceper_effects('Both players wager 1 card.', 'en', card_type => 'Normal Trap')[0].kind AS kind"
    assert [row["kind"] for row in spark.sql(typed).collect()] == ["activated"]


def test_wrong_options_are_told_before_a_job_runs() -> None:
    with pytest.raises(LanguageError, match="unknown language 'nl'"):
        onceper.spark.tag(lang="nl")
