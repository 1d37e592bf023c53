"""Replay a log from end to end."""

from __future__ import annotations

from typing import TYPE_CHECKING
from unicodedata import normalize

import msgspec
from msgspec import Struct

from onceper.contract.verdict import Verdict
from onceper.errors import OnceperError
from onceper.evaluator.cards import ImpossibleError
from onceper.evaluator.evaluator import Evaluator
from onceper.evaluator.event import Asked, Done
from onceper.files.tags import tagged_rows
from onceper.replay.log import read_log

if TYPE_CHECKING:
    from collections.abc import Iterator
    from pathlib import Path

    from onceper.replay.log import LogLine


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


def play_log(log: Path, cards: Path, *, lang: str = "en", strict: bool = False) -> Iterator[Outcome]:
    """Replay a log with the cards of a tagged database, and yield what became of each line.

    Where the log does not name its players, they are A and B in turn order.

    Raises:
        InputError: a file cannot be read or holds something else.
        SetupError: the cards or the players cannot make a game.
        ImpossibleError: with ``strict``, at the first line that is wrong or that the limits forbid.
    """
    named, lines = read_log(log)
    told = {getattr(line.event, field, None) for line in lines for field in ("name", "of")}
    # A database may keep the accents of a name apart from its letters.
    called = {normalize(form, name) for name in told if name for form in ("NFC", "NFD")}
    game = Evaluator(tagged_rows(cards, called), players=named or ("A", "B"), lang=lang)
    lines_of: dict[str, int] = {}
    for line in lines:
        outcome = _play(game, line, lines_of)
        yield outcome
        if strict and outcome.problem:
            raise ImpossibleError(outcome.problem, where=f"{log}, line {line.number}")


def _play(game: Evaluator, line: LogLine, lines_of: dict[str, int]) -> Outcome:
    number, written, event = line
    verdict, error = None, None
    if isinstance(event, str):
        written, error = msgspec.json.encode(written.decode(errors="replace")), event
    else:
        try:
            verdict = game.may_happen(event)
            if not isinstance(event, Asked):
                game.apply(event)
        except OnceperError as wrong:
            # The line says where it is; the number of the event would be another one.
            wrong.where = ""
            verdict, error = None, str(wrong)
    if isinstance(event, Done) and not error:
        lines_of.setdefault(event.id, number)
    spent_in = sorted(lines_of[use] for use in (verdict.spent_by if verdict else ()) if use in lines_of)
    return Outcome(number, msgspec.Raw(written), verdict, tuple(spent_in), error, isinstance(event, Asked))
