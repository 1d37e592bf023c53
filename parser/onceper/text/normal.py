"""A normalised copy of a text, and the way back to the original's code points."""

from __future__ import annotations

import html
import re
import unicodedata
from bisect import bisect_right
from contextlib import suppress
from functools import cache
from itertools import count
from typing import TYPE_CHECKING, NamedTuple

if TYPE_CHECKING:
    from collections.abc import Callable

    from onceper.contract.span import Span

# Control characters stand for a masked name: no print uses them, no tokenizer joins them to a neighbour, and an
# ASCII text that holds them is still ASCII, which Python searches fastest.
MASK = "\x01"

# The numbers that Japanese print gives to effects.
CIRCLED = "①②③④⑤⑥⑦⑧⑨⑩⑪⑫⑬⑭⑮⑯⑰⑱⑲⑳"
_RANGE = ("~", "〜", "から")


def numbers_in(run: str) -> tuple[int, ...]:
    """Return the numbers in a run such as ①③, ①~③ or ①から③まで, in order.

    >>> numbers_in("①③"), numbers_in("①~③"), numbers_in("①から③まで")
    ((1, 3), (1, 2, 3), (1, 2, 3))
    """
    found: list[int] = []
    for at, sign in enumerate(run):
        if sign in CIRCLED:
            number = CIRCLED.index(sign) + 1
            first = found[-1] + 1 if found and run.endswith(_RANGE, 0, at) else number
            found += range(first, number + 1)
    return tuple(found)


_CONTROLS = "".join(map(chr, [*range(0x0A), *range(0x0B, 0x20), 0x7F]))
_REPLACED = {
    **dict.fromkeys("“”„‟«»〝〞＂", '"'),
    **dict.fromkeys("‘’‚‛ʼ＇´`｀", "'"),
    **dict.fromkeys("‐‑‒–—―−", "-"),
    **dict.fromkeys(_CONTROLS, " "),
    **dict.fromkeys(
        "\xa0\u1680\u2000\u2001\u2002\u2003\u2004\u2005\u2006\u2007\u2008\u2009\u200a\u202f\u205f\u3000", " "
    ),
    # Half a surrogate pair is no character; what encodes the text would refuse it.
    **dict.fromkeys(map(chr, range(0xD800, 0xE000)), "\ufffd"),
    **dict.fromkeys("\r\x85\u2028\u2029", "\n"),
    **{chr(c): chr(c - 0xFEE0) for c in range(0xFF01, 0xFF5F) if chr(c) not in "＂＇｀"},
    # Half-width katakana and their marks, which are composed with the letter before.
    **{chr(c): unicodedata.normalize("NFKC", chr(c)) for c in range(0xFF61, 0xFFA0)},
}
_TABLE = str.maketrans(_REPLACED)
# A carriage return is the first half of a line end until the markup has been rewritten.
_TABLE_OF_PRINT = {code: new for code, new in _TABLE.items() if code != ord("\r")}
# Importing NumPy takes several times as long as translating so many texts without it.
_TEXTS_WITHOUT_NUMPY = 500
_REPLACEABLE = re.compile("[" + "".join(map(re.escape, _REPLACED)) + "]")

# What changes the length of the text: rare, so that nearly every text keeps its own offsets.
_INVISIBLE = "\u00ad\u200b-\u200f\u202a-\u202e\u2060-\u2064\ufe0e\ufe0f\ufeff"
_SECOND_DOT = "\u0307"
_HAS_INVISIBLE = re.compile(f"[{_INVISIBLE}]")
_ENTITY = r"&(?:[a-zA-Z]{2,8}|\#[0-9]{1,6}|\#x[0-9a-fA-F]{1,5});"
_HAS_ENTITY = re.compile(_ENTITY)
_INLINE = "a|abbr|b|big|center|em|font|i|mark|rb|ruby|s|small|span|strong|sub|sup|u"
_MARKUP = re.compile(
    r"(?P<line><br ?/?>|</?(?:p|div|li)(?: [^<>]{0,200})?>|\r\n?)"
    rf"|(?P<dropped><r[tp]>[^<>]{{0,60}}</r[tp]>|</?(?:{_INLINE})(?: [^<>]{{0,200}})?>"
    rf"|[{_INVISIBLE}])"
    rf"|(?P<entity>{_ENTITY})",
    re.IGNORECASE,
)
_LINE_END = re.compile(r"(?P<line>\r\n?)")
# The small letters of the scripts that have capitals too: Latin, Greek, Cyrillic and Armenian.
_SMALL = "".join(letter for letter in map(chr, range(ord("a"), 0x590)) if letter.islower())
# A line that goes on in lower case was wrapped by whoever copied the text; print never breaks there.
_WRAPPED = re.compile(rf"\n(?=[{_SMALL}])")
_SPACES = re.compile(rf"(?P<space>(?:[ \n]{{2,}}|\n)(?=[{_SMALL}]))|(?P<spaces>[ \n]{{2,}}|\n)")


