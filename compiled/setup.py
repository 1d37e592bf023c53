"""Compile the modules that ``modules.toml`` lists, each beside its source; run from the root of the checkout."""

from __future__ import annotations

import hashlib
import json
import os
import sys
import tomllib
from pathlib import Path

from mypyc.build import mypycify
from setuptools import Distribution
from setuptools.command.build_ext import build_ext

ROOT = Path(__file__).parent.parent
PACKAGE = ROOT / "parser" / "onceper"


def compile_modules(opt_level: str) -> None:
    """Compile, and note which sources this was done from, by which ``onceper --version`` knows them again."""
    os.chdir(ROOT)
    modules = [f"{name}.py" for name in tomllib.loads(Path("compiled/modules.toml").read_text("utf-8"))["modules"]]
    sources = [f"parser/onceper/{module}" for module in modules]
    extensions = mypycify(
        ["--config-file=compiled/mypy.ini", *sources], opt_level=opt_level, debug_level="0", target_dir="build/compiled"
    )
    command = build_ext(Distribution({"name": "onceper", "package_dir": {"": "parser"}, "ext_modules": extensions}))
    command.inplace = True
    command.build_temp = "build/compiled"
    command.ensure_finalized()
    command.run()
    digests = {module: hashlib.sha256((PACKAGE / module).read_bytes()).hexdigest() for module in modules}
    (PACKAGE / "_compiled.json").write_text(json.dumps(digests, indent=1) + "\n", "utf-8")


if __name__ == "__main__":
    # Tests that need no speed take level 0, which compiles in a fraction of the time.
    compile_modules(sys.argv[1] if len(sys.argv) > 1 else "3")
