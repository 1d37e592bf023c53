"""Which of two rules reads words that both can read: the longest, the most slots, the first in the files."""

from __future__ import annotations

from typing import TYPE_CHECKING

import pytest
from tests.own_rules import WORDS, write_files

from onceper.lang.languages import Languages
from onceper.reader.readers import Readers

if TYPE_CHECKING:
    from pathlib import Path

    from tests.own_rules import MakeReader, RuleText

REFERENCE = f'{WORDS}[[reference]]\nmeans = {{ reference = "this" }}\nwords = ["this effect", "the effect"]\n'
GAIN = 'limit = { kind = "gain" }'
TEXT = "You can zap the effect once per turn."
TURN, EFFECT = '"zap {reference} {times} per turn"', '"zap this effect {times} per {period}"'
UNRELATED = """
["filler"]
pattern = "frobnicate {count} {name}"
limit = { kind = "soft" }
matches = ['Frobnicate 1 "Ember Warden".']
source = "none"
"""
IDS = [("my.turn", "my.effect"), ("a.soft", "z.gain"), ("z.soft", "a.gain")]


@pytest.mark.parametrize(("first", "second"), IDS)
def test_of_two_that_match_alike_the_first_reads_whatever_they_are_called_and_stands_above(
    make_reader: MakeReader, rule: RuleText, first: str, second: str
) -> None:
    for pattern, other, above in ((TURN, EFFECT, ""), (EFFECT, TURN, UNRELATED)):
        rules = above + rule(first, pattern) + rule(second, other, GAIN)
        (limit,) = make_reader({"words.toml": REFERENCE, "rules.toml": rules}).read(TEXT).limits
        assert (limit.rule, limit.kind) == (first, "soft")


def test_the_first_file_by_its_name_goes_first(make_reader: MakeReader, rule: RuleText) -> None:
    files = {"b.toml": rule("a", TURN), "a.toml": rule("b", EFFECT, GAIN), "words.toml": REFERENCE}
    (limit,) = make_reader(files).read(TEXT).limits
    assert limit.rule == "b"


def test_a_bundled_rule_goes_before_one_that_is_added(tmp_path: Path, rule: RuleText) -> None:
    words = '[[for_each]]\nwords = ["per"]'
    write_files(tmp_path, {"en/a.toml": rule("a", '"<{times} {for_each} turn>"', GAIN), "en/words.toml": words})
    (limit,) = Readers(Languages(tmp_path)).of("en", "yugioh").read("Once per turn: You can draw 1 card.").limits
    assert (limit.rule, limit.kind) == ("soft", "soft")


@pytest.mark.parametrize("more_first", [True, False])
def test_of_two_as_long_the_one_with_more_slots_reads(
    make_reader: MakeReader, rule: RuleText, *, more_first: bool
) -> None:
    more, fewer = rule("more", '"zap {reference} {times} per {period}"'), rule("fewer", EFFECT, GAIN)
    rules = more + fewer if more_first else fewer + more
    (limit,) = make_reader({"words.toml": REFERENCE, "rules.toml": rules}).read(TEXT).limits
    assert (limit.rule, limit.kind) == ("more", "soft")


def test_the_longer_match_goes_before_the_one_with_more_slots(make_reader: MakeReader, rule: RuleText) -> None:
    rules = rule("slots", '"{reference} {times} per {period}"') + rule("long", '"zap this effect once per turn"', GAIN)
    (limit,) = make_reader({"words.toml": REFERENCE, "rules.toml": rules}).read(TEXT).limits
    assert (limit.rule, limit.kind) == ("long", "gain")
