"""What is done with a hostile file."""

from __future__ import annotations

from itertools import repeat
from pathlib import Path
from tempfile import TemporaryDirectory

from card_files import OPENED

from onceper.files.formats import source_of
from onceper.files.tags import tagged_rows
from onceper.tagging.run import tag_file


def read_file(name: str, content: bytes) -> int:
    """Read card texts from a file of this name and content, and return how many there are."""
    with TemporaryDirectory() as folder:
        path = Path(folder) / name
        path.write_bytes(content)
        with source_of(path) as source:
            return sum(1 for _ in source.cards)


def tag_content(name: str, content: bytes) -> int:
    """Tag a file of this name and content, and return how many rows come out."""
    with TemporaryDirectory() as folder:
        path = Path(folder) / name
        path.write_bytes(content)
        return tag_file(path, Path(folder) / "tags.jsonl", lang="en", quiet=True).rows


def read_tags(name: str, content: bytes) -> int:
    """Read rows back from a tagging of this name and content, and return how many there are."""
    with TemporaryDirectory() as folder:
        path = Path(folder) / name
        path.write_bytes(content)
        return sum(1 for _ in tagged_rows(path))


def read_bomb(name: str, ending: str, head: bytes, repeated: bytes) -> int:
    """Read card texts from a compressed file that unpacks to a gigabyte of the same, and return how many there are."""
    with TemporaryDirectory() as folder:
        path = Path(folder) / f"{name}{ending}"
        with OPENED[ending](path) as packed:
            packed.write(head)
            piece = repeated * ((1 << 20) // len(repeated))
            for same in repeat(piece, 1 << 10):
                packed.write(same)
        with source_of(path) as source:
            return sum(1 for _ in source.cards)
