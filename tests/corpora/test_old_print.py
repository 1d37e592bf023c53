"""The labels of old print: well formed, and most effects of it are read as they say."""

from __future__ import annotations

from itertools import pairwise
from pathlib import Path

import pytest
from tests.own_script import load_script

from onceper.resources import resource

old_print = load_script(resource("corpora") / "old_print.py")
TEXTS = Path(__file__).resolve().parents[2].parent / "shared" / "data" / "ygo" / "texts.jsonl.gz"


def test_both_languages_of_a_card_are_labelled_alike() -> None:
    kinds: dict[int, dict[str, list[str]]] = {}
    for label in old_print.labels():
        kinds.setdefault(label.id, {})[label.lang] = [effect.kind for effect in label.effects]
    assert len(kinds) == 70
    assert [card for card, by_lang in kinds.items() if sorted(by_lang["en"]) != sorted(by_lang["ja"])] == []


def test_no_two_labels_of_a_text_overlap() -> None:
    for label in old_print.labels():
        parts = [part for effect in label.effects for part in effect.parts]
        spans = sorted([*parts, *(found.span for found in label.non_effects)])
        assert all(end <= start for (_, end), (start, _) in pairwise(spans)), label.id
        choices = [choice for effect in label.effects for choice in effect.options]
        assert all(any(start <= first and last <= end for start, end in parts) for first, last in choices), label.id


@pytest.mark.skipif(not TEXTS.exists(), reason="the texts are their publisher's, and not here")
def test_labels_are_spans_of_the_texts_and_most_are_read_alike() -> None:
    judged = list(old_print.results(TEXTS))
    assert len(judged) == 2
    by_text = {(label.id, label.lang, label.field): label for label in old_print.labels()}
    found = 0
    for row in old_print.rows(TEXTS):
        label = by_text.get((row.id, row.lang, row.field))
        if label:
            found += 1
            ends = [end for effect in label.effects for _, end in effect.parts]
            assert max([*ends, *(non.span[1] for non in label.non_effects)]) == len(row.text.rstrip()), label.id
    assert found == len(by_text)
