"""The formats that card texts are read from, and the endings of their names."""

from __future__ import annotations

from pathlib import Path
from typing import Literal, get_args

from onceper.files.unpacking import ENDINGS

InputFormat = Literal["cdb", "json", "jsonl", "csv", "tsv", "parquet", "arrow"]
INPUT_FORMATS: tuple[InputFormat, ...] = get_args(InputFormat)
KNOWN = (
    "an EDOPro .cdb, JSON (of YGOPRODeck or YAML Yugi, or an array of objects), JSON Lines, CSV or TSV with a line of "
    "column names, Parquet, or Arrow; compressed (gzip, bzip2, xz, zstd) or not"
)

# The first bytes of those that have some of their own.
SQLITE = b"SQLite format 3\x00"
PARQUET = b"PAR1"
ARROW_FILE = b"ARROW1"
ARROW_STREAM = b"\xff\xff\xff\xff"

_SUFFIXES: dict[str, InputFormat] = {
    ".cdb": "cdb",
    ".json": "json",
    ".jsonl": "jsonl",
    ".ndjson": "jsonl",
    ".csv": "csv",
    ".tsv": "tsv",
    ".tab": "tsv",
    ".parquet": "parquet",
    ".pq": "parquet",
    ".arrow": "arrow",
    ".arrows": "arrow",
    ".feather": "arrow",
    ".ipc": "arrow",
}

ENDING_OF: dict[InputFormat, str] = {found: ending for ending, found in reversed(_SUFFIXES.items())}
"""The usual ending of each."""


def suffix_of(path: Path) -> str:
    """Return the ending of a file's name, that before ``.gz`` and the like where it is compressed."""
    return Path(path.stem).suffix if path.suffix.lower() in ENDINGS else path.suffix


def format_of_suffix(suffix: str) -> InputFormat | None:
    """Return the format that files with this ending are in."""
    return _SUFFIXES.get(suffix.lower())
