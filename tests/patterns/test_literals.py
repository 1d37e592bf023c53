"""The literal words of a pattern are split as print splits them, between what fills the slots beside them."""

from __future__ import annotations

import tomllib
from itertools import groupby
from typing import TYPE_CHECKING

import pytest
from tests.bundled import LANGUAGES
from tests.cases import cases
from tests.own_rules import language_in, load_folder, write_files

from onceper.lang.languages import language
from onceper.patterns import notation
from onceper.patterns.lexicon import Lexicon
from onceper.patterns.records import Loader, RulesError
from onceper.patterns.sequence import lex_variant
from onceper.patterns.word_list import read_words
from onceper.reader.reader import Reader

if TYPE_CHECKING:
    from pathlib import Path

    from tests.own_rules import RuleText

WORDS = """
[[times]]
means = { count = 1 }
words = ["1度", "一度"]

[[verb]]
means = { verb = "use" }
words = ["使用", "使う"]

[[place]]
words = ["手札", "墓地"]

[[cut]]
words = ["きない"]
"""
PRINT = """
joins_clauses = ["度", "は"]

[print]
style = "ocg"
words = "mecab"
stops = "。!"
comma = "、"
names = [["「", "」"]]
"""
ENGLISH = '[[times]]\nmeans = { count = 1 }\nwords = ["once"]\n[[turn]]\nwords = ["per turn"]'


def lexicon_of(lang: str, content: str) -> Lexicon:
    spoken = language(lang)
    lexicon = Lexicon(spoken.splitter, spoken.splitter.fold)
    loader = Loader()
    read_words(lexicon, {"words.toml": tomllib.loads(content)}, loader)
    loader.refuse()
    return lexicon


def literals(pattern: str, lang: str = "ja", content: str = WORDS) -> list[list[str]]:
    """Return the tokens of each run of literal words in the longest variant of a pattern."""
    found = lex_variant(notation.variants(pattern)[0], lexicon_of(lang, content))
    runs = groupby(found, key=lambda token: isinstance(token, notation.Word))
    return [[token.orth for token in run if isinstance(token, notation.Word)] for is_literal, run in runs if is_literal]


@cases
def test_literal_words_are_split_in_their_context(pattern: str, found: list[tuple[str, ...]]) -> None:
    assert literals(pattern) == [*map(list, found)]


def test_alone_the_same_words_are_split_in_another_way() -> None:
    assert lexicon_of("ja", WORDS).lex("からしか").orths != literals("{place}からしか{verb}できない")[0]


def test_where_spaces_part_words_the_context_changes_nothing() -> None:
    assert literals("use this effect {times} {turn}", "en", ENGLISH) == [["use", "this", "effect"]]
    assert literals("{times} [only] {turn}: stop", "en", ENGLISH) == [["only"], [":", "stop"]]


@cases
def test_a_word_that_runs_into_its_neighbour_is_refused(pattern: str, message: str) -> None:
    lexicon = lexicon_of("ja", WORDS)
    with pytest.raises(notation.NotationError) as refused:
        [lex_variant(variant, lexicon) for variant in notation.variants(pattern)]
    assert str(refused.value) == message


def test_the_loader_names_the_rule_of_such_a_word(tmp_path: Path, rule: RuleText) -> None:
    patterns = '["この効果は{times}しか{verb}できない", "使用で{cut}"]'
    rules = rule("my.rule", patterns) + rule("other", '"{times}しか"', 'unless = "使用で{cut}"')
    write_files(tmp_path, {"words.toml": WORDS, "structure.toml": PRINT, "a.toml": rules})
    with pytest.raises(RulesError) as refused:
        load_folder(tmp_path)
    problem = "'でき' is one word, part of which stands outside '使用で' in '使用で{cut}'"
    assert [str(found) for found in refused.value.problems] == [
        f"a.toml: my.rule: {problem}",
        f"a.toml: other: {problem}",
    ]


@cases
def test_a_loaded_rule_reads_every_print_of_its_words(
    tmp_path: Path, rule: RuleText, text: str, limits: list[str]
) -> None:
    rules = rule("a", '"この効果は{times}しか{verb}できない"')
    write_files(tmp_path, {"words.toml": WORDS, "structure.toml": PRINT, "a.toml": rules})
    japanese = language_in(tmp_path)
    assert [limit.text for limit in Reader(japanese, japanese.book.rules).read(text).limits] == limits


@pytest.mark.parametrize("lang", LANGUAGES)
def test_a_sample_of_every_slot_fills_it(lang: str) -> None:
    lexicon = language(lang).book.lexicon
    for slot in lexicon.slots:
        (phrase,) = lexicon.lex(lexicon.fold(lexicon.sample_of(slot))).phrases
        assert phrase, slot
        assert phrase.slot == slot
