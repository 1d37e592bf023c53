"""Put the rules, the models, what they are trained on and readers of the rules into the wheel as ``onceper/_data``.

With ``ONCEPER_COMPILED=1`` the wheel holds the compiled modules too, and is one for this platform and Python. ``python
hatch_build.py`` compiles them beside their sources, from which an editable install and the tests then run them.
``ONCEPER_READERS="en ja"`` makes the readers of these languages alone, which takes a fraction of the time.
"""

from __future__ import annotations

import hashlib
import json
import os
import shutil
import subprocess
import sys
import tomllib
from importlib.machinery import EXTENSION_SUFFIXES
from pathlib import Path
from typing import Any

from hatchling.builders.hooks.plugin.interface import BuildHookInterface

FILES = (
    "patterns/**/*.toml",
    "models/*.json",
    "models/*.weights",
    "models/CARD.md",
    # What has a dot in its name, such as limits.test.jsonl, measures and is not learned from.
    "corpora/??/*.jsonl",
    "corpora/??-??/*.jsonl",
    "corpora/sample/*.cdb",
    "corpora/sample/*.jsonl",
    "corpora/scenarios/**/*.toml",
)
PACKAGE = Path("parser", "onceper")
COMPILED = PACKAGE / "_compiled.json"
# `make test` checks the types; here mypy only learns those of the modules that are compiled.
FOR_TYPES = """[mypy]
strict = true
mypy_path = parser
explicit_package_bases = true
namespace_packages = true
ignore_missing_imports = true
ignore_errors = true
[mypy-{untyped}]
follow_imports = skip
"""
MAKE_READERS = """
import os
from onceper.lang.languages import language, language_codes
from onceper.lang.games import known_games
from onceper.matching.compile import ways_of_games
from onceper.reader.readers import reader_of

for lang in os.environ.get("ONCEPER_READERS", "").split() or language_codes():
    for game in (None, *known_games()):
        reader_of(lang, game)
        ways_of_games(language(lang, game))
"""


class DataHook(BuildHookInterface[Any]):
    """Force-include the data, which an editable install reads from the checkout instead."""

    def dependencies(self) -> list[str]:
        """Ask for the compiler where modules are to be compiled."""
        return ["mypy[mypyc]", "setuptools"] if _is_asked_for() else []

    def initialize(self, version: str, build_data: dict[str, Any]) -> None:
        """Add each file that reading, tagging and training take to the wheel."""
        if version != "editable":
            root = Path(self.root)
            for file in (file for files in FILES for file in sorted(root.glob(files)) if file.is_file()):
                if not file.stem.endswith(".test"):
                    build_data["force_include"][str(file)] = f"onceper/_data/{file.relative_to(root).as_posix()}"
            kept = root / "build" / "kept"
            _make_readers(root, kept)
            build_data["force_include"][str(kept)] = "onceper/_data/kept"
            if _is_asked_for():
                _add_compiled(root, build_data)


def _is_asked_for() -> bool:
    return os.environ.get("ONCEPER_COMPILED") == "1"


def _add_compiled(root: Path, build_data: dict[str, Any]) -> None:
    """Compile, and add the modules, which version control does not know."""
    subprocess.run([sys.executable, __file__], cwd=root, check=True)  # noqa: S603
    parser = root / "parser"
    for file in sorted(parser.rglob(f"*{EXTENSION_SUFFIXES[0]}")):
        build_data["force_include"][str(file)] = file.relative_to(parser).as_posix()
    build_data |= {"pure_python": False, "infer_tag": True}


def _compile_modules(opt_level: str) -> None:
    """Compile each module beside its source; note from which, by which the tests know them again."""
    # Only who compiles has these installed.
    from mypyc.build import mypycify  # noqa: PLC0415
    from setuptools import Distribution  # noqa: PLC0415
    from setuptools.command.build_ext import build_ext  # noqa: PLC0415

    build = tomllib.loads(Path("pyproject.toml").read_text("utf-8"))["tool"]["hatch"]["build"]
    told = build["targets"]["wheel"]["hooks"]["custom"]
    sources = [PACKAGE / f"{module}.py" for module in told["compiled"]]
    made = Path("build", "compiled")
    made.mkdir(parents=True, exist_ok=True)
    configuration = made / "mypy.ini"
    configuration.write_text(FOR_TYPES.format(untyped=",".join(told["untyped"])), "utf-8")
    extensions = mypycify(
        [f"--config-file={configuration}", *map(str, sources)],
        opt_level=opt_level,
        debug_level="0",
        target_dir=str(made),
    )
    command = build_ext(Distribution({"name": "onceper", "package_dir": {"": "parser"}, "ext_modules": extensions}))
    command.inplace = True
    command.build_temp = str(made)
    command.ensure_finalized()
    command.run()
    digests = {file.relative_to(PACKAGE).as_posix(): hashlib.sha256(file.read_bytes()).hexdigest() for file in sources}
    COMPILED.write_text(json.dumps(digests, indent=1) + "\n", "utf-8")


def _make_readers(root: Path, kept: Path) -> None:
    """Make the readers of all languages and keep them in a folder, by the dependencies that this hook asks for.

    Without them the first reading on each machine would take as long as this does.
    """
    shutil.rmtree(kept, ignore_errors=True)
    environment = os.environ | {"PYTHONPATH": str(root / "parser"), "ONCEPER_CACHE": str(kept), "ONCEPER_PATTERNS": ""}
    subprocess.run([sys.executable, "-c", MAKE_READERS], env=environment, check=True)  # noqa: S603


if __name__ == "__main__":
    os.chdir(Path(__file__).parent)
    # Tests that need no speed take level 0, which compiles in a fraction of the time.
    _compile_modules(sys.argv[1] if len(sys.argv) > 1 else "3")
