"""Word lists, and the lexing of a text to their phrases."""

from __future__ import annotations

import tomllib
from typing import TYPE_CHECKING

from tests.cases import cases

from onceper.lang.languages import language
from onceper.patterns.lexicon import Lexicon
from onceper.patterns.records import Loader
from onceper.patterns.word_list import read_words

if TYPE_CHECKING:
    from onceper.patterns.records import Problem

SPLITTER = language("en").splitter
LIST = """
[[times]]
means = { count = 1 }
words = ["once"]

[[times]]
means = { count = 2 }
words = ["twice", "two times", "2 times"]

[[count]]
means = { count = 2 }
words = ["two"]

[[phase]]
means = { phase = "main" }
words = ["main phase"]

[[phase]]
means = { phase = "main1" }
words = ["main phase 1"]
"""


def lexicon_of(content: str) -> Lexicon:
    lexicon = Lexicon(SPLITTER, SPLITTER.fold)
    assert not read_into(lexicon, content)
    return lexicon


def read_into(lexicon: Lexicon, content: str) -> list[Problem]:
    loader = Loader()
    read_words(lexicon, {"words.toml": tomllib.loads(content)}, loader)
    return loader.problems


def problems_of(content: str) -> list[str]:
    return [str(problem) for problem in read_into(Lexicon(SPLITTER, SPLITTER.fold), content)]


@cases
def test_a_text_is_lexed_to_the_longest_phrases(text: str, found: list[tuple[str, ...]]) -> None:
    """Each token comes with the slot that it fills, if there is one."""
    lexed = lexicon_of(LIST).lex(text)
    filled = [(phrase.slot,) if phrase else () for phrase in lexed.phrases]
    assert [(orth, *slot) for orth, slot in zip(lexed.orths, filled, strict=True)] == found


def test_numbers_mean_their_count() -> None:
    (phrase,) = lexicon_of(LIST).lex("12").phrases
    assert phrase
    assert dict(phrase.means) == {"count": 12}


def test_tokens_know_their_place() -> None:
    text = "once  per main phase 1: draw"
    lexed = lexicon_of(LIST).lex(text)
    places = [text[slice(*lexed.places(text, at, at + 1))] for at in range(len(lexed.orths))]
    assert places == ["once", "per", "main phase 1", ":", "draw"]
    assert text[slice(*lexed.places(text, 1, 4))] == "per main phase 1:"


def test_a_phrase_with_choices_is_all_that_it_can_be_read_as() -> None:
    assert lexicon_of('a = ["(full|new) (moon|moons)", "card(s)"]').phrases_of("a") == [
        *("full moon", "full moons", "new moon", "new moons"),
        "card(s)",
    ]


def test_phrases_that_count_mean_one_number_after_the_other() -> None:
    lexicon = lexicon_of(
        'a = [{ means = { period = "turn" }, counting = 2, words = ["(two|2) moons", "three moons"] }]'
    )
    assert [(phrase.lemma, phrase.means) for phrase in lexicon.phrases] == [
        ("two moons", {"period": "turn", "count": 2}),
        ("three moons", {"period": "turn", "count": 3}),
    ]
    assert lexicon.phrases_of("a", "two moons") == ["two moons", "2 moons"]


def test_phrases_of_a_slot_and_of_one_meaning() -> None:
    lexicon = lexicon_of(LIST)
    assert lexicon.slots == {"times", "count", "phase", "name", "numbers"}
    assert lexicon.phrases_of("times") == ["once", "twice", "two times", "2 times"]
    assert lexicon.phrases_of("times", "twice") == ["twice", "two times", "2 times"]
    assert lexicon.phrases_of("nothing") == []


@cases
def test_what_is_wrong_in_a_word_list(content: str, problems: list[str]) -> None:
    assert problems_of(content) == problems


@cases
def test_a_meaning_keeps_to_the_contract(means: str, message: str) -> None:
    (problem,) = problems_of(f'[[a]]\nmeans = {means}\nwords = ["once"]')
    assert problem.startswith(f"words.toml: a: {message}")
    assert "; expected " in problem


def test_what_is_wrong_in_each_slot_is_told_at_once() -> None:
    content = '[[a]]\nwords = ["A", "a", "b", "B"]\n[[c]]\nmeans = { x = 1 }\nwords = ["c"]\n[[name]]\nwords = ["n"]'
    assert len(problems_of(content)) == 4
