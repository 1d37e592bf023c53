"""The report as its reader uses it: in Chromium, without a network."""

from __future__ import annotations

from typing import TYPE_CHECKING

import msgspec
import pytest
from tests.cases import cases

from onceper.comparing.compare import compare_rows
from onceper.report.run import page

if TYPE_CHECKING:
    from pathlib import Path

    from playwright.sync_api import Page
    from tests.report.conftest import OpenPage

    from onceper.contract.reading import Row

SIDES = ("tags.parquet", "old.parquet")


@pytest.fixture
def report(tmp_path: Path, cards: list[Row], open_page: OpenPage) -> Page:
    """Open the report of the cards."""
    path = tmp_path / "report.html"
    path.write_text(page("tags.parquet", cards), encoding="utf-8")
    return open_page(path)


def _settle(report: Page) -> None:
    # A link changes the address at once, and the view when the page hears of that.
    report.evaluate("new Promise((heard) => requestAnimationFrame(() => setTimeout(heard)))")


def _names(report: Page, part: str = "cards") -> list[str]:
    _settle(report)
    return report.locator(f"#{part}-list .opener").all_inner_texts()


def _told(report: Page, part: str = "cards") -> str:
    _settle(report)
    return report.locator(f"#{part}-list [role=status]").inner_text()


def _address(report: Page) -> str:
    # What the driver itself tells lags behind the page's own changes.
    return str(report.evaluate("location.href"))


@cases
def test_search(report: Page, words: str, names: list[str]) -> None:
    report.fill("#cards-list-search", words)
    assert _names(report) == names


def test_filters_hold_together_and_can_be_taken_back(report: Page) -> None:
    report.select_option("#cards-list-kind", "soft")
    assert _told(report) == "1–3 of 3 texts"
    report.select_option("#cards-list-lang", "ja")
    assert _names(report) == ["灰の見張り番"]
    report.select_option("#cards-list-period", "duel")
    assert _told(report) == "No texts"
    report.click("text=Clear all")
    assert _told(report) == "1–50 of 67 texts"
    report.select_option("#cards-list-holds", "error")
    assert _names(report) == ["Lost Page"]


def test_a_card_opens_with_its_marks(report: Page) -> None:
    report.click("text=Ember Warden")
    panel = report.locator("#cards-list .panel")
    assert panel.locator("mark").inner_text().startswith("Once per turn")
    assert panel.locator(".text").inner_text() == "1\u00a0Once per turn○a: You can draw 1 card."
    assert "○ soft Each copy, once per turn; anew when it leaves the field" in panel.inner_text()
    assert "rule by hand" not in panel.inner_text()
    panel.locator("summary").click()
    assert "rule by hand" in panel.inner_text()
    assert "kind: soft · scope: copy · period: turn" in panel.inner_text()


def test_the_other_languages_of_a_card_stand_beside_it(report: Page) -> None:
    report.click("text=Ember Warden")
    report.click("text=Show ja text beside it")
    assert report.locator("#cards-list .panel h4").all_inner_texts() == ["Ember Warden", "灰の見張り番 (ja)"]


def test_hostile_text_is_text(report: Page) -> None:
    report.fill("#cards-list-search", "sting")
    report.click("#cards-list .opener")
    assert _names(report) == ["</script><b>Sting</b>"]
    panel = report.locator("#cards-list .panel")
    assert "<script>window.stung = 1</script> 𝄞 Once per turn" in panel.locator(".text").inner_text()
    assert panel.locator("mark").inner_text() == "Once per turn○a"
    assert report.evaluate("window.stung") is None


def test_a_count_leads_to_its_cards(report: Page) -> None:
    report.click("nav >> text=Summary")
    report.wait_for_selector("#cards", state="hidden")
    report.click("#summary th[scope=row] >> text=hard")
    assert _names(report) == ["Tide Caller"]
    report.click("nav >> text=Summary")
    report.click("#summary dl >> text=texts with a limit")
    assert _told(report) == "1–4 of 4 texts"
    report.click("nav >> text=Summary")
    report.click("#summary .breakdown:has-text('Limits by kind') >> tr:has-text('soft') >> td >> nth=1 >> a")
    assert _names(report) == ["灰の見張り番"]
    report.click("nav >> text=Summary")
    report.click("#summary th >> text=no text")
    assert _names(report) == ["Lost Page"]


def _table(report: Page, title: str) -> list[list[str]]:
    lines = report.locator(f"#summary .breakdown:has(h3:text-is('{title}')) tr").all()
    return [line.locator("th, td.number").all_text_contents() for line in lines]


def test_what_is_counted(report: Page) -> None:
    report.click("nav >> text=Summary")
    report.wait_for_selector("#summary dl")
    told = zip(*(report.locator(f"#summary dl {tag}").all_text_contents() for tag in ("dt", "dd")), strict=True)
    assert dict(told) == {
        "texts": "67",
        "texts with a limit": "4",
        "limits": "4",
        "passages that are no effect": "1",
        "effects": "65",
        "sentences not read": "1",
        "texts with an error": "1",
    }
    # The commonest first, or in their order, with a column for each language that has some.
    assert _table(report, "Limits by kind") == [
        ["value", "en", "ja", "all", "bar"],
        ["soft", "2", "1", "3"],
        ["hard", "1", "0", "1"],
    ]
    assert _table(report, "Soft and hard limits")[1:] == [["en", "2", "1", "3"], ["ja", "1", "0", "1"]]
    assert _table(report, "Limits in a text")[1:] == [["0", "62", "0", "62"], ["1", "3", "1", "4"]]
    assert _table(report, "Errors")[1:] == [["no text", "1"]]
    assert _table(report, "Limits in particular") == []


