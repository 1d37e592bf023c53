"""The rules, words and parts of a language as plain data, and the book that is made of it again."""

from __future__ import annotations

from functools import partial
from typing import TYPE_CHECKING, Any

import msgspec

from onceper.patterns import notation
from onceper.patterns.entry import wordings_of
from onceper.patterns.load import Book
from onceper.patterns.parts import PartGroup, PrintedPart, ReadAs, Tokens
from onceper.patterns.rule import Pattern, Rule, Wording
from onceper.patterns.word_list import WordList

if TYPE_CHECKING:
    from onceper.patterns.lexicon import Lexicon


class _KeptPart(msgspec.Struct, frozen=True, array_like=True):
    """Hold a printed part, and the place of its group."""

    tokens: Tokens
    group: int
    word: str
    variant: int


class _KeptBook(msgspec.Struct, frozen=True, array_like=True):
    """Hold what is in the files as it was found right; of a pattern its text alone, which is lexed when asked for."""

    rules: tuple[Rule, ...]
    words: WordList
    groups: tuple[PartGroup, ...]
    parts: tuple[_KeptPart, ...]
    readings: tuple[ReadAs, ...]


def encode_book(book: Book) -> bytes:
    """Return a book as plain data."""
    places = {group: place for place, group in enumerate(dict.fromkeys(part.group for part in book.parts))}
    parts = tuple(_KeptPart(part.tokens, places[part.group], part.word, part.variant) for part in book.parts)
    kept = _KeptBook(book.rules, book.lexicon.word_list, tuple(places), parts, book.readings)
    return msgspec.msgpack.encode(kept, enc_hook=_text_of)


def decode_book(content: bytes, lexicon: Lexicon) -> Book:
    """Return the book that was kept; ``lexicon`` is the empty word list of its language.

    Raises:
        msgspec.DecodeError: this is no book.
    """
    kept = msgspec.msgpack.decode(content, type=_KeptBook, dec_hook=partial(_pattern, lexicon=lexicon))
    lexicon.take(kept.words)
    parts = tuple(
        PrintedPart(part.tokens, kept.groups[part.group], part.word, part.variant, lexicon) for part in kept.parts
    )
    return Book(kept.rules, lexicon, parts, kept.readings)


def _text_of(pattern: Any) -> str:
    if isinstance(pattern, Pattern):
        return pattern.text
    raise NotImplementedError(type(pattern))


def _pattern(kind: type[Any], text: Any, lexicon: Lexicon) -> Pattern:
    if kind is Pattern:
        return Pattern(text, partial(_lexed, text, lexicon))
    raise NotImplementedError(kind)


def _lexed(text: str, lexicon: Lexicon) -> tuple[Wording, ...]:
    return wordings_of(notation.variants(text), lexicon)
