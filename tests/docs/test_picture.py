"""The pictures of the README show what a notebook does today."""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING

import pytest
from tests.own_script import load_script

if TYPE_CHECKING:
    from types import ModuleType

    from playwright.sync_api import Browser

DOCS = Path(__file__).resolve().parents[2] / "docs"


@pytest.fixture(scope="module")
def drawing() -> ModuleType:
    return load_script(DOCS / "picture.py")


@pytest.mark.parametrize("theme", ["light", "dark"])
def test_a_picture_is_up_to_date(drawing: ModuleType, theme: str) -> None:
    committed = (DOCS / f"card.{theme}.svg").read_text(encoding="utf-8")
    assert committed == drawing.picture(theme), "the display changed: run `python docs/picture.py`"
    assert "http" not in committed.replace("http://www.w3.org/", "")


@pytest.mark.parametrize("theme", ["light", "dark"])
def test_the_card_fits_into_the_picture(browser: Browser, drawing: ModuleType, theme: str) -> None:
    with browser.new_context() as context, context.new_page() as page:
        page.goto((DOCS / f"card.{theme}.svg").as_uri())
        box = page.locator(".reading").bounding_box()
        assert box
        assert box["y"] + box["height"] <= drawing.HEIGHT
        assert box["x"] + box["width"] <= drawing.WIDTH
        color = page.evaluate("getComputedStyle(document.querySelector('.onceper')).colorScheme")
        assert color == theme
