"""The values of a JSON document, taken from a stream one by one.

A parser of the whole stream, such as ijson, ends at the first value that it does not like, however many good ones
follow, and falls over integers of thousands of digits and over deep nesting. Here each value is parsed by itself.
"""

from __future__ import annotations

import re
from typing import TYPE_CHECKING

from onceper.files.opening import InputError

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator

_PIECE = 1 << 20
# A bracket or quote that is never closed makes one value of all that follows; it must not fill the memory.
_LONGEST = 1 << 26
# Each bracket that is open is kept until it is closed.
_DEEPEST = 1_000_000
_BLANKS = re.compile(rb"[ \t\r\n]*+")
_STRING = re.compile(rb'"[^"\\]*+(?:\\.[^"\\]*+)*+"', re.DOTALL)
_OBJECTS = re.compile(rb"\[[ \t\r\n]*+\{")
_UP_TO_BRACKET = re.compile(rb'[^"\[\]{}]*+(?:' + _STRING.pattern + rb'[^"\[\]{}]*+)*+', re.DOTALL)
_SCALAR = re.compile(rb'[^ \t\r\n,:"\[\]{}]*+')
_QUOTE = ord('"')
_CLOSING = {ord("["): ord("]"), ord("{"): ord("}")}


class NotJsonError(InputError):
    """A file is not JSON, or holds no array of cards."""


class JsonValues:
    """Take the values of a document in their order, as the bytes that each is written in.

    ``read`` gives the next bytes, at most as many as it is asked for; ``name`` is the file in messages. What stands
    inside of a value is not looked at, but for its strings and brackets.
    """

    def __init__(self, read: Callable[[int], bytes], name: str) -> None:
        self._read = read
        self._name = name
        self._pending = b""
        self._at = 0
        self._lines_taken = 0

    def sign(self) -> bytes:
        """Return the next sign that is not blank, and leave it; none at the end."""
        while True:
            self._at = _end(_BLANKS, self._pending, self._at)
            if self._at < len(self._pending):
                return self._pending[self._at : self._at + 1]
            if not self._more():
                return b""

    def value(self) -> bytes:
        """Take the next value.

        Raises:
            NotJsonError: there is none, it is not closed, or its brackets do not match.
        """
        sign = self.sign()
        if sign == b'"':
            while not (found := _STRING.match(self._pending, self._at)):
                self._more_of_value()
            return self._taken(found.end())
        if sign in {b"[", b"{"}:
            return self._taken(self._end_of_brackets())
        while (end := _end(_SCALAR, self._pending, self._at)) == len(self._pending) and self._more():
            pass
        if end == self._at:
            raise self._misplaced("a value")
        return self._taken(end)

    def items(self) -> Iterator[bytes]:
        """Take the items of the array that comes next.

        Raises:
            NotJsonError: it is no array, or not a whole one.
        """
        self._take(b"[")
        if self.sign() == b"]":
            self._take(b"]")
            return
        while True:
            yield self.value()
            if self._take(b",", b"]") == b"]":
                return

    def is_array_of_objects(self) -> bool:
        """Tell whether an array that begins with an object comes next, and leave it."""
        return self.sign() == b"[" and _OBJECTS.match(self._pending, self._at) is not None

    def members(self) -> Iterator[str]:
        """Take the keys of the object that comes next; who asks takes each value before the next key.

        Raises:
            NotJsonError: it is no object, or not a whole one.
        """
        self._take(b"{")
        if self.sign() == b"}":
            self._take(b"}")
            return
        while True:
            if self.sign() != b'"':
                raise self._misplaced("a key")
            key = self.value()[1:-1].decode(errors="replace")
            self._take(b":")
            yield key
            if self._take(b",", b"}") == b"}":
                return

    def broken(self, what: str) -> NotJsonError:
        """Return the error that says what is wrong at this place."""
        line = self._lines_taken + self._pending.count(b"\n", 0, self._at) + 1
        return NotJsonError(
            f"not JSON; {what}",
            where=f"{self._name}, line {line}",
            expected="a complete JSON document",
            remedy="download or write it again; `python -m json.tool FILE` checks it",
        )

    def _take(self, *expected: bytes) -> bytes:
        sign = self.sign()
        if sign not in expected:
            raise self._misplaced(b" or ".join(expected).decode())
        self._at += 1
        return sign

    def _misplaced(self, expected: str) -> NotJsonError:
        sign = self.sign().decode(errors="replace")
        return self.broken(
            f"{sign} where {expected} should stand" if sign else f"it ends where {expected} should stand"
        )

    def _end_of_brackets(self) -> int:
        """Return where the value that begins with a bracket ends."""
        seen = 0
        closing: list[int] = []
        while True:
            end = _end(_UP_TO_BRACKET, self._pending, self._at + seen)
            seen = end - self._at
            if end == len(self._pending) or self._pending[end] == _QUOTE:
                self._more_of_value()
                continue
            sign = self._pending[end]
            seen += 1
            if sign in _CLOSING:
                closing.append(_CLOSING[sign])
                if len(closing) > _DEEPEST:
                    raise self.broken(f"the value that begins here is nested deeper than {_DEEPEST:,} brackets")
            elif closing.pop() != sign:
                self._at = end
                raise self.broken(f"{chr(sign)} closes what another bracket opened")
            if not closing:
                return self._at + seen

    def _taken(self, end: int) -> bytes:
        value = self._pending[self._at : end]
        self._at = end
        return value

    def _more_of_value(self) -> None:
        if not self._more():
            raise self.broken("it ends inside of the value that begins here")

    def _more(self) -> bool:
        """Read as much again as is pending, so that a long value is not gone through once for every piece of it."""
        if len(self._pending) - self._at > _LONGEST:
            raise self.broken(f"the value that begins here does not end within {_LONGEST >> 20} MiB")
        pieces = [self._pending[self._at :]]
        wanted = max(1, len(pieces[0]))
        while wanted > 0 and (piece := self._read(_PIECE)):
            pieces.append(piece)
            wanted -= len(piece)
        self._lines_taken += self._pending.count(b"\n", 0, self._at)
        self._pending = b"".join(pieces)
        self._at = 0
        return len(pieces) > 1


def _end(pattern: re.Pattern[bytes], content: bytes, start: int) -> int:
    """Return where the match of a pattern that matches everywhere ends."""
    found = pattern.match(content, start)
    return found.end() if found else start
