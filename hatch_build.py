"""Put the rules, the models, what they are trained on and readers of the rules into the wheel as ``onceper/_data``.

Where there is a C compiler, the wheel holds compiled modules too, and is one for this platform and Python: it reads
the same in less time. With ``ONCEPER_COMPILED=0`` it is pure Python, with ``=1`` compiled or not made at all. ``python
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
from argparse import ArgumentParser
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
COMPILERS = ("cc", "gcc", "clang", "cl")
_WISH = os.environ.get("ONCEPER_COMPILED", "")
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
        return ["mypy[mypyc]", "setuptools"] if _may_compile() else []

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
            if _may_compile():
                self._add_compiled(root, build_data)

    def _add_compiled(self, root: Path, build_data: dict[str, Any]) -> None:
        """Compile, and add the modules; where that fails and nobody insists, the wheel does without."""
        made = root / "build" / "compiled" / "wheel"
        shutil.rmtree(made, ignore_errors=True)
        # What fails prints why.
        done = subprocess.run([sys.executable, __file__, "--into", made], cwd=root, check=_WISH == "1")  # noqa: S603
        if done.returncode != 0:
            self.app.display_warning("the modules were not compiled: the wheel is pure Python")
            return
        for file in sorted(file for file in made.rglob("*") if file.is_file()):
            build_data["force_include"][str(file)] = file.relative_to(made).as_posix()
        build_data |= {"pure_python": False, "infer_tag": True}


def _may_compile() -> bool:
    return _WISH == "1" or (_WISH != "0" and any(map(shutil.which, COMPILERS)))


def _compile_modules(opt_level: str, into: Path | None) -> None:
    """Compile each module, into a folder or beside its source; note from which, by which the tests know them again."""
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
    command.inplace = into is None
    command.build_lib = str(into)
    command.build_temp = str(made)
    command.ensure_finalized()
    command.run()
    digests = {file.relative_to(PACKAGE).as_posix(): hashlib.sha256(file.read_bytes()).hexdigest() for file in sources}
    noted = (into or PACKAGE.parent) / PACKAGE.name / "_compiled.json"
    noted.write_text(json.dumps(digests, indent=1) + "\n", "utf-8")


def _make_readers(root: Path, kept: Path) -> None:
    """Make the readers of all languages and keep them in a folder, by the dependencies that this hook asks for.

    Without them the first reading on each machine would take as long as this does.
    """
    shutil.rmtree(kept, ignore_errors=True)
    # What a build in isolation has installed stands in the path of this process; what it hides, as a checkout that is
    # installed to be changed, would be hidden from another one's PYTHONPATH.
    path = f"import sys\nsys.path[:] = {[str(root / 'parser'), *sys.path]}"
    environment = os.environ | {"ONCEPER_CACHE": str(kept), "ONCEPER_PATTERNS": ""}
    subprocess.run([sys.executable, "-c", path + MAKE_READERS], env=environment, check=True)  # noqa: S603


if __name__ == "__main__":
    os.chdir(Path(__file__).parent)
    parser = ArgumentParser(description="Compile the modules that every reading runs through.")
    parser.add_argument("level", nargs="?", default="3", help="0, for tests that need no speed, takes less time")
    parser.add_argument("--into", type=Path, help="the folder to write into (beside the sources where none is given)")
    told = parser.parse_args()
    _compile_modules(told.level, told.into)
