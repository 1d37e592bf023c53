"""The namespace that Polars expressions get."""

from __future__ import annotations

import subprocess
import sys
from typing import TYPE_CHECKING, Any

import polars as pl
import pytest
from tests.bundled import KNOWN

import onceper
import onceper.polars

if TYPE_CHECKING:
    import pyarrow as pa

SOFT = "Once per turn: You can draw 1 card."


def _read(kind: str, **options: Any) -> pl.Expr:
    expression: pl.Expr = getattr(pl.col("text").onceper, kind)(**options)  # type: ignore[attr-defined]
    return expression


@pytest.fixture
def cards(card_table: pa.Table) -> pl.DataFrame:
    return pl.DataFrame(card_table)


@pytest.mark.parametrize("kind", ["limits", "non_effects", "effects"])
def test_an_expression_gives_what_tag_gives(cards: pl.DataFrame, kind: str) -> None:
    rows = onceper.tag(cards, game="yugioh")
    expected = rows.select(pl.when(pl.col("error").is_null()).then(kind).alias("text"))
    options = {"lang": pl.col("lang"), "game": "yugioh", "name": pl.col("name")}
    read = cards.select(_read(kind, **options))
    assert read.equals(expected)
    assert cards.lazy().select(_read(kind, **options)).collect(engine="streaming").equals(expected)
    assert read.schema == cards.lazy().select(_read(kind, **options)).collect_schema()


def test_a_reading_tells_why_a_text_cannot_be_read(cards: pl.DataFrame) -> None:
    rows = onceper.tag(cards)
    read = cards.select(_read("reading", lang=pl.col("lang"), name=pl.col("name"))).unnest("text")
    assert read.columns == ["lang", "game", "limits", "non_effects", "effects", "unread", "error"]
    assert read.equals(rows.select(read.columns))


def test_language_and_game_in_any_spelling() -> None:
    frame = pl.DataFrame({"text": ["１ターンに１度、カードを引く。"], "lang": "JA_jp", "game": "デュエマ"})
    told = {"lang": pl.col("lang"), "game": pl.col("game")}
    for given in (told, {"lang": "ja-JP", "game": "DM"}):
        read = frame.select(_read("reading", **given)).unnest("text")
        assert read.select("lang", "game").row(0) == ("ja", "duelmasters")


@pytest.mark.parametrize("kind", ["limits", "non_effects", "effects", "reading"])
@pytest.mark.parametrize("given", [{"lang": "english"}, {"lang": "xx"}, {"lang": ""}, {"game": ""}])
def test_a_wrong_constant_is_told_at_once(kind: str, given: dict[str, str]) -> None:
    with pytest.raises(onceper.OnceperError, match=r"unknown language|no game is called"):
        _read(kind, **given)


def test_a_wrong_value_in_a_column_is_the_error_of_its_row() -> None:
    frame = pl.DataFrame({"text": ["Once per turn: Draw 1 card."] * 2, "lang": ["english", "EN"]})
    assert frame.select(_read("limits", lang=pl.col("lang")).list.len()).to_series().to_list() == [None, 1]
    errors = frame.select(_read("reading", lang=pl.col("lang")).struct.field("error")).to_series().to_list()
    assert errors == [f"unknown language 'english', perhaps 'en'; expected one of {KNOWN}", None]


def test_the_type_of_the_cards() -> None:
    frame = pl.DataFrame({"text": ["Both players wager 1 card."] * 2, "sort": ["Trap / Normal", None]})
    for told, kinds in ((pl.col("sort"), ["activated", "unknown"]), ("Continuous Spell", ["continuous"] * 2)):
        read = frame.select(_read("effects", lang="en", game="yugioh", card_type=told)).to_series()
        assert read.list.first().struct.field("kind").to_list() == kinds


def test_other_columns_stay_and_the_name_is_kept(cards: pl.DataFrame) -> None:
    read = cards.with_columns(limits=_read("limits", lang="en"))
    assert read.columns == [*cards.columns, "limits"]
    assert cards.select(_read("limits", lang="en")).columns == ["text"]


def test_an_expression_in_a_group_and_over_no_rows(cards: pl.DataFrame) -> None:
    counts = cards.group_by("name", maintain_order=True).agg(_read("limits", lang="en").list.len().sum())
    assert dict(counts.iter_rows())["Ember Warden"] == 2
    assert cards.clear().select(_read("limits")).height == 0


def test_a_column_that_holds_no_strings_is_told() -> None:
    with pytest.raises((onceper.OnceperError, pl.exceptions.ComputeError), match="column 'text' is of type int64"):
        pl.DataFrame({"text": [1]}).select(_read("limits"))


def test_without_polars_the_extra_is_named() -> None:
    script = "import sys; sys.modules['polars'] = None; import onceper.polars"
    done = subprocess.run([sys.executable, "-c", script], capture_output=True, text=True, check=False)
    assert "the package polars is not installed; expected the extra polars" in done.stderr
    assert "remedy: pip install 'onceper[polars]'" in done.stderr
