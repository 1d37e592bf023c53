"""The log of a Duel: JSON Lines of events and questions."""

from __future__ import annotations

from typing import TYPE_CHECKING, Annotated

import msgspec
from msgspec import Meta, Struct

from onceper.contract import SCHEMA_VERSION
from onceper.evaluator.action import Action
from onceper.evaluator.event import Event, Id, explain
from onceper.files.opening import InputError, open_input

if TYPE_CHECKING:
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
    event: Event | Asked | LogHead | None = None
    wrong: str = ""


class Log(Struct, frozen=True):
    """Hold a log; ``players`` are null where it does not name them."""

    players: tuple[str, str] | None
    lines: list[LogLine]


# Every event of an older version is one of this.
_READ = tuple(range(1, SCHEMA_VERSION + 1))
_HEAD_WITHIN = "a `log` line inside the log; expected it as the first line"
_EXAMPLE = 'JSON Lines, such as {"type": "chain_ended"}'
_BOM = b"\xef\xbb\xbf"
_decode = msgspec.json.Decoder(Event | Asked | LogHead).decode


def read_log(path: Path) -> Log:
    """Return the lines of a log, blank ones left out.

    Raises:
        InputError: the file cannot be read.
        LogError: it is of another schema version, or holds no event.
    """
    with open_input(path, "the log of a Duel, JSON Lines of events") as file:
        numbered = enumerate((line.removeprefix(_BOM).strip() for line in file.lines()), start=1)
        lines = [_read_line(number, line) for number, line in numbered if line]
    players = None
    head = lines[0].event if lines else None
    if isinstance(head, LogHead):
        if head.schema_version not in _READ:
            raise LogError(
                f"schema version {head.schema_version!r}",
                where=str(path),
                expected=f"schema version {', '.join(map(str, _READ[:-1]))} or {_READ[-1]}",
                remedy="write the log anew for one of these, or install the onceper that reads it",
            )
        first, second = head.players
        players = (first, second)
        del lines[0]
    elif lines and b'"log"' in lines[0].written and not head:
        expected = "`schema_version` and two `players`"
        raise LogError(lines[0].wrong, where=f"{path}, line {lines[0].number}", expected=expected)
    if not any(line.event for line in lines) and not (lines == [] and players):
        wrong = f"; line {lines[0].number}: {lines[0].wrong}" if lines else ""
        raise LogError(f"none of the lines is an event{wrong}", where=str(path), expected=_EXAMPLE)
    return Log(players, [_refuse_head(line) for line in lines])


def _refuse_head(line: LogLine) -> LogLine:
    """Return a line behind the first as wrong where it is a head."""
    is_head = isinstance(line.event, LogHead)
    return LogLine(line.number, line.written, wrong=_HEAD_WITHIN) if is_head else line


def _read_line(number: int, written: bytes) -> LogLine:
    try:
        return LogLine(number, written, _decode(written))
    except msgspec.ValidationError as error:
        return LogLine(number, written, wrong=explain(error))
    except (msgspec.DecodeError, UnicodeDecodeError, RecursionError) as error:
        return LogLine(number, written, wrong=f"not JSON: {error}; expected one event on each line")
