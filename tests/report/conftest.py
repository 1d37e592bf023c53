"""Invented cards as a tagging holds them, and a browser's tab that opens their report."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any, Protocol

import msgspec
import pytest

from onceper.contract.effect import Effect
from onceper.contract.non_effect import NonEffect
from onceper.contract.reading import Row
from onceper.contract.span import Unread

if TYPE_CHECKING:
    from collections.abc import Iterator
    from pathlib import Path

    from playwright.sync_api import Browser, Page
    from tests.conftest import MakeLimit

    from onceper.contract.limit import Limit


class MakeRow(Protocol):
    def __call__(self, text: str, *limits: Limit, **changes: Any) -> Row: ...


class OpenPage(Protocol):
    def __call__(self, path: Path) -> Page: ...


def _placed(text: str, words: str) -> tuple[int, int]:
    start = text.index(words)
    return start, start + len(words)


def _make_row(text: str, *limits: Limit, **changes: Any) -> Row:
    """Read the text as one effect, its limits where their words stand; ``flavor`` and ``unread`` are words in it."""
    flavor, unread = changes.pop("flavor", None), changes.pop("unread", None)
    fields: dict[str, Any] = {"id": "1", "name": "Ember Warden", "lang": "en", "game": "yugioh", "field": "text"}
    fields["limits"] = tuple(msgspec.structs.replace(limit, span=_placed(text, limit.text)) for limit in limits)
    if flavor:
        span = _placed(text, flavor)
        fields["non_effects"] = (
            NonEffect("flavor", span, flavor, "everywhere", (), None, None, None, "flavor.any", "rule", 1.0),
        )
    elif text:
        whole = (0, len(text))
        fields["effects"] = (Effect(1, None, "activated", whole, (whole,), text),)
    if unread:
        fields["unread"] = (Unread(_placed(text, unread), unread, "no_rule"),)
    return Row(**fields | changes)


@pytest.fixture(scope="session")
def make_row() -> MakeRow:
    """Return the function that makes the row of a text."""
    return _make_row


@pytest.fixture(scope="session")
def cards(make_limit: MakeLimit) -> list[Row]:
    """Return a tagging with what a page has to show: limits, hostile text, what was not read, an error, many cards."""
    soft, hard = make_limit("soft", 1, text="Once per turn"), make_limit("hard", 1, text="once per Duel", period="duel")
    ja = make_limit("soft", 1, text="１ターンに１度")
    odd = "Once in a blue moon, draw 1 card."
    return [
        _make_row("Once per turn: You can draw 1 card.", soft),
        _make_row("１ターンに１度、発動できる。", ja, name="灰の見張り番", lang="ja"),
        _make_row("You can use this once per Duel.", hard, id="2", name="Tide Caller"),
        _make_row("<script>window.stung = 1</script> 𝄞 Once per turn", soft, id="3", name="</script><b>Sting</b>"),
        _make_row(odd, id="4", name="Mire Heron", unread=odd),
        _make_row("A quiet bird.", id="5", name="Reed Wren", flavor="A quiet bird."),
        Row("6", "Lost Page", None, None, "text", error="no text"),
        *(_make_row(f"Draw {n} cards.", id=str(n), name=f"Crow {n}") for n in range(100, 160)),
    ]


@pytest.fixture(scope="module")
def open_page(browser: Browser) -> Iterator[OpenPage]:
    """Open a file in the one tab of a browser without a network; no page may complain of anything or ask for more."""
    problems: list[str] = []
    shown = [""]
    tab = browser.new_page(offline=True)
    tab.on("console", lambda message: problems.append(message.text))
    tab.on("pageerror", lambda error: problems.append(str(error)))
    tab.on("request", lambda request: problems.append(request.url) if request.url != shown[0] else None)

    def opened(path: Path) -> Page:
        shown[0] = path.as_uri()
        tab.set_viewport_size({"width": 1280, "height": 800})
        tab.goto(path.as_uri())
        tab.wait_for_selector("main:not([aria-busy])")
        return tab

    yield opened
    tab.close()
    assert problems == []
