"""Training again gives the model that is shipped; rows of one's own cards teach more."""

from __future__ import annotations

from typing import TYPE_CHECKING

import numpy as np
import pytest
from tests.bundled import CLASSIFIED

from onceper.classifier.about import model_name, plain, shipped_models
from onceper.classifier.model import load_model
from onceper.contract.reading import Row
from onceper.lang.languages import language
from onceper.reader.read import read
from onceper.text.normal import Text
from onceper.training import SEED
from onceper.training.examples import corpora, corpus, examples_of, sentences_of_rows
from onceper.training.train import fit

if TYPE_CHECKING:
    from onceper.contract.reading import CardReading


# Training takes ten times as long for each of the others.
@pytest.mark.parametrize(
    "name",
    [pytest.param(name, marks=() if name == "ja.duelmasters" else pytest.mark.whole) for name in shipped_models()],
)
def test_training_again_gives_the_shipped_model(name: str) -> None:
    model = load_model(shipped_models()[name])
    lang, game = model.about.lang, model.about.game
    again = fit(examples_of(lang, game), lang, game, SEED)
    spoken = language(lang, game)
    texts = [plain(spoken.fold(Text(line.text).normal)) for line in corpus(lang, game)]
    assert again.about.labels.keys() == model.about.labels.keys()
    assert [again.find(text, text).limit for text in texts] == [model.find(text, text).limit for text in texts]
    weights, kept = (np.frombuffer(one.weights, "<u4").astype(int) for one in (again, model))
    assert np.abs(weights - kept).max() <= 1


def test_there_is_a_model_for_each_corpus_of_a_language_with_a_classifier() -> None:
    assert {model_name(*key) for key in corpora() if key[0] in CLASSIFIED} == set(shipped_models())


def _row(reading: CardReading) -> Row:
    return Row(
        "1",
        None,
        reading.lang,
        reading.game,
        "text",
        limits=reading.limits,
        non_effects=reading.non_effects,
        effects=reading.effects,
        unread=reading.unread,
    )


TEXT = 'Once per turn: You can draw 1 card. You can Set 1 Trap. You can only control 1 "Heron".'


def test_rows_teach_what_rules_read_in_them() -> None:
    found = sentences_of_rows([_row(read(TEXT, lang="en", game="yugioh"))])
    labels = {example.template: set(example.labels) for example in found["en", None]}
    assert labels == {
        "once per turn: you can draw 1 card.": {"limit.soft.copy"},
        "you can set 1 trap.": set(),
        "you can only control 1 \x01.": {"limit.control.name", "verb.control"},
    }


def test_what_the_classifier_read_teaches_nothing() -> None:
    reading = read('This effect of "Chapel of Rime" awakens only once per turn.', lang="en", classifier="on")
    assert [limit.source for limit in reading.limits] == ["classifier"]
    assert sentences_of_rows([_row(reading)]) == {}


def test_rows_teach_a_language_that_has_no_model() -> None:
    found = sentences_of_rows([_row(read("Einmal pro Spielzug: Ziehe 1 Karte.", lang="de", game="yugioh"))])
    assert {key: [set(example.labels) for example in of_key] for key, of_key in found.items()} == {
        ("de", None): [{"limit.soft.copy"}]
    }
