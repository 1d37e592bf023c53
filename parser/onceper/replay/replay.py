"""The log of a Duel, JSON Lines of events and questions, replayed from end to end."""

from __future__ import annotations

from codecs import BOM_UTF8
from typing import TYPE_CHECKING, Annotated, Any, NamedTuple
from unicodedata import normalize

import msgspec
from msgspec import Meta, Struct

from onceper.contract import SCHEMA_VERSION
from onceper.contract.verdict import Verdict
from onceper.errors import OnceperError
from onceper.evaluator.action import explain
from onceper.evaluator.cards import ImpossibleError
from onceper.evaluator.evaluator import Evaluator
from onceper.evaluator.event import Asked, Done, Event, Id
from onceper.files.opening import InputError, open_input
from onceper.files.tags import tagged_rows

if TYPE_CHECKING:
    from collections.abc import Iterator
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
    told: Any


class Outcome(Struct, frozen=True):
    """Hold what became of one line of a log.

    ``event`` is the line as it was written. ``verdict`` is null where limits do not speak of such an event.
    ``spent_in`` are the lines of what had spent the limit that stands in the way. ``error`` tells why the line
    could not be played, and then nothing happened; an event that the limits forbid is played all the same.
    """

    line: int
    event: msgspec.Raw
    verdict: Verdict | None = None
    spent_in: tuple[int, ...] = ()
    error: str | None = None
    is_question: bool = False

    @property
    def problem(self) -> str | None:
        """Return what is wrong with the line, or null; a question is not wrong by its answer."""
        if self.error or self.is_question or self.verdict is None or self.verdict.allowed:
            return self.error
        lines = f" (line {', '.join(map(str, self.spent_in))})" if self.spent_in else ""
        return f"not allowed: {self.verdict.because}{lines}"


_Line = Event | Asked | LogHead
_decoder: msgspec.json.Decoder[_Line] = msgspec.json.Decoder(_Line)


def play_log(log: Path, cards: Path, *, lang: str = "en", strict: bool = False) -> Iterator[Outcome]:
    """Replay a log with the cards of a tagged database, and yield what became of each line.

    Raises:
        InputError: a file cannot be read or holds something else.
        SetupError: the cards or the players cannot make a game.
        ImpossibleError: with ``strict``, at the first line that is wrong or that the limits forbid.
    """
    players, lines = read_log(log)
    names = {getattr(line.told, field, None) for line in lines for field in ("name", "of")}
    # A database may keep the accents of a name apart from its letters.
    called = {normalize(form, name) for name in names if name for form in ("NFC", "NFD")}
    game = Evaluator(tagged_rows(cards, called), players=players, lang=lang)
    lines_of: dict[str, int] = {}
    for line in lines:
        outcome = _play(game, line, lines_of)
        yield outcome
        if strict and outcome.problem:
            raise ImpossibleError(outcome.problem, where=f"{log}, line {line.number}")


def read_log(path: Path) -> tuple[tuple[str, str], list[LogLine]]:
    """Return the players that a log names, or A and B, and its lines, blank ones left out.

    Raises:
        InputError: the file cannot be read.
        LogError: it is of another schema version, or holds no event.
    """
    with open_input(path, "the log of a Duel, JSON Lines of events") as file:
        numbered = enumerate((line.removeprefix(BOM_UTF8).strip() for line in file.lines()), start=1)
        lines = [LogLine(number, line, _read_line(line)) for number, line in numbered if line]
    first = lines[0].told if lines else None
    if isinstance(first, LogHead):
        return first.players, lines[1:]
    if isinstance(first, str) and b'"log"' in lines[0].written:
        raise LogError(
            first,
            where=f"{path}",
            expected='a head such as {"type": "log", "schema_version": 1, "players": ["A", "B"]}',
            remedy="write the head so, or install the onceper that reads this version",
        )
    if lines and all(isinstance(line.told, str) for line in lines):
        raise LogError(
            f"none of the lines is an event; line {lines[0].number}: {first}",
            where=f"{path}",
            expected='JSON Lines, such as {"type": "chain_ended"}',
        )
    return ("A", "B"), lines


def _read_line(written: bytes) -> _Line | str:
    try:
        return _decoder.decode(written)
    except msgspec.ValidationError as error:
        return explain(error, _Line)
    except (msgspec.DecodeError, UnicodeDecodeError, RecursionError) as error:
        return f"not JSON: {error}; expected one event on each line"


def _play(game: Evaluator, line: LogLine, lines_of: dict[str, int]) -> Outcome:
    number, written, told = line
    verdict, error = None, None
    if isinstance(told, LogHead):
        told = "a head behind the first line; expected an event"
    if isinstance(told, str):
        written, error = msgspec.json.encode(written.decode(errors="replace")), told
    else:
        try:
            verdict = game.may_happen(told)
            if not isinstance(told, Asked):
                game.apply(told)
        except OnceperError as wrong:
            # The line says where it is; the number of the event would be another one.
            wrong.where = ""
            verdict, error = None, str(wrong)
    if isinstance(told, Done) and not error:
        lines_of.setdefault(told.id, number)
    spent_in = sorted(lines_of[use] for use in (verdict.spent_by if verdict else ()) if use in lines_of)
    return Outcome(number, msgspec.Raw(written), verdict, tuple(spent_in), error, isinstance(told, Asked))
