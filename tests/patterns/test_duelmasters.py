"""What is counted, and games with words of their own."""

from __future__ import annotations

from typing import TYPE_CHECKING

import pytest
from tests.own_rules import write_files

from onceper.contract.limit import CountedEvent
from onceper.lang.languages import Languages
from onceper.patterns import notation

if TYPE_CHECKING:
    from pathlib import Path

    from tests.own_rules import MakeReader

RULE = """
["nth"]
pattern = "the first time {object:4} attacks each {period}"
limit = { kind = "ordinal", what = "attack", whose = "own" }
matches = ["The first time a red dragon attacks each turn."]
source = "none"
"""


def test_a_rule_says_what_is_counted_and_print_says_of_what(make_reader: MakeReader) -> None:
    reader = make_reader({"a.toml": RULE})
    (limit,) = reader.read("Draw 1. The first time a red dragon attacks each turn, draw 1.").limits
    assert limit.event == CountedEvent("attack", "own", "a red dragon")
    (bare,) = reader.read("The first time attacks each turn.").limits
    assert bare.event == CountedEvent("attack", "own", "")


@pytest.mark.parametrize("gap", ["{object}", "{object:0}", "{object:99}"])
def test_words_that_say_what_is_counted_have_a_bound(gap: str) -> None:
    with pytest.raises(notation.NotationError, match=r"bound|gap"):
        notation.variants(f"draw {gap} now")


def test_a_folder_with_words_of_its_own_is_no_part_of_the_folder_around_it(tmp_path: Path) -> None:
    words = '[[{}]]\nwords = ["{}"]'
    for folder, slot in (("nl", "one"), ("nl/game", "two")):
        rule = RULE.replace("{object:4} attacks each {period}", "{" + slot + "}")
        write_files(tmp_path / folder, {"words.toml": words.format(slot, slot), "a.toml": rule})
    own = Languages(tmp_path)
    for game, slot, file in ((None, "one", "nl/a.toml"), ("game", "two", "nl/game/a.toml")):
        book = own.of("nl", game).book
        rules, lexicon = book.rules, book.lexicon
        assert [rule.file for rule in rules] == [f"{tmp_path.name}/{file}"]
        assert slot in lexicon.slots
        assert len(lexicon.slots) == 4
