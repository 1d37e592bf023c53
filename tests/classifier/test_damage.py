"""What tells damaged print from what only looks odd, and what it was before."""

from __future__ import annotations

import pytest
from tests.cases import cases

from onceper.classifier.damage import RunRepair, WordRepair, pieces_of
from onceper.reader.read import read, read_many

WORDS = WordRepair(
    frozenset(
        ("you", "can", "only", "use", "this", "effect", "once", "per", "turn", "draws", "card", "activate", "it")
    ),
    ("once", "per", "turn", "only", "this", "activate", "effect"),
)
CLEAN = "このカード名の効果は1ターンに1度しか使用できない。"
RUNS = RunRepair(frozenset(pieces_of(CLEAN, is_spaced=False)), lambda text: range(len(text)))


@cases
def test_a_letter_away_from_clean_words_is_damaged(text: str, before: str) -> None:
    assert WORDS.repaired(text) == before
    # What is known to be whole is kept.
    assert WORDS.places(text)
    assert WORDS.places(text)


@pytest.mark.parametrize(
    "text",
    ["", "you can only use this effect once per turn.", "vexillary of ysmere", "somehow by magic", "urnt", "500 lp"],
)
def test_clean_or_odd_words_are_not(text: str) -> None:
    assert WORDS.repaired(text) == text
    assert not WORDS.places(text)


@pytest.mark.parametrize(
    "damaged",
    [
        "このカート名の効果は",
        "ごのカード名の効果は",
        "このカード名効果は1ターン",
        "このカIード名の効果は",
        "この力ード名の効果は",
        "このカード名の果効は",
    ],
)
def test_a_sign_away_from_clean_runs_is_damaged(damaged: str) -> None:
    rest = CLEAN[len("このカード名の効果は") :]
    assert RUNS.repaired(damaged.removesuffix("1ターン") + rest) == CLEAN


@pytest.mark.parametrize(
    "text", ["", "この", CLEAN, "このカード名の不思議な力は鳴る鐘。", "1ターンに2回ダメージを受けた"]
)
def test_clean_or_odd_runs_are_not(text: str) -> None:
    assert RUNS.repaired(text) == text


@cases
def test_what_is_only_odd_is_not_damaged(lang: str, text: str) -> None:
    assert read(text, lang=lang) == read(text, lang=lang, classifier="off")


def test_clean_print_is_read_the_same_by_default() -> None:
    texts = ["Once per turn: Draw 1 card.", "Each turn, the first bell of Ysmere tolls only once.", "Draw 2 cards."]
    assert [*read_many(texts, lang="en")] == [read(text, lang="en", classifier="off") for text in texts]
