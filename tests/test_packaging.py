"""The wheel holds all that reading a card needs, outside the checkout."""

from __future__ import annotations

import shutil
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
import pathlib, sys, onceper
reading = onceper.read('You can only use this effect of "Ember Warden" once per turn.', lang="en")
limit, = reading.limits
assert (limit.kind, limit.period, limit.name) == ("hard", "turn", "Ember Warden"), limit
assert pathlib.Path(onceper.__file__).is_relative_to(sys.argv[1]), onceper.__file__
from onceper.resources import resource
from onceper.patterns import kept
assert not kept._folder().exists(), "a first reading made what the wheel should hold"
print(resource("corpora/sample") / "cards.en.cdb")
"""


def run(*command: str | Path, cwd: Path) -> str:
    done = subprocess.run(command, cwd=cwd, capture_output=True, text=True, check=False)
    assert done.returncode == 0, done.stdout + done.stderr
    return done.stdout


@pytest.fixture(scope="module")
def wheel(pytestconfig: pytest.Config, tmp_path_factory: pytest.TempPathFactory) -> Path:
    """Build it from the sdist, so that a file which only the checkout holds is missed here and not by users.

    It brings the readers of one language, or of all where everything is tested, and is pure Python, which takes less
    time.
    """
    folder = tmp_path_factory.mktemp("built")
    with pytest.MonkeyPatch.context() as patch:
        patch.setenv("ONCEPER_READERS", "en" if pytestconfig.getoption("markexpr") == "not whole" else "")
        patch.setenv("ONCEPER_COMPILED", "0")
        run(sys.executable, "-m", "build", "--no-isolation", "--outdir", folder, ROOT, cwd=folder)
    (wheel,) = folder.glob("*.whl")
    return wheel


def reads_cards(python: str | Path, installed: Path, folder: Path) -> None:
    sample = run(python, "-c", READ_ONE_CARD, installed, cwd=folder).strip()
    rows = run(python, "-m", "onceper", "tag", sample, cwd=folder).splitlines()
    assert len(rows) > 40
    run(python, "-m", "onceper", "tag", sample, "-o", "tags.db", cwd=folder)
    with closing(sqlite3.connect(folder / "tags.db")) as database:
        assert database.execute("SELECT count(*) FROM limited_effects").fetchone() > (0,)


def test_the_wheel_holds_what_users_need_and_no_more(wheel: Path) -> None:
    with zipfile.ZipFile(wheel) as archive:
        held = archive.namelist()
    assert not [name for name in held if ".test." in name or "wordings" in name or name.endswith("build.py")]


def test_the_wheel_reads_a_card_outside_the_checkout(
    wheel: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    site = tmp_path / "site"
    run(sys.executable, "-m", "pip", "install", "--quiet", "--no-deps", "--target", site, wheel, cwd=tmp_path)
    monkeypatch.setenv("PYTHONPATH", str(site))
    monkeypatch.setenv(VARIABLE, str(tmp_path / "kept"))
    reads_cards(sys.executable, site, tmp_path)


@pytest.mark.whole
def test_pip_installs_what_is_needed_into_a_new_environment(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    # It builds in an environment of its own, and compiles where it can.
    venv.create(tmp_path / "venv", with_pip=True)
    python = tmp_path / "venv" / ("Scripts" if sys.platform == "win32" else "bin") / "python"
    constraint = ROOT / "requirements.lock"
    for variable in ("PYTHONPATH", "ONCEPER_COMPILED"):
        monkeypatch.delenv(variable, raising=False)
    install = (python, "-m", "pip", "install", "--quiet", "--constraint", constraint)
    # The build does not see what is installed beside it, nor may that hide what it reads.
    run(*install, "--no-deps", "--editable", ROOT, cwd=tmp_path)
    run(*install, ROOT, cwd=tmp_path)
    monkeypatch.setenv(VARIABLE, str(tmp_path / "kept"))
    reads_cards(python, tmp_path / "venv", tmp_path)
    told = run(python, "-m", "onceper", "--version", cwd=tmp_path)
    assert ("compiled modules" in told) == any(map(shutil.which, ("cc", "gcc", "clang", "cl")))


def test_the_tests_need_all_that_notebooks_do_but_jupyter() -> None:
    # It is a third of what they would bring, and cells run without it.
    extras = tomllib.loads((ROOT / "pyproject.toml").read_text(encoding="utf-8"))["project"]["optional-dependencies"]
    of_notebooks = {need for need in extras["notebooks"] if not need.startswith(("onceper[", "jupyterlab"))}
    assert of_notebooks <= set(extras["dev"])


def test_a_wheel_is_built_with_what_onceper_needs_itself() -> None:
    configuration = tomllib.loads((ROOT / "pyproject.toml").read_text(encoding="utf-8"))
    of_readers = configuration["tool"]["hatch"]["build"]["targets"]["wheel"]["hooks"]["custom"]["dependencies"]
    assert set(of_readers) <= set(configuration["project"]["dependencies"])
