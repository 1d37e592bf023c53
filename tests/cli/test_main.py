"""The program as a whole: help, version, exit codes, starting up."""

from __future__ import annotations

import json
import os
import signal
import subprocess
import sys
from typing import TYPE_CHECKING

import pytest

from onceper import __version__
from onceper.cli.main import which_build
from onceper.tagging.run import tag_file

if TYPE_CHECKING:
    from pathlib import Path

    from tests.cli.conftest import Onceper

HELP = "from onceper.cli.main import main; import sys; sys.argv = ['onceper', '--help']; main()"
MAIN = "from onceper.cli.main import main; main()"
# Says when it has read its first text, and waits there for the signal, however fast it is.
STOPS_AFTER_A_TEXT = """
import time
from onceper.cli.start import start
from onceper.tagging import rows

def wait(*_, **__):
    print("read", flush=True)
    # A signal that comes just before a sleep begins is heard when that ends.
    while True:
        time.sleep(0.05)

rows.read_text = wait
start()
"""


@pytest.mark.parametrize(
    "command", ["explain", "tag -o again.jsonl", "report -o page.html", "compare --languages en,ja", "audit"]
)
def test_a_file_may_be_called_as_standard_input_is(
    onceper: Onceper, tmp_path: Path, monkeypatch: pytest.MonkeyPatch, command: str
) -> None:
    monkeypatch.chdir(tmp_path)
    texts = {"en": "Once per turn: You can draw 1 card.", "ja": "１ターンに１度発動できる。１枚ドローする。"}
    cards = "".join(json.dumps({"id": "7", "lang": lang, "text": text}) + "\n" for lang, text in texts.items())
    (tmp_path / "cards.jsonl").write_text(cards, encoding="utf-8")
    tag_file(tmp_path / "cards.jsonl", tmp_path / "tags.jsonl", with_text=True)
    (tmp_path / "tags.jsonl").rename(tmp_path / "-")
    # A closed one is an error where it is asked.
    monkeypatch.setattr("sys.stdin", None)
    name, *options = command.split()
    assert onceper(name, "./-", *options).code == 0


def test_help_and_version(onceper: Onceper) -> None:
    code, out, _ = onceper("--help")
    assert code == 0
    commands = ("tag", "explain", "mark", "rules", "play", "report", "compare", "audit", "train")
    assert [word for word in (*commands, "Exit codes: 0 done;") if word not in out] == []
    for command in commands:
        code, told, _ = onceper(command, "--help")
        assert (code, f"onceper {command}" in told, onceper(command, "-h").out) == (0, True, told)
    assert "explain" in "".join(onceper()[1:])
    assert "onceper tag [OPTIONS] INPUT...\n" in onceper("tag").err
    assert onceper("--version") == (0, f"onceper {__version__} ({which_build()})\n", "")


def test_output_that_is_not_utf8_shows_escapes() -> None:
    command = [sys.executable, "-c", MAIN, "explain", "Once per turn: You can draw 1 card."]
    ended = subprocess.run(
        command, env=os.environ | {"PYTHONIOENCODING": "ascii"}, check=True, capture_output=True, text=True
    )
    assert "turn[\\u25cba]" in ended.stdout


def test_help_loads_nothing_heavy() -> None:
    code = f"import atexit, sys; atexit.register(lambda: print(*sys.modules, file=sys.stderr)); {HELP}"
    ended = subprocess.run([sys.executable, "-c", code], check=True, capture_output=True, text=True)
    heavy = {"spacy", "pyarrow", "polars", "numpy", "sklearn", "rich.console", "fugashi", "sqlite3"}
    assert not heavy & set(ended.stderr.split())


@pytest.mark.skipif(os.name == "nt", reason="Windows has no such signals")
@pytest.mark.parametrize(
    ("name", "number", "code"),
    [
        ("tags.jsonl", signal.SIGINT, 130),
        ("tags.jsonl", signal.SIGTERM, 143),
        ("tags.parquet", signal.SIGINT, 130),
        ("tags.db", signal.SIGTERM, 143),
    ],
)
def test_a_stopped_run_leaves_what_was_there(tmp_path: Path, number: int, code: int, name: str) -> None:
    cards = tmp_path / "cards.jsonl"
    cards.write_text(json.dumps({"lang": "en", "text": "Once per turn: You can draw 1 card."}))
    (tmp_path / name).write_text("before")
    arguments = ["tag", str(cards), "-o", str(tmp_path / name)]
    with subprocess.Popen(
        [sys.executable, "-c", STOPS_AFTER_A_TEXT, *arguments], stdout=subprocess.PIPE, stderr=subprocess.PIPE
    ) as run:
        assert run.stdout
        assert run.stdout.readline().rstrip() == b"read"
        run.send_signal(number)
        _, err = run.communicate(timeout=60)
    assert run.returncode == code
    assert err.decode().splitlines()[-1] == "onceper: stopped"
    assert set(tmp_path.iterdir()) == {cards, tmp_path / name}
    assert (tmp_path / name).read_text() == "before"
    subprocess.run([sys.executable, "-c", MAIN, *arguments], check=True)
    assert set(tmp_path.iterdir()) == {cards, tmp_path / name}


def test_reader_of_the_output_that_stops_early_is_no_accident(tmp_path: Path) -> None:
    cards = tmp_path / "cards.jsonl"
    row = json.dumps({"lang": "en", "text": "Once per turn: You can draw 1 card."})
    cards.write_text(f"{row}\n" * 2_000, encoding="utf-8")
    command = [sys.executable, "-c", MAIN, "tag", str(cards)]
    with subprocess.Popen(command, stdout=subprocess.PIPE, stderr=subprocess.PIPE) as run:
        assert run.stdout
        assert run.stderr
        run.stdout.readline()
        run.stdout.close()
        assert b"Traceback" not in run.stderr.read()
    assert run.returncode == 1
