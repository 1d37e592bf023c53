"""Runs that are stopped, or set on one output: a short part of what ``make torture`` tries."""

from __future__ import annotations

import os
import signal
from pathlib import Path
from random import Random
from time import sleep

import pytest
import runs
from running import Running, content_of, others_in, run, write_cards

# The others take long to load.
LIGHT = ["tags.jsonl", "tags.csv"]

pytestmark = pytest.mark.skipif(not Path("/proc").is_dir(), reason="processes are told apart by /proc")


@pytest.fixture(scope="module")
def whole(tmp_path_factory: pytest.TempPathFactory) -> runs.Whole:
    folder = tmp_path_factory.mktemp("whole")
    return runs.Whole(write_cards(folder / "cards.jsonl", 600), folder)


def test_no_process_outlives_a_run_that_is_killed(whole: runs.Whole, tmp_path: Path) -> None:
    output = tmp_path / "tags.jsonl"
    going = Running("tag", whole.cards, "-o", output, "--jobs", "2", "-q")
    while not going.workers() and going.process.poll() is None:
        sleep(0.01)
    going.send(signal.SIGKILL)
    ended = going.end()
    assert (ended.code, ended.left) == (-signal.SIGKILL, [])
    assert not run("tag", whole.cards, "-o", output, "-q").code
    assert content_of(output) == whole.of("tags.jsonl")
    assert not others_in(tmp_path, [output])


def test_a_process_that_is_killed_is_told_in_one_line(whole: runs.Whole, tmp_path: Path) -> None:
    going = Running("tag", whole.cards, "-o", tmp_path / "tags.jsonl", "--jobs", "2", "-q")
    while not (workers := going.workers()) and going.process.poll() is None:
        sleep(0.01)
    os.kill(workers[0], signal.SIGKILL)
    ended = going.end()
    assert (ended.code, ended.left) == (1, [])
    assert ended.err.startswith("onceper: one of the 2 processes was ended from outside")
    assert not ended.shows_where_it_was


def test_a_closed_terminal_ends_a_run_in_order(whole: runs.Whole, tmp_path: Path) -> None:
    unfinished = tmp_path / ".tags.jsonl.unfinished"
    going = Running("tag", whole.cards, "-o", tmp_path / "tags.jsonl", "--jobs", "2")
    while not list(unfinished.glob("*")) and going.process.poll() is None:
        sleep(0.001)
    going.send(signal.SIGHUP, to_all=True)
    ended = going.end()
    assert not ended.shows_where_it_was
    assert not ended.left
    if ended.code:
        assert "onceper: stopped" in ended.err
        assert not others_in(tmp_path, [])


def test_two_runs_at_once_to_one_output(whole: runs.Whole, tmp_path: Path) -> None:
    assert not runs.two_at_once(tmp_path, whole, Random(1), LIGHT)
