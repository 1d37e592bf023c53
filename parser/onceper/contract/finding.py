"""The record of one finding of an audit: a card whose prints, or print and script, contradict each other."""

from __future__ import annotations

from typing import Annotated, Literal

from msgspec import Meta, Struct

from onceper.contract.reading import Plain
from onceper.contract.span import Span

# Each with that first by which findings stand first.
Contradiction = Literal["counted", "verb", "times", "period", "missing", "extra", "shared"]
Grade = Literal["both_prints", "one_print_alone", "one_print", "prints"]
Sure = Literal["high", "fair", "low"]


class Witness(Struct, frozen=True, gc=False):
    """Hold what one witness says of a limit, and where.

    ``witness`` is the language of a print, or ``script``. ``says`` is the limit in few words, null where it says none.
    A print's place is ``span`` and ``text`` in its text; a script's is ``file``, ``line`` and ``text`` of that line. A
    print that says none is quoted with its words for the same effect, as far as these are known.
    """

    witness: str
    says: str | None
    span: Span | None
    file: str | None
    line: Annotated[int, Meta(ge=1)] | None
    text: str | None


class Finding(Plain, frozen=True, gc=False):
    """Hold one finding: a card whose witnesses contradict each other.

    ``alone`` is the witness who stands against the others. ``effects`` are the printed effects that it is about, by
    their 1-based index, empty where that is the card's activation or a Summon, or not known. ``would_agree`` is the
    line of the script that would agree with the print, empty where the line should go, and null where the script is
    not the one to change or no line is known; ``insert`` says that it is a new line behind ``line`` of the script.
    ``left_out`` names the rule by which the finding cannot change play, and ``reason`` says why.
    """

    id: str
    name: str | None
    grade: Grade
    sure: Sure
    difference: Contradiction
    alone: str
    effects: tuple[int, ...]
    witnesses: tuple[Witness, ...]
    would_agree: str | None
    insert: bool
    left_out: str | None
    reason: str | None


class NotRun(Struct, frozen=True, gc=False):
    """Hold a script that did not run, and why."""

    id: str
    file: str
    problem: str
