"""``onceper play``: what a log gets."""

from __future__ import annotations

import json
import os
import subprocess
import sys
from typing import TYPE_CHECKING, Any

import msgspec
import pytest

from onceper.contract.reading import Row
from onceper.evaluator.action import Action
from onceper.evaluator.event import Activated, ActivationNegated, Appeared, ChainEnded, TurnEnded

if TYPE_CHECKING:
    from pathlib import Path

    from tests.cli.conftest import Onceper
    from tests.conftest import MakeLimit

WARDEN = "Ember Warden"
APPEAR = Appeared("w", WARDEN, "A")
USE = Activated("w", Action.use(1), "A", "a1")
AGAIN = Activated("w", Action.use(1), "A", "a2")


class Logs:
    """A folder with the tags of one card with a hard limit, and the logs that a test writes."""

    def __init__(self, folder: Path, row: Row) -> None:
        self.tags = folder / "tags.jsonl"
        self.tags.write_bytes(msgspec.json.encode(row) + b"\n")
        self.path = folder / "duel.jsonl"

    def write(self, *events: Any) -> Path:
        lines = [event if isinstance(event, bytes) else msgspec.json.encode(event) for event in events]
        self.path.write_bytes(b"\n".join(lines))
        return self.path


@pytest.fixture
def logs(tmp_path: Path, make_limit: MakeLimit) -> Logs:
    """Return the folder of logs."""
    effect = {"index": 1, "label": None, "kind": "activated", "span": [0, 4], "parts": [[0, 4]], "text": "text"}
    row = {"id": "1", "name": WARDEN, "lang": "en", "game": "yugioh", "field": "text", "effects": [effect]}
    row["limits"] = [msgspec.to_builtins(make_limit("hard", 1))]
    return Logs(tmp_path, msgspec.convert(row, Row))


def _verdicts(out: str) -> list[bool | None]:
    lines = [json.loads(line) for line in out.splitlines()]
    return [line["verdict"] and line["verdict"]["allowed"] for line in lines]


def test_a_log_that_can_be(onceper: Onceper, logs: Logs) -> None:
    log = logs.write(APPEAR, USE, ChainEnded(), TurnEnded("B"), TurnEnded("A"), AGAIN)
    code, out, err = onceper("play", log, "--cards", logs.tags)
    assert (code, err) == (0, "6 lines, 0 that cannot be\n")
    assert _verdicts(out) == [None, True, None, None, None, True]


def test_what_a_limit_forbids_is_told_with_what_had_spent_it(onceper: Onceper, logs: Logs) -> None:
    code, out, err = onceper("play", logs.write(APPEAR, USE, ActivationNegated("a1"), AGAIN), "--cards", logs.tags)
    assert code == 0
    assert err == (
        'line 4: not allowed: You used effect 1 of "Ember Warden" this turn (activation a1), '
        "and it counts although activation a1 was negated; once per turn by card name (line 2)\n"
        "4 lines, 1 that cannot be\n"
    )
    assert json.loads(out.splitlines()[3])["spent_in"] == [2]


def test_the_run_goes_on_after_a_wrong_line(onceper: Onceper, logs: Logs) -> None:
    log = logs.write(APPEAR, b"{", USE, Activated("x", Action.use(1), "A", "a2"), AGAIN)
    code, out, err = onceper("play", log, "--cards", logs.tags)
    assert code == 0
    assert _verdicts(out) == [None, None, True, None, False]
    assert "line 2: not JSON" in err
    assert "line 4: unknown copy 'x'; expected the copy 'w'" in err
    assert "5 lines, 3 that cannot be" in err


@pytest.mark.parametrize(("wrong", "message"), [(b"{", "line 3: not JSON"), (AGAIN, "line 3: not allowed: You used")])
def test_strict_stops_and_writes_nothing(
    onceper: Onceper, logs: Logs, tmp_path: Path, wrong: Any, message: str
) -> None:
    log = logs.write(APPEAR, USE, wrong, ChainEnded())
    code, out, err = onceper("play", log, "--cards", logs.tags, "--strict", "-o", tmp_path / "out.jsonl")
    assert (code, out) == (1, "")
    assert message in err
    assert not (tmp_path / "out.jsonl").exists()


def test_neither_the_log_nor_the_tags_are_overwritten(onceper: Onceper, logs: Logs) -> None:
    log = logs.write(APPEAR)
    for target in (log, logs.tags):
        code, _, err = onceper("play", log, "--cards", logs.tags, "-o", target)
        assert code == 1
        assert "the output is the input file itself" in err


