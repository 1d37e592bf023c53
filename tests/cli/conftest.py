"""Running the program in this process."""

from __future__ import annotations

import signal
from typing import TYPE_CHECKING, NamedTuple, Protocol

import pytest

from onceper.cli.main import main

if TYPE_CHECKING:
    from collections.abc import Iterator
    from pathlib import Path


# Windows has no other.
_ON_ENDING = [getattr(signal, name) for name in ("SIGINT", "SIGTERM", "SIGHUP") if hasattr(signal, name)]


class Result(NamedTuple):
    code: int
    out: str
    err: str


class Onceper(Protocol):
    def __call__(self, *arguments: str | Path) -> Result: ...


@pytest.fixture
def onceper(monkeypatch: pytest.MonkeyPatch, capsysbinary: pytest.CaptureFixture[bytes]) -> Iterator[Onceper]:
    """Run the program with these arguments."""
    before = {number: signal.getsignal(number) for number in _ON_ENDING}
    monkeypatch.setenv("COLUMNS", "200")

    def run(*arguments: str | Path) -> Result:
        monkeypatch.setattr("sys.argv", ["onceper", *map(str, arguments)])
        with pytest.raises(SystemExit) as ended:
            main()
        out, err = capsysbinary.readouterr()
        code = ended.value.code
        return Result(code if isinstance(code, int) else 0, out.decode(), err.decode())

    yield run
    for number, handler in before.items():
        signal.signal(number, handler)
