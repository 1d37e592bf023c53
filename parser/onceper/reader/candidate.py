"""What is read in a clause or a sentence: each reading with its place in the template, kept for whoever prints it."""

from __future__ import annotations

from collections.abc import Mapping  # noqa: TC003  mypyc resolves what a record names
from typing import NamedTuple

from msgspec import Struct

from onceper.contract.limit import Limit, Reference
from onceper.contract.non_effect import NonEffect  # noqa: TC001  mypyc resolves what a record names
from onceper.contract.span import Reason, Span  # noqa: TC001  mypyc resolves what a record names
from onceper.patterns.fields import Reach
from onceper.patterns.rule import Rule  # noqa: TC001  mypyc resolves what a record names

_NOTHING_TOLD: Mapping[str, Span] = {}


class Said(Struct, frozen=True):
    """Hold what the words of a limit say of what it limits, whatever the sentence around them makes of it.

    ``called`` is the name that they stand for; ``each`` tells that they say of each of several effects that it is
    limited by itself, ``implied`` that a limit printed in its ability says the same in so many words, ``refers`` that
    they speak of effects, so that their own sentence is none. ``beside`` leads to the sentence that must be text of the
    same kind: 1 to the next one, -1 to the one before; 0 is the sentence itself.
    """

    verb: str = ""
    reference: Reference = "this"
    reach: Reach = "last"
    numbers: tuple[int, ...] = ()
    activation: bool = False
    summon: bool = False
    called: str | None = None
    each: bool = False
    implied: bool = False
    refers: bool = False
    beside: int = 0


class Statement(NamedTuple):
    """Hold a record in which only what depends on the card is not yet filled, and what its words say.

    A limit lacks ``applies_to`` and ``name``, each record ``span`` and ``text``.
    """

    record: Limit | NonEffect
    said: Said


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

    @property
    def limits(self) -> list[Candidate]:
        """The limits that are read."""
        return [one for one in self.candidates if isinstance(one.statement.record, Limit)]


NOTHING_READ = Reading()
