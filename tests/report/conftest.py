"""Invented cards as a tagging holds them, and a browser's tab that opens their report."""

from __future__ import annotations

from typing import TYPE_CHECKING, Protocol

import pytest

from onceper.contract.reading import Row

if TYPE_CHECKING:
    from collections.abc import Iterator
    from pathlib import Path

    from playwright.sync_api import Browser, Page
    from tests.conftest import MakeLimit, MakeRow


class OpenPage(Protocol):
    def __call__(self, path: Path) -> Page: ...


@pytest.fixture(scope="session")
def cards(make_limit: MakeLimit, make_row: MakeRow) -> list[Row]:
    """Return a tagging with what a page has to show: limits, hostile text, what was not read, an error, many cards."""
    soft, hard = make_limit("soft", 1, text="Once per turn"), make_limit("hard", 1, text="once per Duel", period="duel")
    ja = make_limit("soft", 1, text="１ターンに１度")
    odd = "Once in a blue moon, draw 1 card."
    return [
        make_row("Once per turn: You can draw 1 card.", soft),
        make_row("１ターンに１度、発動できる。", ja, name="灰の見張り番", lang="ja"),
        make_row("You can use this once per Duel.", hard, id="2", name="Tide Caller"),
        make_row("<script>window.stung = 1</script> 𝄞 Once per turn", soft, id="3", name="</script><b>Sting</b>"),
        make_row(odd, id="4", name="Mire Heron", unread=odd),
        make_row("A quiet bird.", id="5", name="Reed Wren", flavor="A quiet bird."),
        Row("6", "Lost Page", None, None, "text", error="no text"),
        *(make_row(f"Draw {n} cards.", id=str(n), name=f"Crow {n}") for n in range(100, 160)),
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
