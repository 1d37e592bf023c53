"""A normalised copy of a text, and the way back to the original's code points."""

from __future__ import annotations

import html
import re
import unicodedata
from functools import cache
from itertools import pairwise
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from collections.abc import Callable

    from onceper.contract.span import Span

# Control characters stand for a masked name: no print uses them, no tokenizer joins them to a neighbour, and an
# ASCII text that holds them is still ASCII, which Python searches fastest.
MASK = "\x01"

# The numbers that Japanese print gives to effects.
CIRCLED = "①②③④⑤⑥⑦⑧⑨⑩⑪⑫⑬⑭⑮⑯⑰⑱⑲⑳"
# A carriage return is the first half of a line end until the markup has been rewritten.
_CONTROLS = "".join(map(chr, [*range(0x0A), 0x0B, 0x0C, *range(0x0E, 0x20), 0x7F]))
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
    **dict.fromkeys("\x85\u2028\u2029", "\n"),
    # Other numbers in a circle or in parentheses.
    **{chr(first + at): CIRCLED[at] for first in (0x2474, 0x2776) for at in range(10)},
    "∶": ":",
    **{chr(c): chr(c - 0xFEE0) for c in range(0xFF01, 0xFF5F) if chr(c) not in "＂＇｀"},
    # Half-width katakana and their marks, which are composed with the letter before.
    **{chr(c): unicodedata.normalize("NFKC", chr(c)) for c in range(0xFF61, 0xFFA0)},
}
_REPLACEABLE = re.compile("[" + "".join(map(re.escape, _REPLACED)) + "]")

# What changes the length of the text: rare, so that nearly every text keeps its own offsets.
_INVISIBLE = "\u00ad\u200b-\u200f\u202a-\u202e\u2060-\u2064\ufe0e\ufe0f\ufeff"
_SECOND_DOT = "\u0307"
_HAS_INVISIBLE = re.compile(f"[{_INVISIBLE}]")
_ENTITY = r"&(?:[a-zA-Z]{2,8}|\#[0-9]{1,6}|\#x[0-9a-fA-F]{1,5});"
_HAS_ENTITY = re.compile(_ENTITY)
_INLINE = "a|abbr|b|big|center|em|font|i|mark|rb|ruby|s|small|span|strong|sub|sup|u"
_MARKUP = re.compile(
    r"(?P<line><br ?/?>|</?(?:p|div|li)(?: [^<>]{0,200})?>)"
    rf"|(?P<dropped><r[tp]>[^<>]{{0,60}}</r[tp]>|</?(?:{_INLINE})(?: [^<>]{{0,200}})?>"
    # Spaces between Japanese words, which some scans and corpora set.
    rf"|[{_INVISIBLE}]|(?<=[、-鿿]) (?=[、-鿿]))"
    rf"|(?P<entity>{_ENTITY})",
    re.IGNORECASE,
)
# The small letters of the scripts that have capitals too: Latin, Greek, Cyrillic and Armenian. A line that goes on in
# them, or ends a name that it does not begin, was wrapped by whoever copied the text; print never breaks there.
_SMALL = "".join(filter(str.islower, map(chr, range(ord("a"), 0x590))))
_GOES_ON = rf'(?=[{_SMALL}]|[^"\n]{{1,60}}(?<=[A-Za-zÀ-\u058f])")'
_WRAPPED = re.compile(rf"\n{_GOES_ON}")
_SPACES = re.compile(rf"(?P<space>(?:[ \r\n]{{2,}}|[\r\n]){_GOES_ON})|(?P<spaces>[ \r\n]{{2,}}|[\r\n])")


class Text:
    """Hold an original text and its normalised copy.

    ``normal`` has straight quotes, single plain spaces, half-width Latin letters, line feeds, composed letters and no
    markup of web pages; where ``is_even``, each character has kept its place. ``original_span`` maps a span of
    ``normal`` to code points of ``original``.
    """

    __slots__ = ("_places", "is_even", "normal", "original")

    def __init__(self, original: str) -> None:
        self.original = original
        text = original
        # The one sign of ASCII that is replaced, control characters aside, is the backtick; line ends come out again.
        if not text.isascii() or not text.isprintable() or "`" in text:
            text = _replaced(text)
        # Searches for one literal cost the least.
        has_markup = (
            "<" in text
            or " 。" in text
            or ("&" in text and _HAS_ENTITY.search(text))
            or (not text.isascii() and _HAS_INVISIBLE.search(text))
        )
        has_runs = "  " in text or "\r" in text or ("\n" in text and (" \n" in text or "\n " in text))
        self.is_even = not (has_markup or has_runs) and _is_composed(text)
        if self.is_even:
            self.normal = _WRAPPED.sub(" ", text) if "\n" in text else text
            return
        places = [*pairwise(range(len(text) + 1))]
        # Most texts that are uneven only have lines that end in two signs.
        if has_markup:
            text, places = _rewritten(text, _MARKUP, places)
        if not _is_composed(text):
            text, places = _rewritten(text, _not_composed(), places)
        self.normal, self._places = _rewritten(text, _SPACES, places)

    def original_span(self, start: int, end: int) -> Span:
        """Return the span of the original that became ``normal[start:end]``, which is not empty."""
        return (start, end) if self.is_even else (self._places[start][0], self._places[end - 1][1])


def _replaced(text: str) -> str:
    """Return the text with its signs replaced, each at its place: in a third of the time of ``str.translate``."""
    return _REPLACEABLE.sub(lambda sign: _REPLACED[sign[0]], text)


def composed(text: str) -> str:
    """Return a text with one sign for each letter with its marks, at no cost where it is so."""
    return text if _is_composed(text) else _not_composed().sub(lambda found: _composed(found[0]), text)


def _is_composed(text: str) -> bool:
    return text.isascii() or (unicodedata.is_normalized("NFC", text) and _SECOND_DOT not in text)


@cache
def _not_composed() -> re.Pattern[str]:
    """Return what finds the signs that canonical equivalence writes otherwise, each with all that joins to it.

    Few texts need it, and Unicode's tables are long.
    """
    joining, alone = set(), set()
    for sign in map(chr, range(0x300, 0x30000)):
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


def _rewritten(text: str, pattern: re.Pattern[str], places: list[Span]) -> tuple[str, list[Span]]:
    """Return the text with what the pattern finds rewritten, and where each of its characters is from."""
    written: list[str] = []
    placed: list[Span] = []
    done = 0
    for found in pattern.finditer(text):
        start, end = found.span()
        rewritten = _REWRITE[str(found.lastgroup)](found[0])
        if rewritten != found[0]:
            written += (text[done:start], rewritten)
            placed += places[done:start]
            placed += [(places[start][0], places[end - 1][1])] * len(rewritten)
            done = end
    return "".join([*written, text[done:]]), placed + places[done:]


def _composed(letter: str) -> str:
    """Return a letter with its marks as one; a second dot over i is what İ leaves in small letters elsewhere."""
    letter = unicodedata.normalize("NFC", letter)
    if letter[0] in "iİ":
        letter = letter.replace(_SECOND_DOT, "")
    return _replaced(letter)


_REWRITE: dict[str, Callable[[str], str]] = {
    "line": lambda _: "\n",
    "space": lambda _: " ",
    "spaces": lambda run: "\n" * len(run.replace(" ", "").splitlines()) or " ",
    "dropped": lambda _: "",
    "entity": lambda sign: _replaced(html.unescape(sign)),
    "composed": _composed,
}
