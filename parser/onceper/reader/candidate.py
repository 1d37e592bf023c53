"""What is read in a clause or a sentence: each reading with its place in the template, kept for whoever prints it."""

from __future__ import annotations

from collections.abc import Mapping  # noqa: TC003  mypyc resolves what a record names
from typing import TYPE_CHECKING, NamedTuple

from onceper.contract.span import Reason, Span  # noqa: TC001  mypyc resolves what a record names
from onceper.patterns.rule import Rule  # noqa: TC001  mypyc resolves what a record names
from onceper.reader.statement import Statement  # noqa: TC001  mypyc resolves what a record names
from onceper.text.memory import Kept

if TYPE_CHECKING:
    from collections.abc import Callable

_NOTHING_TOLD: Mapping[str, Span] = {}


class Candidate(NamedTuple):
    """Hold one reading of a template and the place of its words.

    ``is_sentence`` tells that it is what the sentence says, ``is_marked`` that it is some words in it. ``told`` says
    where that stands of which the print is kept: the sign of the ``name``, the words of a ``condition``, a
    ``count_text`` or an ``object`` that is counted.
    """

    statement: Statement
    is_sentence: bool
    is_marked: bool
    place: Span
    told: Mapping[str, Span] = _NOTHING_TOLD

    def move(self, by: int) -> Candidate:
        """Give the same words their places in a template that begins so many characters earlier."""
        told = {what: (start + by, end + by) for what, (start, end) in self.told.items()}
        return self._replace(place=(self.place[0] + by, self.place[1] + by), told=told)


class Reading(NamedTuple):
    """Hold what is read in a clause or a sentence, with places in its template.

    ``is_read`` tells that a rule says what it is, be it only that it holds no limit. ``is_unread`` tells that words of
    it could state a limit and no rule reads them, for this ``reason``. ``cut_off`` are ends of clauses that are too
    long, which were not read. ``rules`` are the ids of all that read a clause, those included that only say that it
    could state a limit; ``amendments`` are those that change the limits of its whole sentence.
    """

    candidates: tuple[Candidate, ...] = ()
    is_read: bool = False
    is_unread: bool = False
    reason: Reason = "no_rule"
    cut_off: tuple[Span, ...] = ()
    rules: tuple[str, ...] = ()
    amendments: tuple[Rule, ...] = ()


NOTHING_READ = Reading()


class ReadOnce(Kept[tuple[str, int], Reading]):
    """Read each folded sentence or clause with one sign for each name, at its position, when it is first asked for."""

    __slots__ = ("_read",)

    def __init__(self, read: Callable[[str, int], Reading], most: int) -> None:
        super().__init__(most)
        self._read = read

    def __missing__(self, asked: tuple[str, int]) -> Reading:
        template, position = asked
        reading = self._read(template, position)
        self.keep(asked, reading, len(template), len(reading.candidates))
        return reading
