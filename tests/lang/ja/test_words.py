"""The words of Japanese print, and the forms by which rules know them."""

from __future__ import annotations

import pytest
from hypothesis import example, given
from tests.any_text import TEXTS
from tests.cases import cases

from onceper.lang.ja.words import NEGATION
from onceper.lang.languages import language
from onceper.text.normal import MASK, Text

fold, words = language("ja").fold, language("ja").splitter.split
CAN, DO = "出来る/動詞", "為る/動詞"


def forms(text: str) -> list[str]:
    return words(text)[1]


@pytest.mark.parametrize("printed", ["できない", "できず", "できません", "できぬ", "出来ない", "出来ず", "出来ません"])
def test_every_print_of_a_negation_is_one_form(printed: str) -> None:
    assert forms(f"使用{printed}") == ["使用", CAN, NEGATION]


@cases
def test_a_word_of_several_morphemes_is_all_that_is_printed(printed: str, form: str) -> None:
    assert words(f"使用{printed}。") == (["使用", printed, "。"], ["使用", form, "。"])


@cases
def test_rules_know_a_word_by_its_form(text: str, found: list[str]) -> None:
    assert forms(text) == found


@cases
@pytest.mark.parametrize(("before", "behind"), [("", "の効果は"), ("このカード名の", "の効果は"), (MASK + "の", "")])
def test_a_run_of_effect_numbers_is_one_word(before: str, run: str, behind: str) -> None:
    surfaces, known = words(before + run + behind)
    assert surfaces.count(run) == known.count(run) == 1
    assert "".join(surfaces) == before + run + behind


@pytest.mark.parametrize(
    "text", ["1ターンに1度、手札を", "1ターンに1度手札を", "1ターンに、1度、手札を", "、1ターンに1度手札を、"]
)
def test_commas_are_dropped(text: str) -> None:
    assert words(text)[0] == ["1", "ターン", "に", "1", "度", "手札", "を"]


@example("0◇")
@example("0-、")
@example("① ①")
@example("ませ、ん")
@example(f"{MASK}-")
@given(TEXTS)
def test_words_leave_out_only_spaces_and_commas(original: str) -> None:
    # What a text is masked with cannot stand in one that was normalised, and a line is a sentence of its own.
    text = fold(MASK.join(Text(piece).normal for piece in original.split(MASK)).replace("\n", " "))
    surfaces, known = words(text)
    assert len(surfaces) == len(known)
    assert all(surfaces)
    assert all(known)
    # Words of several morphemes are all that is printed; the others hold no separator.
    assert "".join("".join(surfaces).split()).replace("、", "") == "".join(text.split()).replace("、", "")
    assert all(len(surface.split()) == 1 and "、" not in surface for surface in surfaces if len(surface) == 1)
    assert [surface == MASK for surface in surfaces] == [form == MASK for form in known]
    assert known.count(MASK) == text.count(MASK)