def test_back_goes_back_to_the_view_before(report: Page) -> None:
    report.select_option("#cards-list-kind", "soft")
    report.locator("#cards-list-search").press_sequentially("sting")
    assert _told(report) == "1 text"
    # What was typed letter by letter is one step.
    report.go_back()
    assert _told(report) == "1–3 of 3 texts"
    report.go_back()
    assert _told(report) == "1–50 of 67 texts"
    report.go_forward()
    assert _told(report) == "1–3 of 3 texts"


def test_pages_and_orders_have_an_address(report: Page) -> None:
    report.select_option("#cards-list-kind", "soft")
    report.click("text=Open all 3")
    assert report.locator("#cards-list .panel").count() == 3
    assert _address(report).endswith("#cards?open=all&kind=soft")
    report.goto("about:blank")
    report.go_back()
    report.wait_for_selector("main:not([aria-busy])")
    assert report.input_value("#cards-list-kind") == "soft"
    report.click("text=Clear all")
    report.select_option("#cards-list-order", "name")
    report.click('[aria-label="Next page of cards"] >> nth=0')
    assert _address(report).endswith("#cards?order=name&page=2")
    assert len(_names(report)) == 17
    report.evaluate("location.hash = '#cards?page=999&nonsense=1'")
    assert _told(report) == "51–67 of 67 texts"
    report.evaluate("location.hash = '#nowhere'")
    assert _told(report) == "1–50 of 67 texts"


def test_a_sentence_that_was_not_read_leads_to_its_cards(report: Page) -> None:
    report.click("nav >> text=Not read")
    assert "Once in a blue moon" in report.locator("#unread").inner_text()
    report.click("text=Show 1 text")
    assert _names(report) == ["Mire Heron"]


def test_the_keyboard_is_enough(report: Page) -> None:
    report.focus("#cards-list-search")
    report.keyboard.type("crow 10")
    report.keyboard.press("ArrowDown")
    report.keyboard.press("ArrowDown")
    focused = report.locator(":focus")
    assert focused.inner_text() == "Crow 101"
    assert focused.evaluate("e => getComputedStyle(e).outlineStyle") == "solid"
    report.keyboard.press("Enter")
    assert focused.get_attribute("aria-expanded") == "true"
    assert report.locator(f"#{focused.get_attribute('aria-controls')}").is_visible()
    report.keyboard.press("Escape")
    assert focused.get_attribute("aria-expanded") == "false"
    assert report.locator(".panel").count() == 0
    report.keyboard.press("ArrowUp")
    report.keyboard.press("ArrowUp")
    assert focused.get_attribute("id") == "cards-list-search"


def test_a_comparison(tmp_path: Path, cards: list[Row], open_page: OpenPage) -> None:
    old = [msgspec.structs.replace(cards[0], limits=()), *cards[1:3]]
    path = tmp_path / "report.html"
    shown = page("tags.parquet", cards[:3], compare_rows(cards[:3], old), SIDES)
    path.write_text(shown, encoding="utf-8")
    report = open_page(path)
    report.click("nav >> text=Differences")
    assert _names(report, "comparison") == ["Ember Warden"]
    rows = report.locator("#comparison-list .rows").inner_text()
    assert "limit · soft · only in tags.parquet" in rows
    assert "Each copy, once per turn; anew when it leaves" in rows
    report.click("#comparison-list .opener")
    here, there = report.locator("#comparison-list .panel").all_inner_texts()
    assert here.startswith("tags.parquet: Ember Warden")
    assert there.startswith("old.parquet: Ember Warden")
    assert "only here" in here
    assert "only here" not in there
    report.click("#comparison dl >> text=alike")
    assert _names(report, "comparison") == ["灰の見張り番", "Tide Caller"]
    report.click("#comparison summary >> text=Numbers")
    report.click("#comparison .breakdown >> a >> nth=1")
    assert _names(report, "comparison") == ["Ember Warden"]
    assert _address(report).endswith("#comparison?of=limit&kind=soft&differs=only_a")


def test_a_comparison_of_two_languages_on_a_telephone(tmp_path: Path, cards: list[Row], open_page: OpenPage) -> None:
    path = tmp_path / "report.html"
    shown = page("tags.parquet", cards, compare_rows(cards, cards, ("en", "ja")), ("en", "ja"))
    path.write_text(shown, encoding="utf-8")
    report = open_page(path)
    report.set_viewport_size({"width": 390, "height": 800})
    report.click("nav >> text=Differences")
    report.click("#comparison >> text=Open all 50")
    assert "only in en" in report.locator("#comparison-list .rows").inner_text()
    assert report.evaluate("document.documentElement.scrollWidth") == 390


def test_a_box_gives_each_effect_a_line(report: Page) -> None:
    report.get_by_text("Open all").first.click()
    effect = report.locator(".text > .effect").first
    assert effect.evaluate("effect => getComputedStyle(effect).display") == "inline"
    report.get_by_label("Each effect on a line").check()
    assert effect.evaluate("effect => getComputedStyle(effect).display") == "block"
