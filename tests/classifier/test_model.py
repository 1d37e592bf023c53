"""Models are plain weights and JSON, small, and refused where they are damaged."""

from __future__ import annotations

import shutil
import tracemalloc
import zlib
from typing import TYPE_CHECKING

import msgspec
import pytest
from hypothesis import given
from hypothesis import strategies as st

from onceper.classifier.about import LONGEST, Gate, ModelError, plain, shipped_file, shipped_models
from onceper.classifier.classifier import classifier_of
from onceper.classifier.labels import NOTHING
from onceper.classifier.model import BUCKETS, features, load_model
from onceper.resources import resource
from onceper.training.runs import save_model

if TYPE_CHECKING:
    from collections.abc import Callable
    from pathlib import Path

MOST_BYTES = 5 * 2**20


@pytest.mark.parametrize("name", shipped_models())
def test_a_model_says_how_it_was_trained(name: str) -> None:
    model = load_model(shipped_file(*shipped_models()[name]))
    assert model.about.command == f"onceper train --lang {name} --seed {model.about.seed}"
    assert model.about.versions.keys() == {"python", "numpy", "scikit-learn"}


def test_models_are_small() -> None:
    assert sum(file.stat().st_size for file in resource("models").iterdir()) <= MOST_BYTES


def test_a_saved_model_says_the_same(tmp_path: Path) -> None:
    model = load_model(shipped_file("ja", "duelmasters"))
    again = load_model(save_model(model, tmp_path)[1])
    assert again.about == model.about
    assert again.weights == model.weights


def test_what_holds_nothing_telling_is_never_asked_for() -> None:
    classifier = classifier_of("en", None)
    assert classifier
    assert [classifier.of(template) for template in ("draw 2 cards.", "")] == [NOTHING, NOTHING]


def test_a_template_is_asked_for_once() -> None:
    classifier = classifier_of("en", None)
    assert classifier
    assert classifier.of("just one time every turn, you may draw.").limit
    assert classifier.of("once a turn, draw.") is classifier.of("once a turn, draw.")


@given(st.text(max_size=30).map(plain))
def test_features_are_in_range_and_the_same_each_time(text: str) -> None:
    found = features(text, (1, 2, 3, 4))
    assert found == features(text, (1, 2, 3, 4))
    assert all(0 <= bucket < BUCKETS for bucket in found)


def test_words_far_from_each_other_are_a_pair() -> None:
    near, far = features("only x x once", (4,)), features("only x x x x x once", (4,))
    pair = features("only a b once", (4,))
    assert len({*near} & {*pair}) > len({*far} & {*pair})


@pytest.mark.parametrize(
    ("template", "known_as"),
    [("çağır", "cagir"), ("ｶﾞ", "ｶﾞ"), ("一度\nしか", "一度 しか"), ("é" * 2, "ee"), ("a" * 999, "a" * LONGEST)],
)
def test_letters_lose_their_marks_and_keep_their_places(template: str, known_as: str) -> None:
    assert plain(template) == known_as


def _damaged_json(json: Path, _: Path) -> None:
    json.write_bytes(json.read_bytes()[:-40])


def _of_another_format(json: Path, _: Path) -> None:
    json.write_bytes(json.read_bytes().replace(b'"format": 4', b'"format": 9'))


def _without_weights(_: Path, weights: Path) -> None:
    weights.unlink()


def _of_no_weights(_: Path, weights: Path) -> None:
    weights.write_bytes(b"any object")


def _of_another_model(_: Path, weights: Path) -> None:
    weights.write_bytes(zlib.compress(zlib.decompress(weights.read_bytes())[::-1]))


def _huge(_: Path, weights: Path) -> None:
    weights.write_bytes(zlib.compress(bytes(1 << 26)))


def _changed(key: str, value: object) -> Callable[[Path, Path], None]:
    def change(json: Path, _: Path) -> None:
        json.write_bytes(msgspec.json.encode(msgspec.json.decode(json.read_bytes()) | {key: value}))

    return change


@pytest.mark.parametrize(
    "damage",
    [
        _damaged_json,
        _of_another_format,
        _without_weights,
        _of_no_weights,
        _of_another_model,
        _huge,
        _changed("limits", {"raw": [0.0, 1.0], "right": [5.0, 7.0], "threshold": 0.5}),
        _changed("limits", {"raw": [0.0, 1.0], "right": [0.5], "threshold": 0.5}),
        _changed("limit_cues", ["x" * 50] * 20_001),
        _changed("clean", ["x" * 51]),
        _changed("labels", ["limit.rare.name"] * 41),
    ],
)
def test_a_damaged_model_is_refused(damage: object, tmp_path: Path) -> None:
    for end in ("json", "weights"):
        shutil.copy(resource("models") / f"en.{end}", tmp_path)
    json, weights = tmp_path / "en.json", tmp_path / "en.weights"
    assert callable(damage)
    damage(json, weights)
    with pytest.raises(ModelError, match="remedy: train it again") as error:
        load_model(json)
    assert str(json) in str(error.value)
    assert "; expected " in str(error.value)


def test_no_more_weights_are_unpacked_than_there_shall_be(tmp_path: Path) -> None:
    shutil.copy(resource("models") / "en.json", tmp_path)
    _huge(tmp_path / "en.json", tmp_path / "en.weights")
    tracemalloc.start()
    with pytest.raises(ModelError, match="another model"):
        load_model(tmp_path / "en.json")
    assert tracemalloc.get_traced_memory()[1] < 1 << 25
    tracemalloc.stop()


def test_the_file_of_a_model_is_json() -> None:
    about = msgspec.json.decode((resource("models") / "en.json").read_bytes())
    assert len(about["labels"]) == len(about["slopes"]) == len(about["offsets"])


GATE = Gate(["once per turn", "no more than", "1x"], 8)


@pytest.mark.parametrize("text", ["draw once per turn", "draw onze per turn", "0nce per tum.", "no rnore than 2", "1x"])
def test_what_tells_passes(text: str) -> None:
    assert GATE.passes(text)


@pytest.mark.parametrize("text", ["", "draw 1 card", "until the end of this turn", "more or less"])
def test_ordinary_effects_do_not(text: str) -> None:
    assert not GATE.passes(text)


def test_a_gate_without_phrases_is_open() -> None:
    assert Gate((), 8).passes("trek 1 kaart.")
