"""A short part of what `make torture` tries with texts."""

from __future__ import annotations

from random import Random

import pytest
from counting import Count

import any_text
import onceper

HOSTILE = (
    ("en", "yugioh", "resolves " + "when effect " * 400),
    ("ja", "yugioh", "破壊されない" + "破壊される時事で" * 600),
    ("ja", "yugioh", "このカードは手札から" * 500),
    ("tr", "yugioh", "Turda bir kez " + "a" * 5_000 + " kart çek."),
    ("tr", "yugioh", "bu kartı " * 555),
    ("zh-CN", "yugioh", "抽" * 5_000),
    ("zh-TW", "yugioh", "不會" * 2_500),
    ("tr", "yugioh", "turda bir kez " + "tur" * 1_600 + " kart çek."),
)


@pytest.mark.parametrize(("lang", "game", "text"), HOSTILE)
def test_hostile_texts_are_read(lang: str, game: str, text: str) -> None:
    _, failure = any_text.timed((text, lang, game, "off"))
    assert failure is None


def test_the_time_for_markup_and_marks_grows_with_their_number() -> None:
    count = Count(1)
    any_text.normalise_growing(count)
    assert not count.failures


def test_the_time_to_read_what_is_said_again_and_again_grows_with_it() -> None:
    count = Count(1)
    any_text.read_growing(count)
    assert not count.failures


@pytest.mark.whole
def test_the_time_grows_so_up_to_five_megabytes() -> None:
    count = Count(1)
    any_text.normalise_growing(count, 5_000_000)
    assert not count.failures


def test_mixed_texts_are_read_alike_in_any_order_and_thread() -> None:
    count = Count(1)
    some = list(any_text.mixed(Random(3), 40))
    any_text.read_all(count, some)
    any_text.read_again(count, some)
    assert not count.failures


def test_far_scores_warn_of_nothing() -> None:
    onceper.read("1 kez " + "-" * 300, lang="tr", game="yugioh", classifier="on")
