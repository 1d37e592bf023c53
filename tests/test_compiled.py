"""Which build runs: compiled modules, and whether they are those of their sources."""

from __future__ import annotations

import hashlib
import json
import tomllib
from importlib.machinery import EXTENSION_SUFFIXES
from pathlib import Path

import pytest

import onceper
from onceper.compiled import changed_since, which_build

_PROJECT = tomllib.loads((Path(__file__).parents[1] / "pyproject.toml").read_text("utf-8"))
_LISTED = _PROJECT["tool"]["hatch"]["build"]["targets"]["wheel"]["hooks"]["custom"]["compiled"]


@pytest.fixture
def package(tmp_path: Path) -> Path:
    """Return a package of two modules, one of them compiled from what its source says."""
    (tmp_path / "text").mkdir()
    for name in ("hot", "cold"):
        (tmp_path / "text" / f"{name}.py").write_text(f"NAME = {name!r}\n")
    (tmp_path / "text" / f"hot{EXTENSION_SUFFIXES[0]}").touch()
    digest = hashlib.sha256((tmp_path / "text" / "hot.py").read_bytes()).hexdigest()
    (tmp_path / "_compiled.json").write_text(json.dumps({"text/hot.py": digest}))
    return tmp_path


def test_compiled(package: Path) -> None:
    assert which_build(package) == "compiled modules: 1"


def test_pure(tmp_path: Path) -> None:
    assert which_build(tmp_path) == "pure Python"


def test_of_another_python(package: Path) -> None:
    (package / "text" / f"hot{EXTENSION_SUFFIXES[0]}").rename(package / "text" / "hot.cpython-30-other.so")
    assert which_build(package) == "pure Python"


def test_changed_source(package: Path) -> None:
    (package / "text" / "hot.py").write_text("NAME = 'hotter'\n")
    assert changed_since(package) == ["text/hot.py"]
    assert which_build(package) == "compiled, but text/hot.py changed since: run make fast, or make pure"


@pytest.mark.parametrize("noted", [None, "", "{"])
def test_nothing_noted(package: Path, noted: str | None) -> None:
    (package / "_compiled.json").unlink()
    if noted is not None:
        (package / "_compiled.json").write_text(noted)
    assert changed_since(package) == ["text/hot.py"]


@pytest.mark.parametrize("module", _LISTED)
def test_compiled_modules_keep_what_they_make_themselves(module: str) -> None:
    # Compiled, a cached_property is a property: what it returns is made anew each time, and is not itself.
    assert "cached_property" not in (Path(onceper.__file__).parent / f"{module}.py").read_text("utf-8")
