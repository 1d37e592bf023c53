"""Apache Spark: a function for ``mapInArrow``, and functions for SQL."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any, Unpack

import pyarrow as pa

from onceper.contract.arrow import arrow_schema
from onceper.errors import ExtraError, WrongKindError, translate
from onceper.reader.options import BY_DEFAULT, Options
from onceper.tagging.batch import TagOptions, tagger
from onceper.tagging.column import KINDS, ColumnReader, type_of

with translate(ModuleNotFoundError, lambda _: ExtraError("spark")):
    from pyspark.sql.functions import arrow_udf  # type: ignore[attr-defined]
    from pyspark.sql.pandas.types import from_arrow_schema, from_arrow_type

if TYPE_CHECKING:
    from collections.abc import Callable
    from pathlib import Path

    from pyspark.sql import SparkSession

    from onceper.reader.options import Mode
    from onceper.tagging.batch import Tagger

_OTHERS = ("lang", "game", "name", "card_type")


SCHEMA = from_arrow_schema(arrow_schema())
"""The published schema of rows, as Spark has it."""


def tag(**options: Unpack[TagOptions]) -> Tagger:
    """Return the function that tags a data frame, by ``frame.mapInArrow(tag(lang="en"), SCHEMA)``.

    Options are those of ``onceper.tag_batch``. A text that cannot be read gives a row with ``error`` and fails no job.
    Every executor must have onceper; each of its worker processes loads the rules once.

    Raises:
        LanguageError: ``lang`` is not a language that onceper reads.
        GameError: ``game`` is no name of a game.
        PartsError: a part is none of the three.
        ModeError, ModelError: as ``onceper.read`` does.
    """
    # A wrong language or game is told here, and not by every executor.
    return tagger(**options)


def register(spark: SparkSession, *, classifier: Mode = BY_DEFAULT, model: Path | str | None = None) -> None:
    """Give a session's SQL ``onceper_limits``, ``onceper_non_effects``, ``onceper_effects`` and ``onceper_reading``.

    Each takes ``(text, lang, game, name, card_type)``, of which all but the text may be left out or named, as in
    ``onceper_limits(text, lang => 'en', name => name)``. The first three return an array of structs, or NULL for a text
    that cannot be read; ``onceper_reading`` returns a struct of all of them, with ``error``. A constant of SQL comes as
    a column of it, so that a wrong language for all texts is a LanguageWarning of the workers. ``classifier`` and
    ``model`` are those of ``onceper.read``.

    Raises:
        WrongKindError: this is no session of Spark.
        ModeError, ModelError: as ``onceper.read`` does.
    """
    options = Options.checked(classifier=classifier, model=model)
    if not hasattr(spark, "udf"):
        raise WrongKindError(
            spark,
            expected="a SparkSession",
            remedy="a connection of DuckDB is registered by onceper.register",
        )
    for kind in KINDS:
        spark.udf.register(
            f"onceper_{kind}", arrow_udf(_reading(ColumnReader(kind, options)), from_arrow_type(type_of(kind)))
        )


def _reading(read_in: ColumnReader) -> Callable[..., pa.Array[Any]]:
    # Spark tells what kind of function this is by the annotations.
    def read(text: pa.Array, *others: pa.Array, **named: pa.Array) -> pa.Array:  # type: ignore[type-arg]
        columns = dict(zip(_OTHERS, others, strict=False)) | named
        texts = pa.table({"text": text, **columns})
        return read_in(texts)

    return read
