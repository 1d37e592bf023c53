"""How far a run is."""

from __future__ import annotations

import io

import pytest

from onceper.display import progress
from onceper.display.progress import progress_on


class Clock:
    def __init__(self, monkeypatch: pytest.MonkeyPatch) -> None:
        self.now = 100.0
        monkeypatch.setattr(progress, "monotonic", lambda: self.now)


class Terminal(io.StringIO):
    def isatty(self) -> bool:
        return True


@pytest.fixture
def clock(monkeypatch: pytest.MonkeyPatch) -> Clock:
    return Clock(monkeypatch)


def test_a_line_every_few_seconds_where_there_is_no_terminal(clock: Clock) -> None:
    stream = io.StringIO()
    share = 0.0
    with progress_on(stream, lambda: share) as report:
        for rows in range(1, 13):
            clock.now += 1
            share = rows / 20
            report(rows * 1000)
    assert stream.getvalue().splitlines() == [
        "5,000 rows, 1,000 rows/s, 25%, about 15 s left",
        "10,000 rows, 1,000 rows/s, 50%, about 10 s left",
    ]


def test_short_run_prints_nothing_where_there_is_no_terminal(clock: Clock) -> None:
    stream = io.StringIO()
    with progress_on(stream, lambda: 0.5) as report:
        clock.now += 4
        report(10)
    assert not stream.getvalue()


def test_unknown_share_gives_no_time_left(clock: Clock) -> None:
    stream = io.StringIO()
    with progress_on(stream, lambda: 0.0) as report:
        clock.now += 5
        report(10)
    assert stream.getvalue() == "10 rows, 2 rows/s\n"


def test_what_was_read_is_shown_in_megabytes(clock: Clock) -> None:
    stream = io.StringIO()
    with progress_on(stream, lambda: 0.0, lambda: 2_340_000) as report:
        clock.now += 5
        report(10)
    assert stream.getvalue() == "10 rows, 2 rows/s, 2.3 MB\n"


def test_bar_on_a_terminal(clock: Clock, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("TERM", "xterm-256color")
    monkeypatch.setenv("COLUMNS", "100")
    stream = Terminal()
    with progress_on(stream, lambda: 0.25) as report:
        clock.now += 2
        report(4000)
    assert "25%" in stream.getvalue()
    assert "4,000 rows" in stream.getvalue()
    assert "2,000 rows/s" in stream.getvalue()
