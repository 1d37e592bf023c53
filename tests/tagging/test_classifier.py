"""Every way in asks the classifier when it is told to, and gives what ``onceper.read`` gives."""

from __future__ import annotations

import json
from typing import TYPE_CHECKING, Any

import polars as pl
import pyarrow as pa
import pytest
import spacy

import onceper
import onceper.polars
from onceper.classifier.about import ModelError
from onceper.reader.options import ModeError
from onceper.reader.read import ModelWarning
from onceper.resources import resource

if TYPE_CHECKING:
    from collections.abc import Callable
    from pathlib import Path

    from onceper.reader.options import Mode

TEXTS = [
    'You can only actvate 1 "Chapel of Rime" per turn.',
    "Draw 2 cards.",
    'You can only use this effect of "Ember Warden" once per turn.',
]
CARDS = {"id": ["1", "2", "3"], "text": TEXTS, "lang": ["en"] * 3, "game": ["yugioh"] * 3}
FOUND: dict[Mode, list[list[tuple[str, str]]]] = {
    "off": [[], [], [("hard", "rule")]],
    "auto": [[("hard", "classifier")], [], [("hard", "rule")]],
    "on": [[("hard", "classifier")], [], [("hard", "rule")]],
    "only": [[("hard", "classifier")], [], [("hard", "classifier")]],
}
Found = list[list[tuple[str, str]]]


def _of_lists(limits: list[list[dict[str, str]]]) -> Found:
    return [[(limit["kind"], limit["source"]) for limit in of_one] for of_one in limits]


def by_read_many(mode: Mode) -> Found:
    readings = onceper.read_many([(text, None) for text in TEXTS], lang="en", game="yugioh", classifier=mode)
    return [[(limit.kind, limit.source) for limit in reading.limits] for reading in readings]


def by_tag(mode: Mode) -> Found:
    return _of_lists(onceper.tag(pl.DataFrame(CARDS), classifier=mode)["limits"].to_list())


def by_tag_batch(mode: Mode) -> Found:
    limits: Any = onceper.tag_batch(pa.RecordBatch.from_pydict(CARDS), classifier=mode).column("limits").to_pylist()
    return _of_lists(limits)


def by_polars(mode: Mode) -> Found:
    limits = pl.col("text").onceper.limits(lang="en", game="yugioh", classifier=mode)  # type: ignore[attr-defined]
    return _of_lists(pl.DataFrame(CARDS).select(limits)["text"].to_list())


def by_spacy(mode: Mode) -> Found:
    nlp = spacy.blank("en")
    nlp.add_pipe("onceper", config={"game": "yugioh", "classifier": mode})
    return [[(x.kind, x.source) for x in doc._.card_reading.limits] for doc in nlp.pipe(TEXTS)]


@pytest.mark.parametrize("mode", FOUND)
@pytest.mark.parametrize("found_by", [by_read_many, by_tag, by_tag_batch, by_polars, by_spacy])
def test_every_way_in_asks_it(found_by: Callable[[Mode], Found], mode: Mode) -> None:
    assert found_by(mode) == FOUND[mode]


def test_tables_and_pipelines_warn_of_languages_without_a_model() -> None:
    german = {"text": ["Einmal pro Spielzug: Du kannst 1 Karte ziehen."], "lang": ["de"], "game": ["yugioh"]}
    with pytest.warns(ModelWarning, match="no model of 'de'"):
        (found,) = onceper.tag(pl.DataFrame(german), classifier="on")["limits"].to_list()
    nlp = spacy.blank("de")
    nlp.add_pipe("onceper", config={"game": "yugioh", "classifier": "on"})
    with pytest.warns(ModelWarning, match="no model of 'de'"):
        (limit,) = nlp(german["text"][0])._.card_reading.limits
    assert [limit.kind] == [one["kind"] for one in found] == ["soft"]


@pytest.mark.parametrize("name", ["tags.jsonl", None])
def test_files_ask_it(name: str | None, tmp_path: Path, capfdbinary: pytest.CaptureFixture[bytes]) -> None:
    cards = tmp_path / "cards.jsonl"
    cards.write_text("\n".join(json.dumps({"lang": "en", "game": "yugioh", "text": text}) for text in TEXTS))
    target = tmp_path / name if name else None
    onceper.tag_file(cards, target, classifier="on")
    lines = target.read_bytes() if target else capfdbinary.readouterr().out
    assert _of_lists([json.loads(line)["limits"] for line in lines.splitlines()]) == FOUND["on"]


def test_duckdb_asks_it() -> None:
    duckdb = pytest.importorskip("duckdb")
    connection = duckdb.connect()
    onceper.register(connection, classifier="auto")
    limits = f"onceper_limits('{TEXTS[0]}', lang := 'en', game := 'yugioh')"
    assert connection.sql(f"SELECT unnest({limits}).source").fetchall() == [("classifier",)]
    onceper.register(connection, classifier="off")
    assert connection.sql(f"SELECT unnest({limits}).source").fetchall() == []


def test_wrong_use_is_told_at_once() -> None:
    batch = pa.RecordBatch.from_pydict(CARDS)
    with pytest.raises(ModeError, match="one of off, auto, on, only"):
        onceper.tag_batches([batch], classifier="maybe")  # type: ignore[arg-type]
    with pytest.raises(ModeError, match="the classifier is off"):
        onceper.tag_batch(batch, classifier="off", model=resource("models") / "en.json")
    with pytest.raises(ModelError, match=r"none\.json: not a model: no such file; expected a .json with its .weights"):
        onceper.tag_batches([batch], classifier="on", model="none.json")
