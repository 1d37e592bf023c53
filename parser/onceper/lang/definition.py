"""What every language must say about itself, so that the rest of the package need not know it."""

from __future__ import annotations

from typing import TYPE_CHECKING, NamedTuple

if TYPE_CHECKING:
    from collections.abc import Callable

    from onceper.text.names import Quotes
    from onceper.text.sentence import Clause, Sentence


class Language(NamedTuple):
    """Hold what a language's folder provides.

    ``fold`` makes upper and lower case equal and keeps the length; ``sentences`` cuts a masked text and ``clauses``
    a sentence of it; ``words`` splits a folded clause, of which it leaves out only spaces.
    """

    code: str
    quotes: Quotes
    fold: Callable[[str], str]
    sentences: Callable[[str], list[Sentence]]
    clauses: Callable[[str, Sentence], list[Clause]]
    words: Callable[[str], list[str]]
