"""What needs Java skips where there is none, and says so; what was compiled from other sources is not tested.

What hypothesis draws is drawn a hundred times, and ten times as often where everything is tested.
"""

from __future__ import annotations

import hashlib
import json
import os
import re
import shutil
import subprocess
from importlib.machinery import EXTENSION_SUFFIXES
from pathlib import Path

import pytest
from hypothesis import settings

import onceper

_JAVA = 17
_NEED_JAVA = ("tests/test_spark.py", "docs/spark.md")
# A second run of the machine for the page, which says what the tests hold.
_WHOLE = ("docs/spark.md",)
# The dearest come first, so that no worker begins one when the others have ended.
_DEAREST = (
    *(
        "tests/notebooks",
        "tests/test_spark.py",
        "tests/test_packaging.py",
        "tests/reader",
        "tests/docs",
        "tests/matching",
    ),
    *("tests/cli", "tests/evaluator", "tests/torture", "tests/corpora", "tests/marking"),
)
_VERSION = re.compile(r'version "(?:1\.)?(\d+)')


def why_no_java() -> str:
    """Return why Apache Spark would not run here, or nothing where it would."""
    home = os.environ.get("JAVA_HOME")
    java = Path(home) / "bin" / "java" if home else shutil.which("java")
    told = ""
    if java:
        try:
            # It looks where Spark looks; the version goes to standard error.
            told = subprocess.run([java, "-version"], capture_output=True, text=True, check=True).stderr  # noqa: S603
        except (OSError, subprocess.CalledProcessError):
            told = ""
    version = _VERSION.search(told)
    if version is None:
        return f"needs Java {_JAVA} or later, and there is none in JAVA_HOME or on the path"
    return "" if int(version[1]) >= _JAVA else f"needs Java {_JAVA} or later, and Java {version[1]} is found first"


def changed_since_compiled(package: Path) -> list[str]:
    """Return the modules whose source is no longer the one that was compiled, and yet is not what runs."""
    ending, noted = EXTENSION_SUFFIXES[0], package / "_compiled.json"
    digests = json.loads(noted.read_bytes()) if noted.is_file() else {}
    sources = (file.with_name(f"{file.name.removesuffix(ending)}.py") for file in package.rglob(f"*{ending}"))
    known = {source.relative_to(package).as_posix(): source.read_bytes() for source in sorted(sources)}
    return [name for name, content in known.items() if digests.get(name) != hashlib.sha256(content).hexdigest()]


def pytest_configure(config: pytest.Config) -> None:
    """Refuse to test compiled modules whose sources changed since; say how often to draw."""
    is_whole = config.getoption("markexpr") != "not whole"
    settings.register_profile("onceper", deadline=None, max_examples=1_000 if is_whole else 100)
    settings.load_profile("onceper")
    changed = changed_since_compiled(Path(onceper.__file__).parent)
    if changed:
        raise pytest.UsageError(f"compiled before {', '.join(changed)} changed: run make fast, or make pure")


@pytest.hookimpl(tryfirst=True)
def pytest_collection_modifyitems(config: pytest.Config, items: list[pytest.Item]) -> None:
    """Put the dearest first, and skip what needs Java where there is none."""
    whole = {config.rootpath / place for place in _WHOLE}
    for item in items:
        if item.path in whole:
            item.add_marker(pytest.mark.whole)
    dearest = [config.rootpath / place for place in _DEAREST]
    items.sort(key=lambda item: next((n for n, place in enumerate(dearest) if item.path.is_relative_to(place)), 99))
    places = {config.rootpath / place for place in _NEED_JAVA}
    of_spark = [item for item in items if item.path in places]
    why = why_no_java() if of_spark else ""
    if why:
        for item in of_spark:
            item.add_marker(pytest.mark.skip(reason=why))
