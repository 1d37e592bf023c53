"""The log of a Duel: JSON Lines of events and questions."""

from __future__ import annotations

from typing import TYPE_CHECKING, Annotated, NamedTuple

import msgspec
from msgspec import Meta, Struct

from onceper.contract import SCHEMA_VERSION
from onceper.errors import translate
from onceper.evaluator.action import explain
from onceper.evaluator.event import Asked, Event, Id
from onceper.files.opening import InputError, open_input

if TYPE_CHECKING:
    from pathlib import Path


class LogError(InputError):
    """The log of a Duel cannot be read at all."""


class LogHead(Struct, frozen=True, tag_field="type", tag="log", forbid_unknown_fields=True):
    """The first line of a log, which may be left out: its version, and the players in turn order."""

    # Every event of an older version is one of this.
    schema_version: Annotated[int, Meta(ge=1, le=SCHEMA_VERSION)]
    players: tuple[Id, Id]


class LogLine(NamedTuple):
    """Hold one line of a log with what it tells, or why it tells nothing."""

    number: int
    written: bytes
    event: Event | Asked | str


_BOM = b"\xef\xbb\xbf"
_decoder: msgspec.json.Decoder[Event | Asked] = msgspec.json.Decoder(Event | Asked)


def read_log(path: Path) -> tuple[tuple[str, str] | None, list[LogLine]]:
    """Return the players that a log names, or null, and its lines, blank ones left out.

    Raises:
        InputError: the file cannot be read.
        LogError: it is of another schema version, or holds no event.
    """
    with open_input(path, "the log of a Duel, JSON Lines of events") as file:
        numbered = enumerate((line.removeprefix(_BOM).strip() for line in file.lines()), start=1)
        lines = [LogLine(number, line, _read_line(line)) for number, line in numbered if line]
    players = None
    if lines and isinstance(lines[0].event, str) and b'"log"' in lines[0].written:
        expected = 'a head such as {"type": "log", "schema_version": 1, "players": ["A", "B"]}'
        remedy = "write the head so, or install the onceper that reads this version"
        with translate(
            msgspec.MsgspecError, lambda error: LogError(f"{error}", where=f"{path}", expected=expected, remedy=remedy)
        ):
            players = msgspec.json.decode(lines.pop(0).written, type=LogHead).players
    if lines and all(isinstance(line.event, str) for line in lines):
        wrong = f"none of the lines is an event; line {lines[0].number}: {lines[0].event}"
        raise LogError(wrong, where=f"{path}", expected='JSON Lines, such as {"type": "chain_ended"}')
    return players, lines


def _read_line(written: bytes) -> Event | Asked | str:
    try:
        return _decoder.decode(written)
    except msgspec.ValidationError as error:
        return explain(error, Event | Asked)
    except (msgspec.DecodeError, UnicodeDecodeError, RecursionError) as error:
        return f"not JSON: {error}; expected one event on each line"
