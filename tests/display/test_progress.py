"""How far a run is."""

from __future__ import annotations

import io
from typing import TYPE_CHECKING

import pytest

from onceper.display import progress
from onceper.display.progress import progress_on

if TYPE_CHECKING:
    from collections.abc import Callable


class Terminal(io.StringIO):
    def isatty(self) -> bool:
        return True


@pytest.fixture
def wait(monkeypatch: pytest.MonkeyPatch) -> Callable[[float], None]:
    """Let seconds go by."""
    now = [100.0]
    monkeypatch.setattr(progress, "monotonic", lambda: now[0])
    return lambda seconds: now.__setitem__(0, now[0] + seconds)


def test_a_line_every_few_seconds_where_there_is_no_terminal(wait: Callable[[float], None]) -> None:
    stream = io.StringIO()
    with progress_on(stream) as report:
        for rows in range(1, 13):
            wait(1)
            report(rows * 1000, 20_000)
    assert stream.getvalue().splitlines() == [
        "5,000 rows, 1,000 rows/s, 25%, about 15 s left",
        "10,000 rows, 1,000 rows/s, 50%, about 10 s left",
    ]


@pytest.mark.parametrize(
    ("seconds", "share", "shown"),
    [(4, 0.5, ""), (5, 0, "10 rows, 2 rows/s\n"), (5, 0.25, "10 rows, 2 rows/s, 25%, about 15 s left\n")],
)
def test_what_is_shown(wait: Callable[[float], None], seconds: float, share: float, shown: str) -> None:
    stream, quiet = io.StringIO(), io.StringIO()
    for to in (stream, quiet):
        with progress_on(to, lambda: share, quiet=to is quiet) as report:
            wait(seconds)
            report(10)
    assert (stream.getvalue(), quiet.getvalue()) == (shown, "")


def test_a_terminal_has_one_line_that_is_gone_at_the_end(wait: Callable[[float], None]) -> None:
    stream = Terminal()
    with progress_on(stream, lambda: 0.25) as report:
        for _ in range(2):
            wait(2)
            report(4000)
    assert stream.getvalue().split("\r\x1b[K") == [
        "",
        "4,000 rows, 2,000 rows/s, 25%, about 6 s left",
        "4,000 rows, 1,000 rows/s, 25%, about 12 s left",
        "",
    ]
