"""Readings as HTML: what a parser finds in it."""

from __future__ import annotations

import re
from typing import TYPE_CHECKING, Any

import msgspec
import pytest
from lxml import etree
from tests.cases import cases

from onceper.contract.effect import Effect, Option
from onceper.contract.limit import CountedEvent
from onceper.contract.non_effect import NonEffect
from onceper.contract.reading import CardReading
from onceper.contract.span import Unread
from onceper.display.html import reading_html
from onceper.display.named import fields_of
from onceper.display.page import style
from onceper.lang.languages import language

if TYPE_CHECKING:
    from onceper.contract.limit import Limit
    from onceper.contract.non_effect import NonEffectKind
    from onceper.contract.span import Span

KINDS = {"effect": "span", "not_effect": "small", "unread": "u", "limit": "mark"}
EVIL = '<script>alert("x")</script> & \'<b onclick="y">'


class Page:
    """Hold what a browser would show: the card's text with the spans of its elements, their titles, and all words."""

    def __init__(self, html: str) -> None:
        # What is well-formed nests. XML knows no names of characters, and makes blanks of line ends in attributes.
        root: Any = etree.fromstring(html.replace("&nbsp;", "&#160;").replace("\n", "&#10;"))
        (text,) = root.xpath(".//*[@class='text']")
        self.tags = {str(element.tag) for element in root.iter()}
        self.attributes = {name for element in root.iter() for name in element.attrib}
        self.shown = "".join(map(str, root.xpath(".//text()[not(parent::style)]")))
        self.titles = {tag: root.xpath(f".//{tag}/@title") for tag in ("mark", "span")}
        self.text = text.text or ""
        self.spans: dict[str, list[Span]] = {}
        for element in text:
            self._walk(element)

    def _walk(self, element: Any) -> None:
        start = len(self.text)
        # Names and numbers are not of the card.
        if element.tag not in {"b", "sup"}:
            self.text += element.text or ""
            for child in element:
                self._walk(child)
        self.spans.setdefault(element.tag, []).append((start, len(self.text)))
        self.text += element.tail or ""


def _reading(text: str, **found: object) -> CardReading:
    return msgspec.structs.replace(CardReading(text, "en", "yugioh", "Ember Warden"), **found)


def _effect(index: int, *parts: Span, text: str = "text") -> Effect:
    return Effect(index, None, "activated", (parts[0][0], parts[-1][1]), parts, text)


def _not_effect(span: Span, kind: NonEffectKind = "activation_limit") -> NonEffect:
    return NonEffect(kind, span, "text", "on_summon", (), None, None, None, "rule.of.it", "rule", 1.0)


def _limit(limit: Limit, span: Span) -> Limit:
    return msgspec.structs.replace(limit, span=span)


@cases
def test_any_spans_nest(limit: Limit, limits: list[Span], non_effects: list[Span], effects: list[Span]) -> None:
    page = Page(
        reading_html(
            _reading(
                "abcdefghi",
                limits=tuple(_limit(limit, span) for span in limits),
                non_effects=tuple(map(_not_effect, non_effects)),
                effects=tuple(_effect(number, span) for number, span in enumerate(effects, start=1)),
            )
        )
    )
    assert page.text == "abcdefghi"
    for tag, spans in {"mark": limits, "small": non_effects, "span": effects}.items():
        shown = {place for start, end in page.spans.get(tag, []) for place in range(start, end)}
        assert shown == {place for start, end in spans for place in range(start, end)}


def test_numbers_stand_once(limit: Limit) -> None:
    html = reading_html(
        _reading(
            "abcdefghi",
            limits=(_limit(limit, (1, 8)), _limit(limit, (4, 8))),
            effects=(_effect(1, (0, 2), (6, 9)), _effect(2, (2, 6))),
        )
    )
    body = html[html.index("</style>") :]
    text = body.partition("</p>")[2].partition("</p>")[0]
    assert re.findall(r"<b>(\d)", text) == ["1", "2"]
    assert re.findall(r"<sup>(.*?)</sup>", text) == ["●b", "●a"]


def test_hovering_tells_all_that_covers_the_words(limit: Limit) -> None:
    found = _limit(limit, (0, 4))
    other = _not_effect((0, 4), "duration")
    reading = _reading("abcd efgh", limits=(found,), non_effects=(other,), effects=(_effect(1, (0, 9)),))
    page = Page(reading_html(reading))
    (title,) = page.titles["mark"]
    (ruling,) = (rule.source for rule in language("en").every_rule if rule.id == "hard.effect")
    assert title.splitlines() == [
        "a hard: By card name, once per turn",
        f"rule hard.effect · {ruling}",
        fields_of(found),
        "*1 how long it stays · applies to its Summon",
        "rule rule.of.it",
        fields_of(other),
        "effect 1 · activated · limited by ●a",
    ]
    assert page.titles["span"] == ["effect 1 · activated · limited by ●a"]


