"""Put the rules, the models, what they are trained on and readers of the rules into the wheel as ``onceper/_data``.

With ``ONCEPER_COMPILED=1`` and after ``make fast`` the wheel holds the compiled modules too, and is one for this
platform and Python.
"""

from __future__ import annotations

import os
import shutil
import subprocess
import sys
from importlib.machinery import EXTENSION_SUFFIXES
from pathlib import Path
from typing import Any

from hatchling.builders.hooks.plugin.interface import BuildHookInterface

FILES = (
    "patterns/**/*.toml",
    "models/*.json",
    "models/*.npz",
    "models/CARD.md",
    # What has a dot in its name, such as limits.test.jsonl, measures and is not learned from.
    "corpora/??/*.jsonl",
    "corpora/??-??/*.jsonl",
    "corpora/sample/*.cdb",
    "corpora/sample/*.jsonl",
    "corpora/scenarios/**/*.toml",
)
MAKE_READERS = """
from onceper.lang.languages import language, language_codes
from onceper.lang.games import known_games
from onceper.matching.compile import cues_of_games
from onceper.reader.readers import reader_of

for lang in language_codes():
    for game in (None, *known_games()):
        reader_of(lang, game)
        cues_of_games(language(lang, game))
"""
WITHOUT_READERS = (
    "the readers of the rules could not be made (why stands above), and the wheel goes without them; expected the "
    "dependencies that pyproject.toml lists for this hook; remedy: build in isolation, or install them: else the first "
    "reading on each machine takes seconds"
)


class DataHook(BuildHookInterface[Any]):
    """Force-include the data, which an editable install reads from the checkout instead."""

    def initialize(self, version: str, build_data: dict[str, Any]) -> None:
        """Add each file that reading, tagging and training take to the wheel."""
        if version != "editable":
            root = Path(self.root)
            for file in (file for files in FILES for file in sorted(root.glob(files)) if file.is_file()):
                if not file.stem.endswith(".test"):
                    build_data["force_include"][str(file)] = f"onceper/_data/{file.relative_to(root).as_posix()}"
            kept = root / "build" / "kept"
            if _make_readers(root, kept):
                build_data["force_include"][str(kept)] = "onceper/_data/kept"
            else:
                self.app.display_warning(WITHOUT_READERS)
            if os.environ.get("ONCEPER_COMPILED") == "1":
                _add_compiled(root / "parser", build_data)


def _add_compiled(parser: Path, build_data: dict[str, Any]) -> None:
    """Add the compiled modules that lie beside their sources, which version control does not know."""
    compiled = sorted(parser.rglob(f"*{EXTENSION_SUFFIXES[0]}"))
    if not compiled:
        raise FileNotFoundError(f"{parser} holds no modules compiled for this Python; remedy: run make fast first")
    for file in (*compiled, parser / "onceper" / "_compiled.json"):
        build_data["force_include"][str(file)] = file.relative_to(parser).as_posix()
    build_data |= {"pure_python": False, "infer_tag": True}


def _make_readers(root: Path, kept: Path) -> bool:
    """Make the readers of all languages and keep them in a folder; false where that fails, and why is printed.

    Without them a build is as good, but the first reading on each machine takes as long as this does.
    """
    shutil.rmtree(kept, ignore_errors=True)
    environment = os.environ | {"PYTHONPATH": str(root / "parser"), "ONCEPER_CACHE": str(kept), "ONCEPER_PATTERNS": ""}
    made = subprocess.run([sys.executable, "-c", MAKE_READERS], env=environment, check=False)  # noqa: S603
    return made.returncode == 0 and kept.is_dir()
