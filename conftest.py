"""What needs Java skips where there is none, and says so; what was compiled from other sources is not tested."""

from __future__ import annotations

import os
import re
import shutil
import subprocess
from pathlib import Path

import pytest

from onceper.compiled import changed_since

_JAVA = 17
_NEED_JAVA = ("tests/test_spark.py", "docs/spark.md")
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


def pytest_configure() -> None:
    """Refuse to test compiled modules whose sources changed since."""
    changed = changed_since()
    if changed:
        raise pytest.UsageError(f"compiled before {', '.join(changed)} changed: run make fast, or make pure")


def pytest_collection_modifyitems(config: pytest.Config, items: list[pytest.Item]) -> None:
    """Skip what needs Java where there is none."""
    places = {config.rootpath / place for place in _NEED_JAVA}
    of_spark = [item for item in items if item.path in places]
    why = why_no_java() if of_spark else ""
    if why:
        for item in of_spark:
            item.add_marker(pytest.mark.skip(reason=why))
