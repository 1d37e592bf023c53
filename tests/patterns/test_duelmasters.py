"""What is counted, and games with words of their own."""

from __future__ import annotations

from typing import TYPE_CHECKING

from onceper.contract.limit import CountedEvent

if TYPE_CHECKING:
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
