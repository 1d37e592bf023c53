"""Displays as a browser shows them: at the width of a phone and of a desktop, in light and dark."""

from __future__ import annotations

import tomllib
from itertools import pairwise
from pathlib import Path
from typing import TYPE_CHECKING, Any, Literal, Protocol

import pytest
import spacy
from spacy import displacy
from tests.cases import cases

import onceper
from onceper.contract.reading import CardReading
from onceper.contract.span import Unread
from onceper.reader.read import read
from onceper.spacy import displacy_options

if TYPE_CHECKING:
    from collections.abc import Iterator

    from playwright.sync_api import Browser, Page

Scheme = Literal["light", "dark"]

PHONE, DESKTOP = 390, 1280
SCHEMES: tuple[Scheme, ...] = ("light", "dark")
LEAST_CONTRAST = 4.5  # WCAG 2.2, level AA, text of this size

TEXTS = tomllib.loads(Path(__file__).with_name("shown.toml").read_text(encoding="utf-8"))
LONG = " ".join(
    f"If card {n} is sent to the GY: You can draw 1 card. Once per turn: You can gain {n} LP." for n in range(30)
)
UNREAD = CardReading("Only once or so.", "en", None, None, unread=(Unread((0, 16), "Only once or so.", "no_rule"),))
READINGS = {
    **{name: read(**{"game": "yugioh", **told}) for name, told in TEXTS.items()},
    "long": read(f"{LONG}{'W' * 300}", lang="en", game="yugioh", name="Ember" * 60),
    "unread": UNREAD,
}
DISPLAYS = {
    **{name: reading._repr_html_() for name, reading in READINGS.items()},
    "side by side": onceper.side_by_side(
        *(READINGS[name] for name in ("english", "japanese", "turkish"))
    )._repr_html_(),
    "side by side, evil": onceper.side_by_side(READINGS["evil"], READINGS["long"])._repr_html_(),
    "table": onceper.readings_table(READINGS.values(), max_rows=12)._repr_html_(),
}

# The lowest contrast of a text with what is painted behind it.
CONTRAST = """() => {
  const parts = color => color.match(/[\\d.]+/g).map(Number);
  const luminance = color => {
    const [r, g, b] = parts(color).map(v => v / 255).map(v => v <= 0.04045 ? v / 12.92 : ((v + 0.055) / 1.055) ** 2.4);
    return 0.2126 * r + 0.7152 * g + 0.0722 * b;
  };
  const behind = element => {
    for (; element; element = element.parentElement) {
      const color = getComputedStyle(element).backgroundColor;
      if (parts(color)[3] !== 0) return color;
    }
  };
  const texts = document.createTreeWalker(document.querySelector(".onceper"), NodeFilter.SHOW_TEXT);
  let lowest = 21;
  while (texts.nextNode()) {
    const element = texts.currentNode.parentElement;
    if (!texts.currentNode.data.trim() || element.tagName === "STYLE") continue;
    const [dark, light] = [getComputedStyle(element).color, behind(element)].map(luminance).sort((a, b) => a - b);
    lowest = Math.min(lowest, (light + 0.05) / (dark + 0.05));
  }
  return lowest;
}"""
# Elements that hold more than they have room for, where the padding of a mark alone may stand out; and pairs of boxes
# that overlap.
CUT_OFF = """selector => [...document.querySelectorAll(selector)]
  .filter(it => getComputedStyle(it).display !== "inline" && it.scrollWidth > it.clientWidth + 6)
  .map(it => [it.scrollWidth - it.clientWidth, it.outerHTML.slice(0, 200)])"""
OVERLAPPING = """selector => {
  const boxes = [...document.querySelectorAll(selector)].map(it => [it.getBoundingClientRect(), it]);
  return boxes.flatMap(([a, one], at) => boxes.slice(at + 1)
    .filter(([b, other]) => !one.contains(other) && Math.min(a.right, b.right) - Math.max(a.left, b.left) > 1
                         && Math.min(a.bottom, b.bottom) - Math.max(a.top, b.top) > 1)
    .map(([, other]) => [one.textContent, other.textContent]));
}"""


class Show(Protocol):
    def __call__(self, html: str, *, root: str = "", body: str = "") -> None: ...


@pytest.fixture
def page(browser: Browser) -> Iterator[Page]:
    """Give a page of a desktop, in light, from which nothing may be loaded or told."""
    told: list[str] = []
    with browser.new_context(viewport={"width": DESKTOP, "height": 844}) as context, context.new_page() as page:
        page.on("request", lambda request: told.append(request.url))
        page.on("console", lambda message: told.append(message.text))
        page.on("pageerror", lambda error: told.append(str(error)))
        yield page
    assert told == []


@pytest.fixture
def show(page: Page) -> Show:
    """Give a function that shows a display in the page."""

    def show(html: str, *, root: str = "", body: str = "") -> None:
        head = '<meta charset="utf-8"><style>:root { color-scheme: light dark }</style>'
        page.set_content(f"<!doctype html><html {root}><head>{head}</head><body {body}>{html}</body></html>")

    return show


def _wide(page: Page, width: int) -> None:
    page.set_viewport_size({"width": width, "height": 844})


