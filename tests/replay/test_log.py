"""Reading the log of a Duel."""

from __future__ import annotations

import re
from typing import TYPE_CHECKING

import pytest

from onceper.evaluator.action import Action
from onceper.evaluator.event import Asked, ChainEnded
from onceper.files.opening import InputError
from onceper.replay.replay import LogError, read_log

if TYPE_CHECKING:
    from collections.abc import Callable
    from pathlib import Path

CHAIN_ENDED = '{"type": "chain_ended"}'
HEAD = '{"type": "log", "schema_version": 3, "players": ["Yuki", "Ada"]}'


@pytest.fixture
def write(tmp_path: Path) -> Callable[[str], Path]:
    """Return the function that writes a log."""

    def write(text: str) -> Path:
        path = tmp_path / "duel.jsonl"
        path.write_text(text, encoding="utf-8")
        return path

    return write


def test_lines_keep_their_numbers(write: Callable[[str], Path]) -> None:
    players, lines = read_log(write(f"{HEAD}\n\n{CHAIN_ENDED}\n"))
    assert players == ("Yuki", "Ada")
    assert [(line.number, line.told) for line in lines] == [(3, ChainEnded())]


@pytest.mark.parametrize("version", ["1", "2"])
def test_a_log_of_a_version_before_is_read(write: Callable[[str], Path], version: str) -> None:
    log = read_log(write(f"{HEAD}\n{CHAIN_ENDED}"))
    assert read_log(write(f"{HEAD.replace('3', version)}\n{CHAIN_ENDED}")) == log


def test_a_log_needs_no_head(write: Callable[[str], Path]) -> None:
    assert read_log(write(CHAIN_ENDED))[0] == ("A", "B")


def test_a_question_is_a_line(write: Callable[[str], Path]) -> None:
    question = '{"type": "asked", "copy": "w", "action": {"kind": "effect", "effect": 1}, "player": "A"}'
    assert read_log(write(question))[1][0].told == Asked("w", Action.use(1), "A")


@pytest.mark.parametrize(
    ("line", "message"),
    [
        ('{"type": "chain_ended"', "not JSON: .*truncated; expected one event on each line"),
        ("x", "not JSON"),
        ('{"type": "exploded"}', "exploded"),
        ('{"type": "left_location"}', "missing required field `copy`"),
        ('{"x": ' + "[" * 100_000, "not JSON"),
    ],
)
def test_a_wrong_line_says_why(write: Callable[[str], Path], line: str, message: str) -> None:
    _, wrong = read_log(write(f"{CHAIN_ENDED}\n{line}\n{CHAIN_ENDED}"))
    assert [read.number for read in wrong] == [1, 2, 3]
    assert re.search(message, str(wrong[1].told))


@pytest.mark.parametrize(
    ("head", "message"),
    [
        (
            HEAD.replace("3", "4"),
            r"duel.jsonl: Expected `int` <= 3 .*schema_version.*expected a head .*\n.*write",
        ),
        (HEAD.replace("3", '"1"'), "duel.jsonl: .*schema_version"),
        (
            '{"type": "log", "schema_version": 3}',
            'missing required field `players`; expected .*"players": \\[',
        ),
        ('{"type": "log", "schema_version": 3, "players": ["A"]}', "length 2"),
    ],
)
def test_a_head_of_another_kind_is_refused(write: Callable[[str], Path], head: str, message: str) -> None:
    with pytest.raises(LogError, match=message):
        read_log(write(f"{head}\n{CHAIN_ENDED}"))


def test_what_holds_no_event_at_all_is_no_log(tmp_path: Path) -> None:
    path = tmp_path / "duel.jsonl"
    path.write_bytes(b"PAR1\x00\xff\n\xfe\x00")
    with pytest.raises(LogError, match="none of the lines is an event; line 1: not JSON"):
        read_log(path)


def test_a_byte_order_mark_is_no_event(tmp_path: Path) -> None:
    path = tmp_path / "duel.jsonl"
    path.write_text(f"\ufeff{HEAD}\n{CHAIN_ENDED}", encoding="utf-8")
    assert read_log(path)[0] == ("Yuki", "Ada")


def test_a_missing_log_is_refused(tmp_path: Path) -> None:
    with pytest.raises(InputError, match="no such file"):
        read_log(tmp_path / "duel.jsonl")
