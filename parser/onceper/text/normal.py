"""A normalised copy of a text, and the way back to the original's code points."""

from __future__ import annotations

import html
import re
import unicodedata
from functools import cache
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from collections.abc import Callable, Sequence

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


class Text:
    """Hold an original text and its normalised copy.

    ``normal`` has straight quotes, single plain spaces, half-width Latin letters, line feeds, composed letters and no
    markup of web pages; where ``is_even``, each character has kept its place. ``original_span`` maps a span of
    ``normal`` to code points of ``original``.
    """

    __slots__ = ("_ends", "_starts", "is_even", "normal", "original")

    def __init__(self, original: str) -> None:
        self.original = original
        text = original
        # The one sign of ASCII that is replaced, control characters aside, is the backtick; line ends come out again.
        if not text.isprintable() or "`" in text or (not text.isascii() and _REPLACEABLE.search(text)):
            text = _replaced(text)
        self.is_even = not _is_uneven(text)
        if self.is_even:
            self.normal = _WRAPPED.sub(" ", text) if "\n" in text else text
            return
        places: _Places = range(len(text)), range(1, len(text) + 1)
        text, places = _without_markup(text, places)
        if not _is_composed(text):
            text, places = _rewritten(text, _not_composed(), places)
        self.normal, (self._starts, self._ends) = _rewritten(text, _SPACES, places)

    def original_span(self, start: int, end: int) -> Span:
        """Return the span of the original that became ``normal[start:end]``, which is not empty."""
        return (start, end) if self.is_even else (self._starts[start], self._ends[end - 1])


def _replaced(text: str) -> str:
    """Return the text with its signs replaced, each at its place: in a third of the time of ``str.translate``."""
    return _REPLACEABLE.sub(lambda sign: _REPLACED[sign[0]], text)


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


# Where each character of a rewritten text begins in the original, and where it ends.
_Places = tuple["Sequence[int]", "Sequence[int]"]


def _without_markup(text: str, places: _Places) -> tuple[str, _Places]:
    """Return the text without markup and with one sign for each line end, and the places of its characters."""
    if "<" not in text and "&" not in text and (text.isascii() or not _HAS_INVISIBLE.search(text)):
        # Most texts that are uneven come from where lines end in two signs; nothing else is sought at every letter.
        return _rewritten(text, _LINE_END, places)
    text, places = _rewritten(text, _MARKUP, places)
    return _replaced(text).replace("\r", "\n"), places


def _rewritten(text: str, pattern: re.Pattern[str], places: _Places) -> tuple[str, _Places]:
    """Return the text with what the pattern finds rewritten, and the places of its characters."""
    starts, ends = places
    written: list[str] = []
    begun: list[int] = []
    ended: list[int] = []
    done = 0
    for found in pattern.finditer(text):
        start, end = found.span()
        rewritten = _REWRITE[str(found.lastgroup)](found.group())
        if rewritten == found.group():
            continue
        written += (text[done:start], rewritten)
        begun += (*starts[done:start], *[starts[start]] * len(rewritten))
        ended += (*ends[done:start], *[ends[end - 1]] * len(rewritten))
        done = end
    written.append(text[done:])
    return "".join(written), ([*begun, *starts[done:]], [*ended, *ends[done:]])


def _composed(letter: str) -> str:
    """Return a letter with its marks as one; a second dot over i is what İ leaves in small letters elsewhere."""
    letter = unicodedata.normalize("NFC", letter)
    if letter[0] in "iİ":
        letter = letter.replace(_SECOND_DOT, "")
    return _replaced(letter)


_REWRITE: dict[str, Callable[[str], str]] = {
    "line": lambda _: "\n",
    "space": lambda _: " ",
    "spaces": lambda run: "\n" * run.count("\n") or " ",
    "dropped": lambda _: "",
    "entity": html.unescape,
    "composed": _composed,
}
