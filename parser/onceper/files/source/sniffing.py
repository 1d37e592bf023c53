"""Which format a file of card texts is in: told by its content, and by its name where that leaves it open."""

from __future__ import annotations

import re
from typing import TYPE_CHECKING, cast

import msgspec

from onceper.files.opening import InputError
from onceper.files.source.columns import TEXT_OPTION
from onceper.files.source.json_document import array_around_cards
from onceper.files.source.known_formats import ARROW_FILE, ARROW_STREAM, KNOWN, PARQUET, SQLITE, format_of_suffix
from onceper.files.source.separated import told_dialect

if TYPE_CHECKING:
    from onceper.files.opening import InputFile
    from onceper.files.source.columns import Columns
    from onceper.files.source.known_formats import InputFormat

_MAGIC: dict[bytes, InputFormat] = {
    SQLITE: "cdb",
    PARQUET: "parquet",
    ARROW_FILE: "arrow",
    ARROW_STREAM: "arrow",
}
_JSON = frozenset({"json", "jsonl"})
_TABLES = frozenset({"csv", "tsv"})
TEXT_FORMATS = _JSON | _TABLES
"""What is read as text, and must be in UTF-8."""
_FOREIGN = {
    re.compile(rb"PK\x03\x04"): ("a zip archive, such as a spreadsheet", "unpack it, or save the spreadsheet as CSV"),
    **{
        re.compile(begins, re.DOTALL): (f"text in {name}", f"write it in UTF-8: iconv -f {coded} -t UTF-8")
        for begins, name, coded in (
            (rb"\xff\xfe\0\0|\0\0\xfe\xff", "UTF-32", "UTF-32"),
            (rb"\xff\xfe|\xfe\xff", "UTF-16", "UTF-16"),
            # Without a mark at the beginning: what comes first is ASCII in all formats.
            (rb"[^\0]\0\0\0", "UTF-32", "UTF-32LE"),
            (rb"\0\0\0[^\0]", "UTF-32", "UTF-32BE"),
            (rb"[^\0]\0[^\0]\0", "UTF-16", "UTF-16LE"),
            (rb"\0[^\0]\0[^\0]", "UTF-16", "UTF-16BE"),
        )
    },
}
_LINE_OF_OLD = re.compile(rb"[^\r\n]++\r[^\r\n]")
_LINE_OF_OLD_JSON = re.compile(rb"\}[ \t]*+\r[ \t]*+\{")


class UnknownFormatError(InputError):
    """Neither the content nor the name of a file tells its format, or they tell different ones."""


def tell_format(file: InputFile, suffix: str, columns: Columns) -> InputFormat:
    """Return the format of a file, whose name has this ending.

    Raises:
        UnknownFormatError: its content is of no known format, or contradicts the ending.
    """
    for magic, binary in _MAGIC.items():
        if file.head.startswith(magic):
            return binary
    named = format_of_suffix(suffix)
    # Of a binary format without its first bytes the reader says what it misses.
    if named is not None and named not in TEXT_FORMATS:
        return named
    refuse_foreign(file, named)
    begins_json = file.head.lstrip()[:1] in {b"[", b"{"}
    told = _told_json(file.head, named, columns) if begins_json else _told_table(file.head, columns)
    if told is None and named is None:
        raise UnknownFormatError(
            f"neither the name nor the content tells the format; it begins with {file.head[:16]!r}",
            where=file.name,
            expected=KNOWN,
            remedy=f"convert the file, name its format with --input-format, or its column with {TEXT_OPTION}",
        )
    if told and named and (told in _JSON) != (named in _JSON):
        raise UnknownFormatError(
            f"the name ends in {suffix}, but the file holds {'JSON' if told in _JSON else 'CSV'}",
            where=file.name,
            expected=KNOWN,
            remedy=f"rename it, or read it as what it is with --input-format {told}",
        )
    # Which sign is between the cells is told later; a name says it as well.
    found = named if named in _TABLES else told or named
    return cast("InputFormat", found)


def refuse_foreign(file: InputFile, named: InputFormat | None) -> None:
    """Check that a file of text can be read as UTF-8, and one that is said to be a table in lines.

    Raises:
        UnknownFormatError: it is in another encoding, is an archive, or has the line ends of old.
    """
    if named in _TABLES and b"\n" not in file.head and _LINE_OF_OLD.match(file.head):
        raise UnknownFormatError(
            "its lines end in a carriage return alone",
            where=file.name,
            expected="lines that end in a line feed, with a carriage return before it or without",
            remedy="mend the line ends: tr '\\r' '\\n' < FILE",
        )
    for foreign, (what, remedy) in _FOREIGN.items():
        if foreign.match(file.head):
            raise UnknownFormatError(f"the file is {what}", where=file.name, expected=KNOWN, remedy=remedy)


def _told_json(head: bytes, named: InputFormat | None, columns: Columns) -> InputFormat:
    text = head.lstrip()
    if text.startswith(b"["):
        # In JSON Lines an array is a bad line among good ones.
        return "jsonl" if named == "jsonl" and not re.match(rb"\[\s*(?:[{\]]|$)", text) else "json"
    if b"\n" not in text and _LINE_OF_OLD_JSON.search(text):
        # One value behind the other, whatever is between them.
        return "json"
    line, _, rest = (part.strip() for part in text.partition(b"\n"))
    try:
        first = msgspec.json.decode(line)
    except (msgspec.DecodeError, UnicodeDecodeError, RecursionError):
        # A document goes on in the next line; a line may be longer than the head.
        return "jsonl" if rest.startswith(b"{") or (named == "jsonl" and not rest) else "json"
    arrays = (key for key, value in first.items() if isinstance(value, list))
    is_card = columns.hold_text(tuple(first)) and not array_around_cards(arrays)
    return "jsonl" if rest.startswith(b"{") or is_card else "json"


def _told_table(head: bytes, columns: Columns) -> InputFormat | None:
    """Tell a table by a first line that names a column of texts, beside others."""
    dialect = told_dialect(head, columns)
    line = head.lstrip().partition(b"\n")[0]
    return "csv" if dialect and dialect.delimiter.encode() in line else None
