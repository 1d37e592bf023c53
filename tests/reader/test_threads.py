"""Reading in threads."""

from __future__ import annotations

import subprocess
import sys

import pytest

ENDS_WHILE_THREADS_READ = """
import sys, threading, time
import onceper

def read() -> None:
    for number in range(10**9):
        onceper.read(f"Once per turn: You can draw {number} cards. " * 8, lang="en", game="yugioh")

onceper.read("Once per turn: You can draw 1 card.", lang="en", game="yugioh")
for _ in range(4):
    threading.Thread(target=read, daemon=True).start()
time.sleep(0.3)
sys.exit(3)
"""


@pytest.mark.parametrize("_", range(3))
def test_a_program_that_ends_while_threads_read_ends_with_its_own_code(_: int) -> None:
    ended = subprocess.run([sys.executable, "-c", ENDS_WHILE_THREADS_READ], capture_output=True, check=False, text=True)
    assert (ended.returncode, ended.stderr) == (3, "")
