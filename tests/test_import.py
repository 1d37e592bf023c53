"""Importing the package is cheap, and its public names are there when they are asked for."""

import subprocess
import sys
import tomllib
from pathlib import Path

import pyarrow as pa
import pyarrow.parquet as pq
import pytest

import onceper

ROOT = Path(__file__).resolve().parents[1]
HEAVY = {"spacy", "pyarrow", "polars", "numpy", "sklearn", "fugashi", "click", "rich", "pandas", "duckdb", "pyspark"}


def test_import_loads_nothing_heavy() -> None:
    script = f"import sys, onceper; dir(onceper); print(*({HEAVY!r} & sys.modules.keys()))"
    done = subprocess.run([sys.executable, "-c", script], capture_output=True, text=True, check=True)
    assert done.stdout.split() == []


def test_json_lines_are_tagged_without_what_other_formats_need(tmp_path: Path) -> None:
    cards = tmp_path / "cards.jsonl"
    cards.write_text('{"id": 1, "text": "Once per turn: Draw 1 card.", "lang": "en"}\n', encoding="utf-8")
    tag = f"import sys, onceper; onceper.tag_file({str(cards)!r}, {str(tmp_path / 'rows.jsonl')!r})"
    script = f"{tag}; print(*({HEAVY - {'fugashi', 'rich'}!r} & sys.modules.keys()))"
    done = subprocess.run([sys.executable, "-c", script], capture_output=True, text=True, check=True)
    assert done.stdout.split() == []


def test_parquet_is_tagged_without_pandas(tmp_path: Path) -> None:
    texts = [f"Once per turn: Draw {number % 2} cards." for number in range(9)]
    pq.write_table(pa.table({"id": range(9), "text": texts, "lang": ["en"] * 9}), tmp_path / "cards.parquet")
    tag = f"onceper.tag_file({str(tmp_path / 'cards.parquet')!r}, {str(tmp_path / 'rows.parquet')!r})"
    script = f"import sys, onceper; {tag}; print('pandas' in sys.modules)"
    done = subprocess.run([sys.executable, "-c", script], capture_output=True, text=True, check=True)
    assert done.stdout == "False\n"


def test_frames_of_polars_are_tagged_without_pandas() -> None:
    script = """
import sys, polars as pl, onceper, onceper.polars
cards = pl.DataFrame({"id": ["1", None], "text": ["Once per turn: Draw 1 card.", None], "lang": ["en", "xx"]})
tagged = onceper.tag(cards), onceper.tag(cards.drop("id"))
read = cards.select(onceper.polars.limits("text", lang=pl.col("lang")))
print(*(frame["id"].to_list() for frame in tagged), read["text"].is_null().to_list(), "pandas" in sys.modules)
"""
    done = subprocess.run([sys.executable, "-c", script], capture_output=True, text=True, check=True)
    assert done.stdout == "['1', ''] ['', ''] [False, True] False\n"


def test_damaged_print_is_read_without_numpy() -> None:
    script = (
        "import sys; from onceper import read;"
        " found = read('0nce per tum: You can drow 1.', lang='en', classifier='auto');"
        " print(found.limits[0].source, 'numpy' in sys.modules)"
    )
    done = subprocess.run([sys.executable, "-c", script], capture_output=True, text=True, check=True)
    assert done.stdout.split() == ["classifier", "False"]


@pytest.mark.parametrize("name", onceper.__all__)
def test_a_public_name_is_there(name: str) -> None:
    assert getattr(onceper, name) is getattr(onceper, name)
    assert name in dir(onceper)


def test_public_names_are_listed() -> None:
    assert {"read", "read_many", "Evaluator", "Limit", "CardReading", "SCHEMA_VERSION"} <= set(onceper.__all__)
    assert {*onceper.__all__, "__version__"} <= set(dir(onceper))
    assert dir(onceper) == sorted(set(dir(onceper)))


@pytest.mark.parametrize("name", ["nothing", "Read", "_home", ""])
def test_an_unknown_name_is_refused(name: str) -> None:
    with pytest.raises(AttributeError, match=f"module 'onceper' has no attribute '{name}'"):
        getattr(onceper, name)
    assert not hasattr(onceper, name)


def test_the_version_is_that_of_the_project() -> None:
    project = tomllib.loads((ROOT / "pyproject.toml").read_text(encoding="utf-8"))["project"]
    assert onceper.__version__ == project["version"]


def test_a_star_import_takes_over_the_public_names() -> None:
    taken: dict[str, object] = {}
    exec("from onceper import *", taken)  # noqa: S102
    assert taken.keys() - {"__builtins__"} == set(onceper.__all__)
