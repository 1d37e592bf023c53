"""The pages of the project and their blocks."""

from __future__ import annotations

import re
import textwrap
from pathlib import Path
from typing import NamedTuple

ROOT = Path(__file__).resolve().parents[2]
PAGES = sorted([*ROOT.glob("*.md"), *ROOT.glob("docs/**/*.md"), *ROOT.glob("models/*.md")])
_BLOCK = re.compile(r"^(?P<indent> *)```(?P<kind>\w*)\n(?P<text>.*?)^(?P=indent)```$", re.MULTILINE | re.DOTALL)
# The first line of a block of TOML names the file that it is a part of.
_FILE = re.compile(r"# (mine/\S+\.toml)\n")


class Block(NamedTuple):
    page: Path
    kind: str
    text: str


def name_of(page: Path) -> str:
    return page.relative_to(ROOT).as_posix()


def blocks(*kinds: str) -> list[Block]:
    return [block for page in PAGES for block in blocks_of(page) if block.kind in kinds]


def blocks_of(page: Path) -> list[Block]:
    text = page.read_text(encoding="utf-8")
    return [Block(page, found["kind"], textwrap.dedent(found["text"])) for found in _BLOCK.finditer(text)]


def write_patterns(page: Path, folder: Path) -> bool:
    """Write the files that the TOML blocks of a page name, and tell whether there are any."""
    is_any = False
    for block in blocks_of(page):
        if block.kind == "toml" and (named := _FILE.match(block.text)):
            is_any = True
            path = folder / named[1]
            path.parent.mkdir(parents=True, exist_ok=True)
            with path.open("a", encoding="utf-8") as file:
                file.write(block.text)
    return is_any
