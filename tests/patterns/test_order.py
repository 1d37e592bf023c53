"""Which of two rules reads words that both can read: the longest, the most slots, the first in the files."""

from __future__ import annotations

from typing import TYPE_CHECKING

import pytest
from tests.own_rules import WORDS, write_files

from onceper.lang.languages import Languages
from onceper.patterns.records import RulesError
from onceper.reader.readers import Readers

if TYPE_CHECKING:
    from pathlib import Path

    from tests.own_rules import LoadRules, MakeReader, RuleText

REFERENCE = f'{WORDS}[[reference]]\nmeans = {{ reference = "this" }}\nwords = ["this effect", "the effect"]\n'
GAIN = 'limit = { kind = "gain" }'
TEXT = "You can zap the effect once per turn."
TURN, EFFECT = '"zap {reference} {times} per turn"', '"zap this effect {times} per {period}"'
UNRELATED = """
[[rule]]
id = "{}"
pattern = "frobnicate {{count}} {{name}}"
limit = {{ kind = "soft" }}
matches = ['Frobnicate 1 "Ember Warden".']
source = "none"
"""
IDS = [("my.turn", "my.effect"), ("a.soft", "z.gain"), ("z.soft", "a.gain")]


@pytest.mark.parametrize("unrelated", range(10))
@pytest.mark.parametrize(("first", "second"), IDS)
def test_of_two_that_match_alike_the_first_reads_whatever_they_are_called_and_stands_above(
    make_reader: MakeReader, rule: RuleText, unrelated: int, first: str, second: str
) -> None:
    above = "".join(UNRELATED.format(f"filler{number}") for number in range(unrelated))
    for pattern, other in ((TURN, EFFECT), (EFFECT, TURN)):
        rules = above + rule(first, pattern) + rule(second, other, GAIN)
        (limit,) = make_reader({"words.toml": REFERENCE, "rules.toml": rules}).read(TEXT).limits
        assert (limit.rule, limit.kind) == (first, "soft")


@pytest.mark.parametrize("unrelated", [0, 2])
def test_added_rules_that_match_alike_read_in_their_order_too(tmp_path: Path, rule: RuleText, unrelated: int) -> None:
    above = "".join(UNRELATED.format(f"filler{number}") for number in range(unrelated))
    write_files(tmp_path, {"en/added.toml": above + rule("my.turn", TURN) + rule("my.effect", EFFECT, GAIN)})
    (limit,) = Readers(Languages(tmp_path)).of("en", "yugioh").read(TEXT).limits
    assert (limit.rule, limit.kind) == ("my.turn", "soft")


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


def refused(load_rules: LoadRules, files: dict[str, str]) -> list[str]:
    with pytest.raises(RulesError) as error:
        load_rules(files)
    return [str(problem) for problem in error.value.problems]


@pytest.mark.parametrize(
    ("one", "other"),
    [
        pytest.param("zap {times} per {period}", "zap {times} per {period}", id="the very pattern"),
        pytest.param("zap {times} per {period}", "<zap> {times} per {period}", id="marks say only what a span covers"),
        pytest.param("zap [up to] {times}", "zap {times}", id="one way to read it"),
        pytest.param("zap (once|again)", "zap [it] again", id="a choice"),
        pytest.param("use it twice", "used it two times", id="other forms of the words"),
    ],
)
def test_equal_words_with_different_readings_are_refused_with_both_places(
    load_rules: LoadRules, rule: RuleText, one: str, other: str
) -> None:
    files = {"a.toml": rule("one", f'"{one}"'), "chess/b.toml": rule("other", f'["zig zag", "{other}"]', GAIN)}
    what = f"{other!r} has the words of one in a.toml, which reads them differently"
    assert refused(load_rules, files) == [f"chess/b.toml: other: {what}; expected other words, or one rule"]


def test_what_is_no_limit_is_a_different_reading(load_rules: LoadRules, rule: RuleText) -> None:
    rules = rule("a", '"zap once"') + rule("b", '"zap once"', 'not_a_limit = "a story"')
    (problem,) = refused(load_rules, {"a.toml": rules})
    assert problem.startswith("a.toml: b: 'zap once' has the words of a in a.toml")


@pytest.mark.parametrize(
    ("pattern", "more"),
    [
        pytest.param('"zap once"', "", id="the same reading"),
        pytest.param('"zap twice"', GAIN, id="another meaning of a slot"),
        pytest.param('"zap {times}"', GAIN, id="a slot"),
        pytest.param('"zap once"', f'where = "first_line"\n{GAIN}', id="another place"),
        pytest.param('"zap once"', 'non_effect = { kind = "flavor" }', id="another kind of record"),
    ],
)
def test_rules_that_do_not_collide_are_loaded(load_rules: LoadRules, rule: RuleText, pattern: str, more: str) -> None:
    rules, _ = load_rules({"a.toml": rule("a", '"zap once"') + rule("b", pattern, more)})
    assert [loaded.id for loaded in rules] == ["a", "b"]


def test_rules_of_two_games_do_not_collide(load_rules: LoadRules, rule: RuleText) -> None:
    files = {f"{game}.toml": f'game = "{game}"\n{rule(game, more=GAIN)}' for game in ("chess", "go")}
    rules, _ = load_rules({**files, "a.toml": rule("a")})
    assert len(rules) == 3
