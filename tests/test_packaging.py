"""The wheel holds all that reading a card needs, outside the checkout."""

import sqlite3
import subprocess
import sys
import tomllib
import venv
import zipfile
from contextlib import closing
from pathlib import Path

import pytest

from onceper.patterns.kept import VARIABLE

ROOT = Path(__file__).resolve().parents[1]

READ_ONE_CARD = """
import pathlib, onceper
reading = onceper.read('You can only use this effect of "Ember Warden" once per turn.', lang="en")
limit, = reading.limits
assert (limit.kind, limit.period, limit.name) == ("hard", "turn", "Ember Warden"), limit
assert "site-packages" in pathlib.Path(onceper.__file__).parts, onceper.__file__
from onceper.resources import resource
from onceper.patterns import kept
assert not kept._folder().exists(), "a first reading made what the wheel should hold"
print(resource("corpora/sample") / "cards.en.cdb")
"""


def run(*command: str | Path, cwd: Path) -> str:
    done = subprocess.run(command, cwd=cwd, capture_output=True, text=True, check=False)
    assert done.returncode == 0, done.stdout + done.stderr
    return done.stdout


def test_the_wheel_reads_a_card_in_a_new_environment(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    # From the sdist, so that a file which only the checkout holds is missed here and not by users.
    run(sys.executable, "-m", "build", "--no-isolation", "--outdir", tmp_path, ROOT, cwd=tmp_path)
    (wheel,) = tmp_path.glob("*.whl")
    with zipfile.ZipFile(wheel) as archive:
        held = archive.namelist()
    assert not [name for name in held if ".test." in name or "wordings" in name or name.endswith("build.py")]
    venv.create(tmp_path / "venv", with_pip=True)
    python = tmp_path / "venv" / ("Scripts" if sys.platform == "win32" else "bin") / "python"
    constraint = ROOT / "requirements.lock"
    run(python, "-m", "pip", "install", "--quiet", "--constraint", constraint, wheel, cwd=tmp_path)
    monkeypatch.setenv(VARIABLE, str(tmp_path / "kept"))
    sample = run(python, "-c", READ_ONE_CARD, cwd=tmp_path).strip()
    rows = run(python, "-m", "onceper", "tag", sample, cwd=tmp_path).splitlines()
    assert len(rows) > 40
    run(python, "-m", "onceper", "tag", sample, "-o", "tags.db", cwd=tmp_path)
    with closing(sqlite3.connect(tmp_path / "tags.db")) as database:
        assert database.execute("SELECT count(*) FROM limited_effects").fetchone() > (0,)


def test_the_tests_need_all_that_notebooks_do_but_jupyter() -> None:
    # It is a third of what they would bring, and cells run without it.
    extras = tomllib.loads((ROOT / "pyproject.toml").read_text(encoding="utf-8"))["project"]["optional-dependencies"]
    of_notebooks = {need for need in extras["notebooks"] if not need.startswith(("onceper[", "jupyterlab"))}
    assert of_notebooks <= set(extras["dev"])


def test_a_wheel_is_built_with_what_onceper_needs_itself() -> None:
    configuration = tomllib.loads((ROOT / "pyproject.toml").read_text(encoding="utf-8"))
    of_readers = configuration["tool"]["hatch"]["build"]["targets"]["wheel"]["hooks"]["custom"]["dependencies"]
    assert set(of_readers) <= set(configuration["project"]["dependencies"])
