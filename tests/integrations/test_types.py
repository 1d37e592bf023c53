"""Checkers of types know what ``onceper.tag`` and the functions of Polars give; mypy checks this file."""

from __future__ import annotations

import sys
from typing import TYPE_CHECKING, assert_type

import duckdb
import pandas as pd
import polars as pl
import pyarrow as pa
import pytest

import onceper
import onceper.polars
from onceper.errors import WrongKindError

if TYPE_CHECKING:
    from pathlib import Path

TEXTS = {"text": ["Once per turn: You can draw 1 card."]}


def test_each_kind_of_table_gives_its_own() -> None:
    assert_type(onceper.tag(pl.DataFrame(TEXTS), lang="en"), pl.DataFrame)
    assert_type(onceper.tag(pl.LazyFrame(TEXTS), lang="en"), pl.LazyFrame)
    assert_type(onceper.tag(pd.DataFrame(TEXTS), lang="en"), pd.DataFrame)
    assert_type(onceper.tag(duckdb.from_arrow(pa.table(TEXTS)), lang="en"), duckdb.DuckDBPyRelation)
    assert_type(onceper.tag(pa.table(TEXTS), lang="en"), pa.Table)
    assert_type(onceper.tag(pa.RecordBatch.from_pydict(TEXTS), lang="en"), pa.RecordBatch)
    assert_type(onceper.tag(pa.table(TEXTS).to_reader(), lang="en"), pa.RecordBatchReader)


def test_functions_of_polars() -> None:
    shown = pl.DataFrame(TEXTS).select(
        assert_type(onceper.polars.limits("text", lang="en"), pl.Expr).alias("limits"),
        onceper.polars.effects(pl.col("text"), lang="en").alias("effects"),
        onceper.polars.non_effects("text", lang=pl.lit("en")).alias("non_effects"),
        onceper.polars.reading("text").struct["lang"],
    )
    assert [len(cell) for cell in shown.row(0)[:3]] == [1, 1, 0]
    with pytest.raises(WrongKindError, match=r"the text is a polars\.series\.series\.Series; expected an expression"):
        onceper.polars.limits(pl.Series(["Draw."]))  # type: ignore[arg-type]
    with pytest.raises(WrongKindError, match=r"the lang is a builtins\.int; expected an expression, such as"):
        onceper.polars.limits("text", lang=5)  # type: ignore[arg-type]


# A frame of Polars as a checker sees it, whose time for all of Polars is not worth it here.
ALONE = """
from onceper.integrations.tag import tag
class Frame:
    def collect_schema(self) -> dict[str, str]: ...
reveal_type(tag(Frame(), lang="en"))
"""
WITHOUT = """
[mypy]
strict = True
[mypy-polars.*,pandas.*,duckdb.*,pyarrow.*,onceper.*]
follow_imports = skip
[mypy-onceper.integrations.tag]
follow_imports = silent
"""


@pytest.mark.whole
def test_the_other_libraries_need_not_be_known(tmp_path: Path) -> None:
    from mypy import api  # noqa: PLC0415

    (tmp_path / "alone.py").write_text(ALONE)
    (tmp_path / "mypy.ini").write_text(WITHOUT)
    options = ("--config-file", str(tmp_path / "mypy.ini"), "--cache-dir", str(tmp_path / "cache"))
    out, _, _ = api.run([*options, "--python-executable", sys.executable, str(tmp_path / "alone.py")])
    assert 'Revealed type is "alone.Frame"' in out, out
