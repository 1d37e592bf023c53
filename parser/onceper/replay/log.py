"""The log of a Duel: JSON Lines of events and questions."""

from __future__ import annotations

from typing import TYPE_CHECKING, Annotated

import msgspec
from msgspec import Meta, Struct

from onceper.contract import SCHEMA_VERSION
from onceper.evaluator.action import Action
from onceper.evaluator.event import Event, Id
from onceper.evaluator.typed import explain
from onceper.files.opening import InputError, open_input

if TYPE_CHECKING:
    from collections.abc import Iterator
    from pathlib import Path


class LogError(InputError):
    """The log of a Duel cannot be read at all."""


class Asked(Struct, frozen=True, tag_field="type", tag="asked", forbid_unknown_fields=True):
    """Somebody wants to know whether a player may do something now; nothing happens."""

    copy: Id
    action: Action
    player: Id


class LogHead(Struct, frozen=True, tag_field="type", tag="log", forbid_unknown_fields=True):
    """The first line of a log, which may be left out: its version, and the players in turn order."""

    schema_version: int
    players: Annotated[tuple[Id, ...], Meta(min_length=2, max_length=2)]


class LogLine(Struct, frozen=True):
    """Hold one line of a log; ``wrong`` says why it cannot be read."""

    number: int
    written: bytes
    event: Event | Asked | None = None
    wrong: str = ""


class Log(Struct, frozen=True):
    """Hold a log; ``players`` are null where it does not name them."""

    players: tuple[str, str] | None
    lines: list[LogLine]


# Every event of version 1 is one of version 2.
_READ = (1, SCHEMA_VERSION)
_EXAMPLE = 'JSON Lines, such as {"type": "chain_ended"}'
_BOM = b"\xef\xbb\xbf"
_decode = msgspec.json.Decoder(Event | Asked | LogHead).decode


def read_log(path: Path) -> Log:
    """Return the lines of a log, blank ones left out.

    Raises:
        InputError: the file cannot be read.
        LogError: it is of another schema version.
    """
    if path.is_file() and not path.stat().st_size:
        raise LogError("the log is empty", where=str(path), expected=_EXAMPLE)
    with open_input(path, "the log of a Duel, JSON Lines of events") as file:
        numbered = enumerate((line.removeprefix(_BOM).strip() for line in file.lines()), start=1)
        lines = [(number, line) for number, line in numbered if line]
    _check_head(lines[0][1] if lines else b"", path)
    players = None
    found: list[LogLine] = []
    for read in _parse_lines(lines):
        if not isinstance(read, LogHead):
            found.append(read)
            continue
        first, second = read.players
        players = (first, second)
    if found and not any(line.event for line in found):
        raise LogError(
            f"none of the lines is an event; line {found[0].number}: {found[0].wrong}",
            where=str(path),
            expected=_EXAMPLE,
        )
    return Log(players, found)


def _check_head(first: bytes, path: Path) -> None:
    """Refuse a log whose first line says that it is of another version, or is no proper head."""
    try:
        written = msgspec.json.decode(first)
    except (msgspec.DecodeError, UnicodeDecodeError, RecursionError):
        return
    if not isinstance(written, dict) or written.get("type") != "log":
        return
    version = written.get("schema_version")
    if version not in _READ:
        raise LogError(
            f"schema version {version!r}",
            where=str(path),
            expected=f"schema version {' or '.join(map(str, _READ))}",
            remedy="write the log anew for one of these, or install the onceper that reads it",
        )
    try:
        msgspec.convert(written, LogHead)
    except msgspec.ValidationError as error:
        raise LogError(str(error), where=f"{path}, line 1", expected="`schema_version` and two `players`") from error


def _parse_lines(lines: list[tuple[int, bytes]]) -> Iterator[LogLine | LogHead]:
    for place, (number, written) in enumerate(lines):
        try:
            event = _decode(written)
        except msgspec.ValidationError as error:
            yield LogLine(number, written, wrong=explain(error))
            continue
        except (msgspec.DecodeError, UnicodeDecodeError, RecursionError) as error:
            yield LogLine(number, written, wrong=f"not JSON: {error}; expected one event on each line")
            continue
        if not isinstance(event, LogHead):
            yield LogLine(number, written, event)
        elif place == 0:
            yield event
        else:
            yield LogLine(number, written, wrong="a `log` line inside the log; expected it as the first line")
