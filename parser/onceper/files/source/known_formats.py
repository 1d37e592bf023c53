"""The formats that card texts are read from, told by the content of a file, and by its name where that does not do."""

from __future__ import annotations

import re
from pathlib import Path
from typing import TYPE_CHECKING, Literal, get_args

import msgspec

from onceper.files.opening import ENDINGS, InputError
from onceper.files.source.columns import TEXT_OPTION
from onceper.files.source.json_files import AROUND_CARDS
from onceper.files.source.separated import told_dialect

if TYPE_CHECKING:
    from onceper.files.opening import InputFile
    from onceper.files.source.columns import Columns

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
_MAGIC: dict[bytes, InputFormat] = {SQLITE: "cdb", PARQUET: "parquet", ARROW_FILE: "arrow", ARROW_STREAM: "arrow"}

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

_TABLES = ("csv", "tsv")
_TEXT = ("json", "jsonl", *_TABLES)
# What begins with ASCII has a NUL in UTF-16 and UTF-32, and a mark of its own may stand before it.
_ZIP_OR_UTF_16 = re.compile(rb"PK\x03\x04|\xff\xfe|\xfe\xff|\0.|.\0", re.DOTALL)


class UnknownFormatError(InputError):
    """Neither the content nor the name of a file tells its format."""


def suffix_of(path: Path) -> str:
    """Return the ending of a file's name, that before ``.gz`` and the like where it is compressed."""
    return Path(path.stem).suffix if path.suffix.lower() in ENDINGS else path.suffix


def format_of_suffix(suffix: str) -> InputFormat | None:
    """Return the format that files with this ending are in."""
    return _SUFFIXES.get(suffix.lower())


def tell_format(file: InputFile, suffix: str, columns: Columns, said: InputFormat | None = None) -> InputFormat:
    """Return the format of a file that its content tells, or else the ending of its name, unless it is said.

    Raises:
        UnknownFormatError: neither tells it, or the content is text in another encoding.
    """
    binary = next((found for magic, found in _MAGIC.items() if file.head.startswith(magic)), None)
    named = said or binary or format_of_suffix(suffix)
    # Of a binary format without its first bytes the reader says what it misses.
    if named is not None and named not in _TEXT:
        return named
    if _ZIP_OR_UTF_16.match(file.head):
        is_zip = file.head.startswith(b"PK")
        raise UnknownFormatError(
            f"the file is {'a zip archive, such as a spreadsheet' if is_zip else 'text in UTF-16 or UTF-32'}",
            where=file.name,
            expected=KNOWN,
            remedy="write it in UTF-8: iconv -f UTF-16 -t UTF-8; unpack an archive, and save a spreadsheet as CSV",
        )
    found = said or _told(file.head, named, columns) or named
    if found is None:
        raise UnknownFormatError(
            f"neither the name nor the content tells the format; it begins with {file.head[:16]!r}",
            where=file.name,
            expected=KNOWN,
            remedy=f"convert the file, name its format with --input-format, or its column with {TEXT_OPTION}",
        )
    return found


def _told(head: bytes, named: InputFormat | None, columns: Columns) -> InputFormat | None:
    """Return the format of text that its first line tells; of a table where that names a column of texts by others."""
    line, _, rest = (part.strip() for part in head.lstrip().partition(b"\n"))
    if not line.startswith((b"[", b"{")):
        dialect, names_text = told_dialect(head, columns)
        return "csv" if named not in _TABLES and names_text and dialect.delimiter.encode() in line else named
    try:
        first = msgspec.json.decode(line)
    except (msgspec.DecodeError, UnicodeDecodeError, RecursionError):
        # A document goes on in the next line; a line may be longer than the head.
        return "jsonl" if named == "jsonl" and line.startswith(b"{") else "json"
    if not isinstance(first, dict):
        return "json"
    is_card = columns.hold_text(tuple(first)) and not any(isinstance(first.get(key), list) for key in AROUND_CARDS)
    return "jsonl" if rest.startswith(b"{") or is_card else "json"
