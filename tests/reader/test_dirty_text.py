"""Text as it really comes: made dirty in any way, the same print gives the same limits."""

from __future__ import annotations

import re
import unicodedata
from collections.abc import Callable
from functools import partial
from typing import TYPE_CHECKING

import pytest
from msgspec.structs import replace

from onceper.contract.reading import CardReading
from onceper.reader.read import read

if TYPE_CHECKING:
    from onceper.contract.limit import Limit

CheckReading = Callable[[CardReading], None]
Dirty = Callable[[str], str]

CLEAN = [
    pytest.param(
        "2 Level 4 monsters\n"
        "Once per turn, during your opponent's Standby Phase: You can draw 1 card. "
        'You can only use each of the following effects of "Café Vicar" up to twice per turn.\n'
        "● If this card is banished: Gain 500 LP.\n"
        '● You can banish this card; add 1 "Pale Crow" to your hand.',
        id="effects",
    ),
    pytest.param(
        'You can only Special Summon "Iron Rôdeur(s)" once per turn this way. You can only control 1 "Rôdeur" monster.',
        id="summon and control",
    ),
    pytest.param(
        'Draw 1 card. Gain 500 LP. You can only use this effect of "Élan Vicar" once per Duel, '
        "and its previous effect only once per turn. (You can only gain this effect once per turn.)",
        id="two in a sentence and a note",
    ),
    pytest.param('Tribute 1 "Lamé" monster; draw 1 card. You can only activate 1 "Forêt Kiln" per turn.', id="card"),
]
FULL_WIDTH = {code: code + 0xFEE0 for code in range(0x21, 0x7F)}
# Two sentences or lines that run together would be another print: line ends stay as they are.
DIRT: dict[str, Dirty] = {
    "CRLF": lambda text: text.replace("\n", "\r\n"),
    "CR": lambda text: text.replace("\n", "\r"),
    "empty lines": lambda text: text.replace("\n", "\r\n \r\n"),
    "curly quotes": lambda text: re.sub('"([^"]+)"', "“\\1”", text).replace("'", "’"),
    "low quotes": lambda text: re.sub('"([^"]+)"', "„\\1‟", text),
    "full-width quotes": lambda text: text.replace('"', "＂").replace("'", "＇"),
    "no-break spaces": lambda text: text.replace(" ", "\xa0"),
    "ideographic spaces": lambda text: text.replace(" ", "\u3000"),
    "narrow spaces": lambda text: text.replace(" ", "\u202f"),
    "tabs": lambda text: text.replace(" ", "\t"),
    "full-width forms": lambda text: text.translate(FULL_WIDTH),
    "full-width digits": lambda text: re.sub("[0-9]", lambda digit: chr(ord(digit[0]) + 0xFEE0), text),
    "double spaces": lambda text: text.replace(" ", "  "),
    "spaces at line ends": lambda text: text.replace("\n", "  \n "),
    "<br>": lambda text: text.replace("\n", "<br>"),
    "<BR /> and a line end": lambda text: text.replace("\n", "<BR />\r\n"),
    "bold": lambda text: text.replace("only", "<b>only</b>").replace("per", '<span class="w">per</span>'),
    "ruby": lambda text: text.replace("per", "<ruby>per<rp>(</rp><rt>pur</rt><rp>)</rp></ruby>"),
    "named entities": lambda text: text.replace('"', "&quot;").replace("'", "&rsquo;").replace(" ", "&nbsp;"),
    "numbered entities": lambda text: text.replace('"', "&#34;").replace("'", "&#x27;").replace(" ", "&#160;"),
    "combining marks": partial(unicodedata.normalize, "NFD"),
    "ALL CAPS": str.upper,
    "lower case": str.lower,
    "zero-width spaces": lambda text: text.replace(" ", "\u200b \u200b"),
    "zero-width signs in words": lambda text: text.replace("per", "p\u200ber").replace("only", "on\u200dly"),
    "soft hyphens": lambda text: text.replace("Summon", "Sum\xadmon").replace("effect", "ef\xadfect"),
    "wrapped lines": lambda text: re.sub(r"(?<=[a-z]) (?=(?:of|per|only|effects?|once)\b)", "\n", text),
    "wrapped lines of CRLF": lambda text: re.sub(r"(?<=[a-z]) (?=(?:of|per|only|effects?|once)\b)", " \r\n", text),
}


def at_once(*kinds: str) -> Dirty:
    def dirty(text: str) -> str:
        for kind in kinds:
            text = DIRT[kind](text)
        return text

    return dirty


MIXED = [
    ("CRLF", "curly quotes", "double spaces"),
    ("named entities", "<br>"),
    ("wrapped lines", "curly quotes", "no-break spaces"),
    ("combining marks", "ruby", "CRLF"),
    ("ALL CAPS", "double spaces", "curly quotes", "CRLF"),
    ("wrapped lines of CRLF", "zero-width signs in words", "bold"),
]
WAYS = [
    *(pytest.param(dirty, id=kind) for kind, dirty in DIRT.items()),
    *(pytest.param(at_once(*kinds), id=" + ".join(kinds)) for kinds in MIXED),
]


def made_dirty(limit: Limit, dirty: Dirty, text: str) -> Limit:
    """Return the limit as it stands in the dirty text; its words must stand there once."""
    words = dirty(limit.text)
    assert text.count(words) == 1, words
    start = text.index(words)
    name = None if limit.name is None else dirty(limit.name)
    return replace(limit, name=name, text=words, span=(start, start + len(words)))


@pytest.mark.parametrize("dirty", WAYS)
@pytest.mark.parametrize("clean", CLEAN)
def test_dirty_text_gives_the_same_limits(spans_are_exact: CheckReading, clean: str, dirty: Dirty) -> None:
    text = dirty(clean)
    reading = read(text, lang="en", game="yugioh")
    expected = [made_dirty(limit, dirty, text) for limit in read(clean, lang="en", game="yugioh").limits]
    assert expected
    assert list(reading.limits) == expected
    assert reading.unread == ()
    spans_are_exact(reading)


def test_the_clean_texts_give_what_they_say() -> None:
    found = [
        (limit.kind, limit.count, limit.period, limit.name)
        for clean in CLEAN
        for limit in read(str(clean.values[0]), lang="en", game="yugioh").limits
    ]
    assert found == [
        ("soft", 1, "turn", None),
        ("hard", 2, "turn", "Café Vicar"),
        ("summon", 1, "turn", "Iron Rôdeur(s)"),
        ("control", 1, None, "Rôdeur"),
        ("hard", 1, "duel", "Élan Vicar"),
        ("hard", 1, "turn", "Élan Vicar"),
        ("gain", 1, "turn", None),
        ("hard", 1, "turn", "Forêt Kiln"),
    ]
