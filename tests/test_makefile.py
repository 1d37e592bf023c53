"""``make`` says what there is, and takes names with spaces."""

from __future__ import annotations

import os
import shutil
import subprocess
import sys
from pathlib import Path

import pytest

ROOT = Path(__file__).resolve().parents[1]
PROGRAM = f"""#!{sys.executable}
import pathlib, sys
command, source, _, target = sys.argv[1:]
pathlib.Path(target).write_text(f"{{command}} {{source}}")
"""

pytestmark = pytest.mark.skipif(shutil.which("make") is None, reason="needs make")


@pytest.fixture
def installed(tmp_path: Path) -> Path:
    """Return a virtual environment in which a program stands for onceper."""
    folder = tmp_path / "venv"
    (folder / "bin").mkdir(parents=True)
    for name in ("python", "onceper"):
        program = folder / "bin" / name
        program.write_text(PROGRAM)
        program.chmod(0o755)
    (folder / "installed").touch()
    return folder


def make(*arguments: str) -> str:
    # What a make that runs the tests hands down is not for this one.
    environment = {name: value for name, value in os.environ.items() if not name.startswith(("MAKE", "MFLAGS"))}
    done = subprocess.run(["make", *arguments], cwd=ROOT, env=environment, capture_output=True, text=True, check=False)
    assert done.returncode == 0, done.stderr
    return done.stdout


def test_help_names_every_target_and_is_what_make_alone_says() -> None:
    told = make("help")
    assert told == make()
    targets = (ROOT / "Makefile").read_text().split(".PHONY:")[1].splitlines()[0].split()
    assert all(f"make {target}" in told for target in targets if target != "help")


@pytest.mark.parametrize("name", ["my tags/it's.parquet", "my tags/tags.db"])
def test_a_tagging_with_spaces_in_its_name_ends_with_what_is_next(tmp_path: Path, installed: Path, name: str) -> None:
    target = tmp_path / name
    told = make("tag", f"VENV={installed}", "INPUT=my cards.cdb", f"OUT={target}")
    assert target.read_text() == "tag my cards.cdb"
    assert told.splitlines()[0] == f"{installed}/bin/onceper tag 'my cards.cdb' -o '{target}'"
    assert f"wrote {target}. Next:" in told
    assert ("bin/onceper report" in told) == name.endswith(".parquet")
    assert f"{installed}/bin/onceper explain '" in told
    assert not (ROOT / " tags").exists()
