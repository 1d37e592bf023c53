"""Each wrong call, of the program or of Python, says what is wrong and what was expected, and writes nothing."""

from __future__ import annotations

import json
import shlex
import sqlite3
import tomllib
from contextlib import closing
from pathlib import Path
from typing import TYPE_CHECKING, Any

import polars as pl
import pytest

import onceper as package
from onceper.errors import OnceperError

if TYPE_CHECKING:
    from tests.cli.conftest import Onceper

CALLS = tomllib.loads(Path(__file__).with_name("wrong_calls.toml").read_text(encoding="utf-8"))
_EN, _JA = "Once per turn: You can draw 1 card.", "１ターンに１度、発動できる。自分は１枚ドローする。"
CARDS = [
    {"id": 1, "name": "Ember Warden", "lang": "en", "game": "yugioh", "text": _EN},
    {"id": 2, "name": "Tide Caller", "lang": "en", "game": "yugioh", "text": "Draw 1 card."},
]
TAGS = {
    "tags": CARDS,
    "others": [{"id": 7, "lang": "en", "text": "Draw 1 card."}],
    "both": [{**CARDS[0], "name": None, "lang": lang, "text": text} for lang, text in (("en", _EN), ("ja", _JA))],
}


@pytest.fixture(scope="module")
def files(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """Write the files that calls name."""
    folder = tmp_path_factory.mktemp("calls")
    for name, cards in TAGS.items():
        (folder / "cards.jsonl").write_text("".join(json.dumps(card) + "\n" for card in cards), encoding="utf-8")
        package.tag_file(folder / "cards.jsonl", folder / f"{name}.jsonl", quiet=True)
    (folder / "cards.jsonl").write_text("".join(json.dumps(card) + "\n" for card in CARDS), encoding="utf-8")
    (folder / "log.jsonl").write_text('{"type": "turn_ended", "next_player": "B"}\n', encoding="utf-8")
    (folder / "notes.txt").write_text("no cards", encoding="utf-8")
    (folder / "damaged.parquet").write_bytes(b"PAR1nothing")
    for lang, text in (("en", _EN), ("ja", _JA)):
        with closing(sqlite3.connect(folder / f"cards.{lang}.cdb")) as connection, connection:
            connection.executescript("CREATE TABLE texts (id, name, desc); CREATE TABLE datas (id)")
            connection.execute("INSERT INTO texts VALUES (1, NULL, ?)", [text])
    for name in ("empty", "folder.parquet"):
        (folder / name).mkdir()
    return folder


@pytest.mark.parametrize("call", CALLS["program"], ids=lambda call: call["says"])
def test_a_wrong_call_of_the_program(
    onceper: Onceper, files: Path, monkeypatch: pytest.MonkeyPatch, call: dict[str, Any]
) -> None:
    monkeypatch.chdir(files)
    before = {path: path.is_file() and path.read_bytes() for path in files.rglob("*")}
    code, out, err = onceper(*shlex.split(call["says"]))
    usage, error, rest = err.partition("Error: ")
    assert (code, out, f"{error}{rest}".strip() if error else err.strip()) == (call["code"], "", call["error"])
    assert not error or ("Usage: " in usage and "--help" in usage)
    assert {path: path.is_file() and path.read_bytes() for path in files.rglob("*")} == before


@pytest.mark.parametrize("call", CALLS["python"], ids=lambda call: call["says"])
def test_a_wrong_call_of_python(files: Path, monkeypatch: pytest.MonkeyPatch, call: dict[str, str]) -> None:
    monkeypatch.chdir(files)
    before = {*files.rglob("*")}
    with pytest.raises(OnceperError) as raised:
        eval(call["says"], {"onceper": package, "polars": pl})  # noqa: S307  calls of ours
    assert (type(raised.value).__name__, str(raised.value)) == (
        call["raises"],
        call["error"].replace("{folder}", str(files)),
    )
    assert {*files.rglob("*")} == before