@pytest.mark.parametrize("name", DISPLAYS)
def test_a_display_fits_and_can_be_read(page: Page, show: Show, name: str) -> None:
    show(DISPLAYS[name])
    page.evaluate("document.querySelectorAll('details').forEach(it => it.open = true)")
    for width in (PHONE, DESKTOP):
        _wide(page, width)
        assert page.evaluate("document.documentElement.scrollWidth") <= width
        assert page.evaluate(CUT_OFF, ".onceper, .onceper *") == []
        assert page.evaluate(OVERLAPPING, ".onceper :is(.badge, summary small, td, p)") == []
    for scheme in SCHEMES:
        page.emulate_media(color_scheme=scheme)
        assert page.evaluate(CONTRAST) >= LEAST_CONTRAST


def test_no_card_text_is_run(page: Page, show: Show) -> None:
    for name in ("evil", "side by side, evil", "table"):
        show(DISPLAYS[name])
        assert page.title() == ""
        assert page.locator(".onceper :is(script, img)").count() == 0
        assert "<img src=x onerror" in page.locator(".onceper").inner_text()


def _boxes(page: Page, selector: str) -> list[Any]:
    return [it.bounding_box() for it in page.locator(selector).all()]


def test_languages_stand_side_by_side_with_effects_at_one_height(page: Page, show: Show) -> None:
    show(DISPLAYS["side by side"])
    columns = _boxes(page, ".reading")
    assert len({box["y"] for box in columns}) == 1
    assert columns[0]["x"] < columns[1]["x"] < columns[2]["x"]
    # The first two pieces of text that hold an effect, of each column.
    effects = _boxes(page, ".text:has(> .effect)")
    assert [round(box["y"]) for box in effects[:2]] * 3 == [round(box["y"]) for box in effects]
    # On a phone they stand below each other.
    _wide(page, PHONE)
    columns = _boxes(page, ".reading")
    assert len({box["x"] for box in columns}) == 1
    assert all(above["y"] + above["height"] <= below["y"] for above, below in pairwise(columns))


@cases
def test_the_theme_of_a_notebook_wins_over_the_system(
    page: Page, show: Show, attributes: dict[str, str], scheme: Scheme
) -> None:
    def papers() -> list[str]:
        found = []
        for system in SCHEMES:
            page.emulate_media(color_scheme=system)
            found.append(page.evaluate("getComputedStyle(document.querySelector('.reading')).backgroundColor"))
        return found

    show(DISPLAYS["english"])
    of_system = dict(zip(SCHEMES, papers(), strict=True))
    assert of_system["light"] != of_system["dark"]
    show(DISPLAYS["english"], **attributes)
    assert papers() == [of_system[scheme]] * 2


def test_what_a_notebook_says_of_tables_and_lists_does_not_hold_here(page: Page, show: Show) -> None:
    style = """<style>
      .notebook:not(.other) td { text-align: right }
      .notebook ul:not(.other) { padding-left: 99px; list-style: disc }
      .notebook p { margin-bottom: 99px }
    </style>"""
    show(f'{style}<div class="notebook">{DISPLAYS["table"]}{DISPLAYS["english"]}</div>')
    for selector, name, value in (
        ("td", "textAlign", "start"),
        ("ul", "paddingLeft", "0px"),
        ("ul", "listStyleType", "none"),
        (".reading p", "marginBottom", "7.5px"),
    ):
        assert page.evaluate(f"getComputedStyle(document.querySelector('.onceper {selector}')).{name}") == value


def test_a_badge_opens_by_the_keyboard(page: Page, show: Show) -> None:
    show(DISPLAYS["english"])
    ruling = page.get_by_text("rule soft").first
    assert not ruling.is_visible()
    page.keyboard.press("Tab")
    page.keyboard.press("Enter")
    assert ruling.is_visible()


@pytest.mark.parametrize("spans_key", ["limits", "non_effects", "effects"])
def test_displacy_fits_a_phone_and_its_labels_stand_apart(page: Page, show: Show, spans_key: str) -> None:
    nlp = spacy.blank("en")
    nlp.add_pipe("onceper", config={"game": "yugioh"})
    docs = [nlp(reading.text) for reading in (READINGS["english"], READINGS["pendulum"])]
    _wide(page, PHONE)
    show(displacy.render(docs, style="span", options=displacy_options(spans_key), jupyter=False))
    assert page.evaluate("document.documentElement.scrollWidth") <= PHONE
    labels = ".spans span span span"
    assert page.locator(labels).count() == sum(len(doc.spans[spans_key]) for doc in docs)
    assert page.evaluate(OVERLAPPING, labels) == []


def test_a_box_gives_each_effect_a_line(page: Page, show: Show) -> None:
    show(onceper.read("Draw 1 card. If this card is destroyed: Gain 500 LP.", lang="en")._repr_html_())
    effect = page.locator(".text > .effect").first
    assert effect.evaluate("effect => getComputedStyle(effect).display") == "inline"
    page.get_by_label("each on a line").check()
    assert effect.evaluate("effect => getComputedStyle(effect).display") == "block"
