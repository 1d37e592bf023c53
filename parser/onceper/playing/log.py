"""The log of a Duel: JSON Lines of events and questions."""

from __future__ import annotations

from typing import TYPE_CHECKING, Annotated

import msgspec
from msgspec import Meta, Struct

from onceper.contract import SCHEMA_VERSION
from onceper.evaluator.action import Action
from onceper.evaluator.event import Event, Id
from onceper.files.opening import InputError, opened

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


class Head(Struct, frozen=True, tag_field="type", tag="log", forbid_unknown_fields=True):
    """The first line of a log, which may be left out: its version, and the players in turn order."""

    schema_version: int
    players: Annotated[tuple[Id, ...], Meta(min_length=2, max_length=2)]


class Line(Struct, frozen=True):
    """Hold one line of a log; ``wrong`` says why it cannot be read."""

    number: int
    written: bytes
    event: Event | Asked | None = None
    wrong: str = ""


class Log(Struct, frozen=True):
    """Hold a log; ``players`` are null where it does not name them."""

    players: tuple[str, str] | None
    lines: list[Line]


_decode = msgspec.json.Decoder(Event | Asked | Head).decode


def read_log(path: Path) -> Log:
    """Return the lines of a log, blank ones left out.

    Raises:
        InputError: the file cannot be read.
        LogError: it is of another schema version.
    """
    with opened(path) as file:
        lines = [(number, line.strip()) for number, line in enumerate(file.lines(), start=1) if line.strip()]
    players = None
    found: list[Line] = []
    for read in _lines(lines):
        if not isinstance(read, Head):
            found.append(read)
            continue
        if read.schema_version != SCHEMA_VERSION:
            raise LogError(
                f"schema version {read.schema_version}", where=str(path), expected=f"schema version {SCHEMA_VERSION}"
            )
        first, second = read.players
        players = (first, second)
    return Log(players, found)


def _lines(lines: list[tuple[int, bytes]]) -> Iterator[Line | Head]:
    for place, (number, written) in enumerate(lines):
        try:
            event = _decode(written)
        except msgspec.ValidationError as error:
            yield Line(number, written, wrong=str(error))
            continue
        except (msgspec.DecodeError, UnicodeDecodeError, RecursionError) as error:
            yield Line(number, written, wrong=f"not JSON: {error}; expected one event on each line")
            continue
        if not isinstance(event, Head):
            yield Line(number, written, event)
        elif place == 0:
            yield event
        else:
            yield Line(number, written, wrong="a `log` line inside the log; expected it as the first line")
