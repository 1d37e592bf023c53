"""The page as a file."""

from __future__ import annotations

import json
import re
import zlib
from base64 import b64decode, b64encode
from hashlib import sha256
from typing import TYPE_CHECKING, Any

import msgspec
import pytest

from onceper.comparing.compare import compare_rows
from onceper.report.run import page

if TYPE_CHECKING:
    from tests.conftest import MakeLimit, MakeRow

    from onceper.contract.reading import Row


def _page(rows: list[Row], there: list[Row] | None = None, name: str = "tags.parquet") -> str:
    comparison = None if there is None else compare_rows(rows, there)
    return page(name, rows, comparison, (name, "old.parquet"))


def _between(whole: str, opening: str, closing: str) -> str:
    return whole.partition(opening)[2].partition(closing)[0]


def _data(written: str) -> Any:
    return json.loads(zlib.decompress(b64decode(_between(written, 'id="data">', "<"))))


@pytest.mark.parametrize("tag", ["style", "script"])
def test_the_policy_lets_pass_its_own_style_and_script_alone(cards: list[Row], tag: str) -> None:
    written = _page(cards)
    digest = b64encode(sha256(_between(written, f"<{tag}>", f"</{tag}>").encode()).digest()).decode()
    policy = _between(written, 'Content-Security-Policy" content="', '"')
    assert f"{tag}-src 'sha256-{digest}'" in policy
    assert policy.startswith("default-src 'none';")
    assert "unsafe" not in policy


def test_the_page_names_nothing_from_elsewhere(cards: list[Row]) -> None:
    written = _page(cards, [*cards])
    assert not re.search(r"\bhttps?:|@import|url\(|\bsrc=|<link|\bstyle=", written)


def test_names_are_escaped(cards: list[Row]) -> None:
    written = _page(cards, [*cards], name="<b>$tags")
    assert "<b>$tags" not in written
    assert "&lt;b&gt;$tags" in written
    assert "stung" not in written


def test_data_say_what_was_read(cards: list[Row]) -> None:
    data = _data(_page(cards))
    assert len(data["here"]) == len(cards)
    card = data["here"][2]
    assert card[:5] == ["2", "Tide Caller", "en", "yugioh", "text"]
    assert data["shared"][card[5]] == "You can use this once per Duel."
    start, end, form, governed, sentence = card[6][0]
    assert (start, end, governed) == (17, 30, [1])
    kind, scope, period, short, rule, source, (found_by, fields), particulars = data["shared"][form]
    assert (kind, scope, period, rule, source, particulars) == ("hard", "name", "duel", "by hand", "rule", [])
    assert found_by == "rule by hand"
    assert short == "By card name, once per Duel"
    assert fields.startswith("kind: hard · scope: name · period: duel")
    assert data["shared"][sentence] == "By card name, once per Duel"
    assert data["words"]["ja|yugioh"]["kind"]["hard"] == "カード名ごと"


def test_a_rule_of_onceper_brings_its_ruling(make_row: MakeRow, make_limit: MakeLimit) -> None:
    row = make_row("Once per turn", make_limit("soft", 1, text="Once per turn", rule="hard.effect"))
    data = _data(_page([row]))
    ((_, _, form, *_),) = data["here"][0][6]
    assert data["shared"][form][-2][0].startswith("rule hard.effect · Perfect Rulebook")


def test_halves_of_characters_do_no_harm(make_row: MakeRow) -> None:
    data = _data(_page([make_row("Draw \ud800 1 card.", name="\udfff")]))
    assert data["here"][0][1] == "?"
    assert data["shared"][0] == "Draw ? 1 card."


def test_an_empty_tagging_says_so() -> None:
    written = _page([])
    assert "This tagging holds no texts." in written
    assert '<section id="cards" class="view" aria-labelledby="cards-title" tabindex="-1" hidden>' in written


def test_a_comparison_says_of_what_it_is(cards: list[Row]) -> None:
    written = _page(cards[:3], cards[2:])
    assert "What differs: tags.parquet and old.parquet" in written
    assert "1 are in both" in written
    assert "<li>2 texts that only a has</li>" in written


def test_two_languages_of_one_tagging_are_held_once(cards: list[Row]) -> None:
    comparison = compare_rows(cards, cards, ("en", "ja"))
    data = _data(page("tags.db", cards, comparison, ("en", "ja")))
    assert data["there"] is None
    assert [0, 1] in [pair[:2] for pair in data["pairs"]]


def test_texts_that_are_put_together_are_told(make_row: MakeRow) -> None:
    text = "Draw 1 card."
    assert "1 texts stand here as put together" in _page([make_row(text)])
    assert "put together" not in _page([msgspec.structs.replace(make_row(text), text=text)])
