"""Models are plain weights and JSON, small, and refused where they are damaged."""

from __future__ import annotations

import tracemalloc
import zlib
from typing import TYPE_CHECKING

import msgspec
import pytest
from hypothesis import given
from hypothesis import strategies as st

from onceper.classifier.about import LONGEST, ModelError, finding, plain, shipped_models
from onceper.classifier.classifier import classifier_of
from onceper.classifier.labels import NOTHING
from onceper.classifier.model import BUCKETS, features, load_model
from onceper.resources import resource
from onceper.training.runs import save_model

if TYPE_CHECKING:
    from collections.abc import Callable
    from pathlib import Path

    Change = Callable[[bytes, bytes], tuple[bytes, bytes]]

MOST_BYTES = 5 * 2**20


def test_models_are_small() -> None:
    assert sum(file.stat().st_size for file in resource("models").iterdir()) <= MOST_BYTES


def test_a_saved_model_says_the_same(tmp_path: Path) -> None:
    model = load_model(shipped_models()["ja.duelmasters"])
    again = load_model(save_model(model, tmp_path)[1])
    assert msgspec.structs.asdict(again.about) == msgspec.structs.asdict(model.about)
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
    [("çağır", "cagir"), ("ｶﾞ", "ｶﾞ"), ("é" * 2, "ee"), ("a" * 999, "a" * LONGEST)],
)
def test_letters_lose_their_marks_and_keep_their_places(template: str, known_as: str) -> None:
    assert plain(template) == known_as


def _changed(**changes: object) -> Change:
    return lambda about, weights: (msgspec.json.encode(msgspec.json.decode(about) | changes), weights)


DAMAGES: dict[str, Change] = {
    "cut off": lambda about, weights: (about[:-40], weights),
    "another format": _changed(format=9),
    "empty weights": lambda about, _: (about, b""),
    "no weights": lambda about, _: (about, b"any object"),
    "another model": lambda about, weights: (about, zlib.compress(zlib.decompress(weights)[::-1])),
    "huge": lambda about, _: (about, zlib.compress(bytes(1 << 26))),
    "a slope in words": _changed(limits={"slope": "steep", "offset": 0.0, "threshold": 0.5}),
    "no offset": _changed(limits={"slope": 1.0, "threshold": 0.5}),
}


def _write_damaged(folder: Path, damage: str) -> Path:
    contents = ((resource("models") / f"en.{end}").read_bytes() for end in ("json", "weights"))
    for end, content in zip(("json", "weights"), DAMAGES[damage](*contents), strict=True):
        (folder / f"en.{end}").write_bytes(content)
    return folder / "en.json"


@pytest.mark.parametrize("damage", DAMAGES)
def test_a_damaged_model_is_refused(damage: str, tmp_path: Path) -> None:
    file = _write_damaged(tmp_path, damage)
    with pytest.raises(ModelError, match="remedy: check the path, or train it again") as error:
        load_model(file)
    assert str(file) in str(error.value)
    assert "; expected " in str(error.value)


def test_a_model_without_its_weights_is_refused(tmp_path: Path) -> None:
    file = _write_damaged(tmp_path, "empty weights")
    file.with_suffix(".weights").unlink()
    with pytest.raises(ModelError, match="remedy: check the path, or train it again"):
        load_model(file)


def test_no_more_weights_are_unpacked_than_there_shall_be(tmp_path: Path) -> None:
    file = _write_damaged(tmp_path, "huge")
    tracemalloc.start()
    with pytest.raises(ModelError, match="another model"):
        load_model(file)
    assert tracemalloc.get_traced_memory()[1] < 1 << 25
    tracemalloc.stop()


CUES_IN = finding(["once per turn", "no more than", "1x"], is_spaced=True)


@pytest.mark.parametrize("text", ["draw once per turn", "draw onze per turn", "0nce per tum.", "no rnore than 2", "1x"])
def test_what_tells_passes(text: str) -> None:
    assert CUES_IN(text)


@pytest.mark.parametrize("text", ["", "draw 1 card", "until the end of this turn", "more or less"])
def test_ordinary_effects_do_not(text: str) -> None:
    assert not CUES_IN(text)


def test_without_phrases_all_passes() -> None:
    assert finding((), is_spaced=True)("trek 1 kaart.")