def test_fields_are_named_as_in_the_contract(limit: Limit) -> None:
    counting = msgspec.structs.replace(limit, event=CountedEvent("attack", "own"), optional=False)
    assert fields_of(counting) == (
        "kind: hard · scope: name · period: turn · whose_turn: any · count: 1 · verb: use · "
        "applies_to.reference: each · applies_to.effects: 1, 3 · player: you · owner: you · optional: false · "
        "spent_on: use · on_control_change: own_count · event.what: attack · event.whose: own"
    )


def test_a_click_gives_rule_ruling_and_fields(limit: Limit) -> None:
    found = _limit(limit, (0, 4))
    html = reading_html(_reading("abcd", limits=(found,), non_effects=(_not_effect((0, 4)),)))
    # A limit whose sentence is no effect is listed once.
    assert "· no effect · applies to its Summon" in html
    assert "Not effects" not in html
    (ruling,) = (rule.source for rule in language("en").every_rule if rule.id == "hard.effect")
    details = re.findall(r"<p><small>(.*?)</small></p>", html.partition("</summary>")[2])
    assert details == [
        f"rule hard.effect · {ruling}",
        fields_of(found),
        "rule rule.of.it",
        fields_of(_not_effect((0, 4))),
    ]


def test_an_unread_sentence_is_no_effect_of_its_own() -> None:
    unread = Unread((5, 9), "efgh", "no_rule")
    page = Page(reading_html(_reading("abcd efgh", effects=(_effect(1, (0, 4)), _effect(2, (5, 9))), unread=(unread,))))
    assert page.spans == {"span": [(0, 4)], "u": [(5, 9)], "b": [(0, 0)], "sup": [(9, 9)]}


def test_kinds_of_limits_differ_without_colour(limit: Limit) -> None:
    soft = msgspec.structs.replace(limit, kind="soft", scope="copy", span=(5, 9))
    html = reading_html(_reading("abcd efgh", limits=(_limit(limit, (0, 4)), soft)))
    assert re.findall(r'<mark class="(\w+)".*?<sup>(.*?)</sup>', html, re.DOTALL) == [("hard", "●a"), ("soft", "○b")]
    assert re.findall(r'<span class="badge \w+">(.*?)</span>', html) == ["● hard", "○ soft"]
    lines = re.findall(r"\.(soft|hard|summon) \{[^}]*--line-style: (\w+)", style())
    assert len({line for _, line in lines}) == 3


def test_choices_and_who_told_the_kind_are_said() -> None:
    options = (Option(1, "●", (0, 4), "<b>"), Option(2, "●", (5, 9), "efgh"))
    told = Effect(1, None, "continuous", (0, 9), ((0, 9),), "abcd efgh", options, kind_told_by="card_type")
    page = Page(reading_html(_reading("abcd efgh", effects=(told,))))
    assert page.text == "abcd efgh"
    assert page.titles["span"] == ["effect 1 · continuous, as the card stays on the field"]
    assert page.shown.endswith("Choices of effect 1<b>efgh")


def test_card_text_is_escaped_everywhere(limit: Limit) -> None:
    evil = msgspec.structs.replace(limit, span=(0, len(EVIL)), name=EVIL, names="card", rule=EVIL)
    reading = CardReading(EVIL, 'e"n', EVIL, EVIL, limits=(evil,), non_effects=(_not_effect((0, len(EVIL))),))
    page = Page(reading_html(reading))
    assert page.text == EVIL
    assert page.shown.count(EVIL) == 5
    assert page.tags == {
        *("div", "style", "p", "strong", "small", "mark", "sup", "b", "ul", "li", "span", "details", "summary")
    }
    assert page.attributes == {"class", "lang", "title"}


def test_what_no_page_can_carry_is_replaced() -> None:
    page = Page(reading_html(_reading("a\x00b\ud800c\x1b\x9bd")))
    assert page.text == "a␀b\ufffdc␛\ufffdd"
    assert page.shown.encode()


@pytest.mark.parametrize(
    ("reading", "words"), [(_reading(""), "en"), (CardReading("1 + 1", None, None, None), "no la")]
)
def test_nothing_read(reading: CardReading, words: str) -> None:
    page = Page(reading_html(reading))
    assert page.text == reading.text
    assert page.shown.endswith("Nothing was read in this text.")
    assert words in page.shown


def test_style_stays_within_its_class() -> None:
    rules = re.sub(r"@media[^{]*\{", "", style())
    selectors = [found.strip() for found in re.findall(r"([^{}]+)\{", rules)]
    assert selectors
    # A comma within parentheses ends no selector.
    each = [one.strip() for found in selectors for one in re.split(r",(?![^()]*\))", found)]
    assert [one for one in each if not re.match(r"(:is\([^()]*\) )?\.onceper\b", one)] == []


def test_a_color_for_light_has_one_for_dark() -> None:
    colors = re.findall(r"--(?!limit|line-style)[a-z-]+: (?!light-dark\(#[0-9a-f]{6}, #[0-9a-f]{6}\))", style())
    assert colors == []


def test_many_spans_are_no_burden(limit: Limit) -> None:
    count = 5_000
    html = reading_html(_reading("abcd" * count, limits=tuple(_limit(limit, (4 * n, 4 * n + 2)) for n in range(count))))
    assert html.count("<mark") == count
