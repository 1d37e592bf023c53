"""Card texts from JSON Lines: one JSON object a line, with at least ``text``."""

from __future__ import annotations

from contextlib import contextmanager
from itertools import chain
from typing import TYPE_CHECKING, Any, get_args

import msgspec

from onceper.contract.reading import Field
from onceper.files.card_text import CardText
from onceper.files.opening import InputError
from onceper.files.source.source import Source

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator
    from pathlib import Path

    from onceper.files.opening import InputFile

_BOM = b"\xef\xbb\xbf"
# A file of another shape shows in its first lines; a bad row among good ones is only that row's error.
_SHAPE_LINES = 100
_SHAPE_BYTES = 1 << 20
_FIELDS = get_args(Field)
_NAMES_OF_TYPES = {
    type(None): "null",
    bool: "a boolean",
    int: "an integer",
    float: "a number",
    str: "a string",
    list: "an array",
    dict: "an object",
}
_TYPES: dict[str, tuple[type, ...]] = {
    "text": (str,),
    "id": (str, int, type(None)),
    "name": (str, type(None)),
    "lang": (str, type(None)),
    "game": (str, type(None)),
    "field": (str, type(None)),
}

_Numbered = tuple[int, bytes]


class NotJsonLinesError(InputError):
    """A file is not JSON Lines of card texts."""


class _Line(msgspec.Struct):
    text: str
    id: str | int | None = None
    name: str | None = None
    lang: str | None = None
    game: str | None = None
    field: Field | None = None


@contextmanager
def json_lines(file: InputFile) -> Iterator[Source]:
    """Read JSON Lines with ``text`` and, where known, ``id``, ``name``, ``lang``, ``game``, ``field``.

    Other keys are ignored, as are blank lines and a byte order mark. A text without ``id`` is called after
    its line, such as ``line 3``. Line ends inside a text are kept as they are.

    Raises:
        NotJsonLinesError: not one of the first lines is an object with ``text``.
        InputError: once the texts are read, the gzipped file is cut off.
    """
    lines = _checked(_numbered(file), file.path)
    yield Source(_card_texts(lines, file.path), file.share_read, one_language=False)


def _numbered(file: InputFile) -> Iterator[_Numbered]:
    for number, line in enumerate(file.lines(), start=1):
        content = line.rstrip()
        if number == 1:
            content = content.removeprefix(_BOM)
        if content:
            yield number, content


def _checked(lines: Iterator[_Numbered], path: Path) -> Iterator[_Numbered]:
    first: list[_Numbered] = []
    size = 0
    for number, line in lines:
        first.append((number, line))
        size += len(line)
        if "text" in (_object(line)[0] or {}):
            return chain(first, lines)
        if len(first) == _SHAPE_LINES or size > _SHAPE_BYTES:
            break
    raise _other_shape(first, path)


def _other_shape(first: list[_Numbered], path: Path) -> NotJsonLinesError:
    expected = 'JSON Lines, an object with "text" on each line'
    if not first:
        return NotJsonLinesError(
            "the file holds only blank lines",
            where=str(path),
            expected=expected,
            remedy="check how the file was made, or download it again",
        )
    number, line = first[0]
    found, problem = _object(line)
    what = problem if found is None else _wrong_values(found)
    return NotJsonLinesError(
        what if len(first) == 1 else f"{what}; nor do the {len(first) - 1} lines after it hold a card text",
        where=f"{path}, line {number}",
        expected=expected,
        remedy='write each text on a line of its own, such as {"id": "1", "lang": "en", "text": "…"}; '
        "`jq -c '.[]'` makes such lines from an array",
    )


def _card_texts(lines: Iterator[_Numbered], path: Path) -> Iterator[CardText]:
    decode = msgspec.json.Decoder(_Line).decode
    for number, line in lines:
        where = f"{path}, line {number}"
        try:
            found = decode(line)
        except (msgspec.DecodeError, UnicodeDecodeError, RecursionError):
            yield _bad_row(line, number, where)
            continue
        yield CardText(
            id=str(found.id) if found.id is not None else f"line {number}",
            where=where,
            name=found.name,
            lang=found.lang or None,
            game=found.game or None,
            field=found.field or "text",
            text=found.text,
        )


def _object(line: bytes) -> tuple[dict[str, Any] | None, str]:
    """Return the object on a line, or null and what the line holds instead."""
    try:
        line.decode()
        found = msgspec.json.decode(line)
    except UnicodeDecodeError as error:
        return None, f"not UTF-8; byte {error.start} of the line is 0x{line[error.start]:02x}"
    except msgspec.DecodeError as error:
        return None, f"not JSON; {str(error).removeprefix('JSON is malformed: ')}"
    except RecursionError:
        return None, "not a card text; the JSON is nested too deeply"
    if not isinstance(found, dict):
        return None, f"not an object; the line holds {_NAMES_OF_TYPES[type(found)]}"
    return found, ""


def _bad_row(line: bytes, number: int, where: str) -> CardText:
    found, problem = _object(line)
    if found is None:
        # Bytes that are not UTF-8 stand in one value as a rule: the others still tell which card it was.
        known = _object(line.decode(errors="replace").encode())[0] or {}
    else:
        known, problem = found, _wrong_values(found)
    good = {key: known[key] for key, types in _TYPES.items() if key in known and type(known[key]) in types}
    card_id = good.get("id")
    return CardText(
        id=str(card_id) if card_id is not None else f"line {number}",
        where=where,
        name=good.get("name"),
        lang=good.get("lang") or None,
        game=good.get("game") or None,
        field=good["field"] if good.get("field") in _FIELDS else "text",
        error=problem,
    )


def _wrong_values(found: dict[str, Any]) -> str:
    if "text" not in found:
        return f"no text; the keys are {', '.join(found) or 'none'}"
    wrong = [
        _wrong(key, _NAMES_OF_TYPES[type(found[key])], (_NAMES_OF_TYPES[kind] for kind in types))
        for key, types in _TYPES.items()
        if key in found and type(found[key]) not in types
    ]
    if isinstance(found.get("field"), str) and found["field"] not in _FIELDS:
        wrong.append(_wrong("field", repr(found["field"]), _FIELDS))
    return "; ".join(wrong)


def _wrong(key: str, found: str, expected: Iterable[str]) -> str:
    return f"{key} is {found}; expected {' or '.join(expected)}"
