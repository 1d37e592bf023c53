"""Standard output that cannot be written is told in one line."""

from __future__ import annotations

import errno
import sys

import pytest

from onceper.files.finished import OutputError, standard_output


def _fail(error: OSError) -> None:
    with standard_output():
        raise error


def test_closed(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(sys, "stdout", None)
    with pytest.raises(OutputError, match="standard output: it is closed; expected"), standard_output():
        pass


def test_full() -> None:
    with pytest.raises(OutputError, match="standard output: cannot be written: No space left; expected"):
        _fail(OSError(errno.ENOSPC, "No space left"))


def test_a_reader_that_has_gone_is_no_failure() -> None:
    with pytest.raises(BrokenPipeError):
        _fail(BrokenPipeError())
