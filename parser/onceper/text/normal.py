"""A normalised copy of a text, and the way back to the original's code points."""

from __future__ import annotations

import html
import re
import unicodedata

# Control characters stand for a masked name: no print uses them, no tokenizer joins them to a neighbour, and an
# ASCII text that holds them is still ASCII, which Python searches fastest.
MASK = "\x01"
MASK_REST = "\x02"

_REPLACED = {
    **dict.fromkeys("“”„‟«»〝〞＂", '"'),
    **dict.fromkeys("‘’‚‛＇´`", "'"),
    **dict.fromkeys("‐‑‒–—―−", "-"),
    **dict.fromkeys(
        "\t\v\f\xa0\u1680\u2000\u2001\u2002\u2003\u2004\u2005\u2006\u2007\u2008\u2009\u200a\u202f\u205f\u3000", " "
    ),
    **dict.fromkeys("\x85\u2028\u2029", "\n"),
    **{chr(c): chr(c - 0xFEE0) for c in range(0xFF01, 0xFF5F) if chr(c) not in "＂＇"},
    **dict.fromkeys((MASK, MASK_REST), " "),
}
_TABLE = str.maketrans(_REPLACED)
_REPLACEABLE = re.compile("[" + "".join(map(re.escape, _REPLACED)) + "]")

# What changes the length of the text: rare, so that nearly every text keeps its own offsets.
_INVISIBLE = "\u00ad\u200b\u200c\u200d\u2060\ufe0e\ufe0f\ufeff"
_MARKS = "\u0300-\u036f\u3099\u309a"
_UNEVEN_WIDE = re.compile(rf"[{_INVISIBLE}{_MARKS}]")
_ENTITY = r"&(?:[a-zA-Z]{2,8}|\#[0-9]{1,6}|\#x[0-9a-fA-F]{1,5});"
_HAS_ENTITY = re.compile(_ENTITY)
_UNEVEN_PIECE = re.compile(
    r"(?P<line><br ?/?>|</?(?:p|div|li)(?: [^<>]{0,200})?>)"
    r"|(?P<dropped></?(?:b|i|u|em|strong|span|ruby|rb|sup|sub)(?: [^<>]{0,200})?>|<r[tp]>[^<>]{0,60}</r[tp]>"
    rf"|[{_INVISIBLE}])"
    rf"|(?P<entity>{_ENTITY})"
    r"|(?P<line_end>\r\n?)"
    rf"|(?P<composed>[^\W\d_][{_MARKS}]{{1,4}})"
    r"|(?P<space>[ \t\v\f]{2,}|[\t\v\f])",
    re.IGNORECASE,
)
# A line that goes on in lower case was wrapped by whoever copied the text; print never breaks there.
_WRAPPED = re.compile(r"\n(?=[a-z])")


class Text:
    """Hold an original text and its normalised copy.

    ``normal`` has straight quotes, plain spaces, half-width Latin letters, line feeds, composed letters and no markup
    of web pages; where ``is_even``, each character has kept its place. ``original_span`` maps a span of ``normal`` to
    code points of ``original``.
    """

    __slots__ = ("_places", "is_even", "normal", "original")

    def __init__(self, original: str) -> None:
        self.original = original
        self._places: list[tuple[int, int]] | None = None
        text = original
        if _is_uneven(text) or (not text.isascii() and _UNEVEN_WIDE.search(text)):
            text, self._places = _even(text)
        if (not text.isascii() and _REPLACEABLE.search(text)) or MASK in text or MASK_REST in text:
            text = text.translate(_TABLE)
        if "\n" in text:
            text = _WRAPPED.sub(" ", text)
        self.normal = text
        self.is_even = self._places is None

    def original_span(self, start: int, end: int) -> tuple[int, int]:
        """Return the span of the original that became ``normal[start:end]``, which is not empty."""
        if self._places is None:
            return start, end
        return self._places[start][0], self._places[end - 1][1]


def _is_uneven(text: str) -> bool:
    """Tell whether ASCII in the text changes its length; a few searches in C cost less than one expression."""
    return (
        "\r" in text
        or "  " in text
        or "\t" in text
        or "\v" in text
        or "\f" in text
        or "<" in text
        or ("&" in text and _HAS_ENTITY.search(text) is not None)
    )


def _even(text: str) -> tuple[str, list[tuple[int, int]]]:
    """Rewrite what changes the length; return the new text and the place in ``text`` of each of its characters."""
    pieces: list[str] = []
    places: list[tuple[int, int]] = []
    done = 0
    for found in _UNEVEN_PIECE.finditer(text):
        start, end = found.span()
        pieces.append(text[done:start])
        places.extend((at, at + 1) for at in range(done, start))
        rewritten = _rewrite(str(found.lastgroup), found.group())
        pieces.append(rewritten)
        places.extend([(start, end)] * len(rewritten))
        done = end
    pieces.append(text[done:])
    places.extend((at, at + 1) for at in range(done, len(text)))
    return "".join(pieces), places


def _rewrite(group: str, piece: str) -> str:
    match group:
        case "line" | "line_end":
            return "\n"
        case "entity":
            return html.unescape(piece)
        case "composed":
            return unicodedata.normalize("NFC", piece)
        case "space":
            return " "
        case _:
            return ""
