"""The features of a text are the same whether it is asked for alone or among many."""

from __future__ import annotations

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from onceper.classifier.about import LONGEST, plain
from onceper.classifier.features import BUCKETS, features

LENGTHS = (1, 2, 3, 4)
TEXTS = st.lists(st.text(max_size=30).map(plain), min_size=1, max_size=6)


def of_one(text: str) -> list[tuple[int, int]]:
    found = features([text], LENGTHS)
    return sorted(zip(found.buckets.tolist(), found.places.tolist(), strict=True))


@given(TEXTS)
def test_texts_do_not_change_each_other(texts: list[str]) -> None:
    found = features(texts, LENGTHS)
    for number, text in enumerate(texts):
        own = found.owners == number
        assert sorted(zip(found.buckets[own].tolist(), found.places[own].tolist(), strict=True)) == of_one(text)


def test_buckets_are_in_range_and_places_in_the_text() -> None:
    found = features(["once per turn", "", "\x01"], LENGTHS)
    assert found.buckets.min() >= 0
    assert found.buckets.max() < BUCKETS
    assert found.places[found.owners == 0].max() < len("once per turn")


def test_words_far_from_each_other_are_a_pair() -> None:
    near, far = features(["only x x once"], (4,)), features(["only x x x x x once"], (4,))
    pair = features(["only a b once"], (4,))
    assert np.intersect1d(near.buckets, pair.buckets).size > np.intersect1d(far.buckets, pair.buckets).size


@pytest.mark.parametrize(
    ("template", "known_as"),
    [("çağır", "cagir"), ("ｶﾞ", "ｶﾞ"), ("一度\nしか", "一度 しか"), ("é" * 2, "ee"), ("a" * 999, "a" * LONGEST)],
)
def test_letters_lose_their_marks_and_keep_their_places(template: str, known_as: str) -> None:
    assert plain(template) == known_as
