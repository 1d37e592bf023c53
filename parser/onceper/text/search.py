"""Search a text for many phrases at once."""

from __future__ import annotations

from typing import TYPE_CHECKING

# It keeps the interpreter's lock. Where a search lets go of it, as those of Rust do, Python ends a daemon thread there
# when the program ends, and what is not C aborts.
from ahocorasick import STORE_INTS, Automaton

if TYPE_CHECKING:
    from collections.abc import Callable, Iterable, Iterator


def search_for(phrases: Iterable[str]) -> Callable[[str], Iterator[tuple[int, int]]]:
    """Return what finds in a text every place of different phrases: the last sign of each, and the phrase's number."""
    automaton = Automaton(STORE_INTS)
    for number, phrase in enumerate(phrases):
        automaton.add_word(phrase, number)
    if not len(automaton):
        return lambda _: iter(())
    automaton.make_automaton()
    found: Callable[[str], Iterator[tuple[int, int]]] = automaton.iter
    return found