class _Piece(NamedTuple):
    """Hold where a piece of a rewritten text begins, there and in the text before, and where what it was ends there.

    The end is null for a piece that is as it was.
    """

    begin: int
    before: int
    end: int | None


class _Places:
    """Tell where each character of a rewritten text begins and ends in the original.

    ``pieces`` are those of the text in order; ``before`` tells the same of the text that was rewritten, and null says
    that it was the original.
    """

    __slots__ = ("_before", "_begins", "_pieces")

    def __init__(self, pieces: list[_Piece], before: _Places | None) -> None:
        self._pieces = pieces
        self._begins = [piece.begin for piece in pieces]
        self._before = before

    def start_of(self, at: int) -> int:
        """Return where in the original a character begins."""
        begin, before, end = self._pieces[bisect_right(self._begins, at) - 1]
        start = before if end is not None else before + at - begin
        return start if self._before is None else self._before.start_of(start)

    def end_of(self, at: int) -> int:
        """Return where in the original a character ends."""
        begin, before, end = self._pieces[bisect_right(self._begins, at) - 1]
        last = end - 1 if end is not None else before + at - begin
        return last + 1 if self._before is None else self._before.end_of(last)


class Text:
    """Hold an original text and its normalised copy.

    ``normal`` has straight quotes, single plain spaces, half-width Latin letters, line feeds, composed letters and no
    markup of web pages; where ``is_even``, each character has kept its place. ``original_span`` maps a span of
    ``normal`` to code points of ``original``.
    """

    __slots__ = ("_places", "is_even", "normal", "original")

    def __init__(self, original: str) -> None:
        self.original = original
        self._places: _Places | None = None
        text = original
        # The one sign of ASCII that is replaced, control characters aside, is the backtick; line ends come out again.
        if not text.isprintable() or "`" in text or (not text.isascii() and _REPLACEABLE.search(text)):
            text = _translated(text)
        if _is_uneven(text):
            text, self._places = _without_markup(text)
            if not _is_composed(text):
                text, self._places = _rewritten(text, _not_composed(), self._places)
            text, self._places = _rewritten(text, _SPACES, self._places)
        elif "\n" in text:
            text = _WRAPPED.sub(" ", text)
        self.normal = text
        self.is_even = self._places is None

    def original_span(self, start: int, end: int) -> Span:
        """Return the span of the original that became ``normal[start:end]``, which is not empty."""
        if self._places is None:
            return start, end
        return self._places.start_of(start), self._places.end_of(end - 1)


def _translated(text: str) -> str:
    """Return the text with its signs replaced, each at its place."""
    if not text.isascii() and next(_translated_texts) >= _TEXTS_WITHOUT_NUMPY:
        # Of a text that is not ASCII, an array of code units takes an eighth of the time of str.translate.
        with suppress(UnicodeEncodeError):
            return _by_code_units()(text.encode("utf-16-le")).decode("utf-16-le")
    return text.translate(_TABLE_OF_PRINT)


_translated_texts = count()


@cache
def _by_code_units() -> Callable[[bytes], bytes]:
    """Return what replaces the code units of texts; few who read one card have loaded NumPy."""
    import numpy as np  # noqa: PLC0415

    table = np.arange(0x10000, dtype=np.uint16)
    for code, new in _TABLE_OF_PRINT.items():
        # A code unit of this range is half of a character, which stays.
        if not 0xD800 <= code < 0xE000:
            table[code] = ord(new)
    return lambda units: table.take(np.frombuffer(units, np.uint16)).tobytes()