def test_a_question_is_not_wrong_by_its_answer(onceper: Onceper, logs: Logs, tmp_path: Path) -> None:
    question = b'{"type": "asked", "copy": "w", "action": {"kind": "effect", "effect": 1}, "player": "A"}'
    log = logs.write(APPEAR, USE, question)
    code, _, err = onceper("play", log, "--cards", logs.tags, "--strict", "-o", tmp_path / "out.jsonl")
    assert (code, err) == (0, "3 lines, 0 that cannot be\n")
    assert _verdicts((tmp_path / "out.jsonl").read_text()) == [None, True, False]


@pytest.mark.parametrize(
    ("head", "options"),
    [
        (b'{"type": "log", "schema_version": 3, "players": ["Ada", "A"]}', []),
        (b'{"type": "log", "schema_version": 2, "players": ["Ada", "A"]}', ["--players", "X,Y"]),
        (b"", ["--players", "Ada,A"]),
    ],
)
def test_who_plays_stands_in_the_log_or_the_command(
    onceper: Onceper, logs: Logs, head: bytes, options: list[str]
) -> None:
    code, _, err = onceper("play", logs.write(head, APPEAR, TurnEnded("A")), "--cards", logs.tags, *options)
    told = "--players X,Y is not used: the log names Ada and A\n" if "X,Y" in options else ""
    assert (code, err) == (0, f"{told}2 lines, 0 that cannot be\n")


@pytest.mark.parametrize(
    ("lang", "words"),
    [
        ("en", "You used effect 1"),
        ("EN-us", "You used effect 1"),
        ("ja", "あなたが"),
        ("ja_JP", "あなたが"),
        ("tr", 'tarafınızdan "Ember Warden" kartının 1. efekti kullanıldı'),
    ],
)
def test_reasons_in_three_languages(onceper: Onceper, logs: Logs, lang: str, words: str) -> None:
    _, _, err = onceper("play", logs.write(APPEAR, USE, AGAIN), "--cards", logs.tags, "--lang", lang)
    assert words in err


def test_a_card_that_is_not_among_the_tags(onceper: Onceper, logs: Logs) -> None:
    _, _, err = onceper("play", logs.write(Appeared("x", "Ash Warden", "A")), "--cards", logs.tags)
    assert "line 1: no reading of a card named 'Ash Warden'" in err


def test_a_card_is_looked_up_by_its_id_and_near_names_are_told(onceper: Onceper, logs: Logs) -> None:
    log = logs.write(Appeared("w", "1", "A"), USE, Appeared("x", "Ember Wardn", "A"), AGAIN)
    code, out, err = onceper("play", log, "--cards", logs.tags)
    assert code == 0
    assert _verdicts(out) == [None, True, None, False]
    assert "line 3: no reading of a card named 'Ember Wardn'; expected the card 'Ember Warden'" in err


def test_a_log_alone_with_a_name_that_is_nearly_one_is_told_which(onceper: Onceper, logs: Logs) -> None:
    _, _, err = onceper("play", logs.write(Appeared("x", "Ember Wardn", "A")), "--cards", logs.tags)
    assert "named 'Ember Wardn'; expected the card 'Ember Warden'" in err


def test_an_empty_log_is_none(onceper: Onceper, logs: Logs) -> None:
    code, _, err = onceper("play", logs.write(), "--cards", logs.tags)
    assert code == 1
    assert "is empty; expected the log of a Duel, JSON Lines" in err


def test_strict_says_of_what_cannot_be_what_was_expected_once(onceper: Onceper, logs: Logs) -> None:
    code, _, err = onceper("play", logs.write(APPEAR, APPEAR), "--cards", logs.tags, "--strict")
    assert code == 1
    assert "an id of its own per copy" in err
    assert "what the limits allow" not in err


def test_a_word_that_is_nearly_one_is_told_in_a_log_too(onceper: Onceper, logs: Logs) -> None:
    lines = (b'{"type": "chain_endet"}', b'{"type": "left_location", "copy": "w", "to": "grave"}')
    _, _, err = onceper("play", logs.write(APPEAR, *lines), "--cards", logs.tags)
    assert "line 2: Invalid value 'chain_endet' - at `$.type`; expected one of 'chain_ended'" in err
    assert "line 3: Invalid enum value 'grave' - at `$.to`; expected one of 'graveyard'" in err


def test_two_runs_say_the_same(logs: Logs) -> None:
    """Of the order of sets and dicts nothing shows, whatever the seed of their hashes."""
    log = logs.write(APPEAR, USE, AGAIN, ActivationNegated("a1"), ChainEnded(), TurnEnded("B"), AGAIN)
    command = [sys.executable, "-m", "onceper", "play", str(log), "--cards", str(logs.tags)]
    runs = [
        subprocess.run(command, env=os.environ | {"PYTHONHASHSEED": seed}, check=True, capture_output=True)
        for seed in ("1", "2")
    ]
    assert runs[0].stdout == runs[1].stdout
    assert runs[0].stdout
