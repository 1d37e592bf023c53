"""Text as it really comes: made dirty in any way, the same print gives the same limits."""

from __future__ import annotations

import re
import tomllib
import unicodedata
from collections.abc import Callable
from functools import partial
from pathlib import Path
from typing import TYPE_CHECKING, Any

import pytest
from msgspec.structs import replace

from onceper.contract.reading import CardReading
from onceper.reader.read import read

if TYPE_CHECKING:
    from onceper.contract.limit import Limit

CheckReading = Callable[[CardReading], None]
Dirty = Callable[[str], str]

_TOLD: dict[str, Any] = tomllib.loads(Path(__file__).with_suffix(".toml").read_text(encoding="utf-8"))
CLEAN = [pytest.param(one["text"], one["limits"], id=one["id"]) for one in _TOLD["clean"]]
WIDE = {code: code + 0xFEE0 for code in range(0x21, 0x7F)}


def rewritten(text: str, rewrites: list[tuple[str, str]]) -> str:
    for pattern, new in rewrites:
        text = re.sub(pattern, new, text)
    return text


# Two sentences or lines that run together would be another print: line ends stay as they are.
DIRT: dict[str, Dirty] = {kind: partial(rewritten, rewrites=rewrites) for kind, rewrites in _TOLD["dirt"].items()} | {
    "full-width forms": lambda text: text.translate(WIDE),
    "full-width digits": lambda text: re.sub("[0-9]", lambda digit: digit[0].translate(WIDE), text),
    "combining marks": partial(unicodedata.normalize, "NFD"),
    "ALL CAPS": str.upper,
    "lower case": str.lower,
}


def made_dirty(limit: Limit, dirty: Dirty, text: str) -> Limit:
    """Return the limit as it stands in the dirty text; its words must stand there once."""
    words = dirty(limit.text)
    assert text.count(words) == 1, words
    start = text.index(words)
    name = None if limit.name is None else dirty(limit.name)
    return replace(limit, name=name, text=words, span=(start, start + len(words)))


@pytest.mark.parametrize("kinds", [*([kind] for kind in DIRT), *_TOLD["mixed"]], ids=" + ".join)
@pytest.mark.parametrize(("clean", "limits"), CLEAN)
def test_dirty_text_gives_the_same_limits(
    spans_are_exact: CheckReading, clean: str, limits: list[dict[str, Any]], kinds: list[str]
) -> None:
    def dirty(text: str) -> str:
        for kind in kinds:
            text = DIRT[kind](text)
        return text

    text = dirty(clean)
    reading = read(text, lang="en", game="yugioh")
    expected = read(clean, lang="en", game="yugioh").limits
    assert [(one.kind, one.count, one.period, one.name) for one in expected] == [
        tuple(map(limit.get, ("kind", "count", "period", "name"))) for limit in limits
    ]
    assert list(reading.limits) == [made_dirty(limit, dirty, text) for limit in expected]
    assert reading.unread == ()
    spans_are_exact(reading)
