"""Every call of the system that a run makes for its outputs, failing or the last: some for each format here."""

from __future__ import annotations

import shutil
import subprocess
import sys
from typing import TYPE_CHECKING

import failing_calls
import pytest
from running import SINKS

if TYPE_CHECKING:
    from pathlib import Path

pytestmark = pytest.mark.skipif(
    sys.platform != "linux" or shutil.which("cc") is None, reason="needs Linux and a C compiler"
)
# A file of lines, and what a library writes, whose hundred calls differ most in their place alone.
EVERY = {"tags.jsonl": 12, "tags.duckdb": 92}
# All of that library's calls, each with a database to open three times, take most of an hour.
EVERY_OF_ALL = {"tags.duckdb": 7}


@pytest.fixture(scope="module")
def library(tmp_path_factory: pytest.TempPathFactory) -> Path:
    return failing_calls.compiled(tmp_path_factory.mktemp("library"))


def outcome(library: Path, *arguments: str) -> str:
    command = [sys.executable, failing_calls.__file__, *arguments]
    environment = failing_calls.environment_with(library)
    done = subprocess.run(command, env=environment, capture_output=True, text=True, check=False)
    return "" if done.returncode == 0 else done.stdout + done.stderr


@pytest.mark.parametrize("name", EVERY)
def test_an_output_is_whole_or_as_before_whichever_call_fails(library: Path, name: str) -> None:
    assert outcome(library, name, "--every", str(EVERY[name])) == ""


@pytest.mark.whole
@pytest.mark.parametrize("name", SINKS)
def test_each_call_of_every_output(library: Path, name: str) -> None:
    assert outcome(library, name, "--every", str(EVERY_OF_ALL.get(name, 1))) == ""
