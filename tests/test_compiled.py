"""Which build runs: compiled modules, and whether they are those of their sources."""

from __future__ import annotations

import hashlib
import json
import tomllib
from importlib.machinery import EXTENSION_SUFFIXES
from pathlib import Path
from typing import Any

import pytest

import onceper

_ROOT = Path(__file__).parents[1]
_PROJECT = tomllib.loads((_ROOT / "pyproject.toml").read_text("utf-8"))
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


def test_what_changed_since_it_was_compiled_is_not_tested(package: Path, pytestconfig: pytest.Config) -> None:
    # Python has no path to the conftest.py of the root.
    conftest: Any = pytestconfig.pluginmanager.get_plugin(str(_ROOT / "conftest.py"))
    changed_since_compiled = conftest.changed_since_compiled
    assert changed_since_compiled(package) == []
    (package / "text" / "hot.py").write_text("NAME = 'hotter'\n")
    assert changed_since_compiled(package) == ["text/hot.py"]
    (package / "_compiled.json").unlink()
    assert changed_since_compiled(package) == ["text/hot.py"]
    # What another Python would find does not run.
    (package / "text" / f"hot{EXTENSION_SUFFIXES[0]}").rename(package / "text" / "hot.cpython-30-other.so")
    assert changed_since_compiled(package) == []


@pytest.mark.parametrize("module", _LISTED)
def test_compiled_modules_keep_what_they_make_themselves(module: str) -> None:
    # Compiled, a cached_property is a property: what it returns is made anew each time, and is not itself.
    assert "cached_property" not in (Path(onceper.__file__).parent / f"{module}.py").read_text("utf-8")