def _is_uneven(text: str) -> bool:
    """Tell whether something in the text changes its length; searches for one literal cost the least."""
    return (
        "  " in text
        or "<" in text
        or "\r" in text
        or ("\n" in text and (" \n" in text or "\n " in text))
        or ("&" in text and _HAS_ENTITY.search(text) is not None)
        or (not text.isascii() and (_HAS_INVISIBLE.search(text) is not None or not _is_composed(text)))
    )


def composed(text: str) -> str:
    """Return a text with one sign for each letter with its marks, at no cost where it is so."""
    return text if _is_composed(text) else _not_composed().sub(lambda found: _composed(found[0]), text)


def _is_composed(text: str) -> bool:
    return unicodedata.is_normalized("NFC", text) and _SECOND_DOT not in text


@cache
def _not_composed() -> re.Pattern[str]:
    """Return what finds the signs that canonical equivalence writes otherwise, each with all that joins to it.

    Few texts need it, and Unicode's tables are long.
    """
    # Vowels and final consonants of Hangul join to syllables by a rule, all else by the table of decompositions.
    joining = {*map(chr, range(0x1161, 0x1176)), *map(chr, range(0x11A8, 0x11C3))}
    alone = set()
    for sign in map(chr, range(0x300, 0x30000)):
        # Syllables of Hangul have none here.
        if not (unicodedata.decomposition(sign) or unicodedata.combining(sign)):
            continue
        decomposed = unicodedata.normalize("NFD", sign)
        if unicodedata.combining(decomposed[0]):
            joining.add(sign)
        elif unicodedata.normalize("NFC", sign) != sign:
            alone.add(sign)
        elif decomposed != sign:
            joining.add(decomposed[-1])
    joined = "".join(sorted(joining))
    # The time to order marks grows with the square of their number; no writing has more than thirty at a letter.
    return re.compile(f"(?P<composed>[^{joined}]?[{joined}]{{1,30}}|[{''.join(sorted(alone))}])", re.DOTALL)


def _without_markup(text: str) -> tuple[str, _Places]:
    """Return the text without markup and with one sign for each line end, and the places of its characters."""
    if "<" not in text and "&" not in text and (text.isascii() or not _HAS_INVISIBLE.search(text)):
        # Most texts that are uneven come from where lines end in two signs; nothing else is sought at every letter.
        return _rewritten(text, _LINE_END, None)
    text, places = _rewritten(text, _MARKUP, None)
    return text.translate(_TABLE), places


def _rewritten(text: str, pattern: re.Pattern[str], places: _Places | None) -> tuple[str, _Places]:
    """Return the text with what the pattern finds rewritten, and the original places of its characters.

    ``places`` tell those of the characters of ``text``; null where it is the original.
    """
    written: list[str] = []
    pieces = [_Piece(0, 0, None)]
    done = length = 0
    for found in pattern.finditer(text):
        start, end = found.span()
        rewritten = _REWRITE[str(found.lastgroup)](found.group())
        if rewritten == found.group():
            continue
        written += (text[done:start], rewritten)
        length += start - done
        if rewritten:
            pieces.append(_Piece(length, start, end))
        length += len(rewritten)
        pieces.append(_Piece(length, end, None))
        done = end
    written.append(text[done:])
    return "".join(written), _Places(pieces, places)


def _composed(letter: str) -> str:
    """Return a letter with its marks as one; a second dot over i is what İ leaves in small letters elsewhere."""
    letter = unicodedata.normalize("NFC", letter)
    if letter[0] in "iİ":
        letter = letter.replace(_SECOND_DOT, "")
    return letter.translate(_TABLE)


_REWRITE: dict[str, Callable[[str], str]] = {
    "line": lambda _: "\n",
    "space": lambda _: " ",
    "spaces": lambda run: "\n" * run.count("\n") or " ",
    "dropped": lambda _: "",
    "entity": html.unescape,
    "composed": _composed,
}
