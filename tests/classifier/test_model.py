"""Models are plain arrays and JSON, small, and refused where they are damaged."""

from __future__ import annotations

import shutil
from typing import TYPE_CHECKING

import msgspec
import numpy as np
import pytest

from onceper.classifier.about import Gate, ModelError, shipped_models
from onceper.classifier.labels import NOTHING
from onceper.classifier.model import load_model, save_model, shipped
from onceper.resources import resource

if TYPE_CHECKING:
    from collections.abc import Callable
    from pathlib import Path

MOST_BYTES = 5 * 2**20


@pytest.mark.parametrize("name", shipped_models())
def test_a_model_says_how_it_was_trained(name: str) -> None:
    model = shipped(*shipped_models()[name])
    assert model.about.command == f"onceper train --lang {name} --seed {model.about.seed}"
    assert model.about.versions.keys() == {"python", "numpy", "scikit-learn"}
    assert model.weights.dtype == np.float16


def test_models_are_small() -> None:
    assert sum(file.stat().st_size for file in resource("models").iterdir()) <= MOST_BYTES


def test_a_saved_model_says_the_same(tmp_path: Path) -> None:
    model = shipped("ja", "duelmasters")
    again = load_model(save_model(model, tmp_path)[1])
    assert again.about == model.about
    assert np.array_equal(again.weights, model.weights)


def test_what_holds_nothing_telling_is_never_asked_for() -> None:
    model = shipped("en", None)
    assert model.read(["draw 2 cards.", ""]) == [NOTHING, NOTHING]


def test_templates_are_read_alike_alone_and_among_many() -> None:
    model = shipped("en", None)
    templates = [
        "just one time every turn, you may draw.",
        "draw 1 card.",
        "only 1 \x01 may get activated each turn.",
    ] * 90
    assert model.read(templates) == [model.read([template])[0] for template in templates[:3]] * 90


def _damaged_json(json: Path, _: Path) -> None:
    json.write_bytes(json.read_bytes()[:-40])


def _of_another_format(json: Path, _: Path) -> None:
    json.write_bytes(json.read_bytes().replace(b'"format": 2', b'"format": 9'))


def _without_arrays(_: Path, arrays: Path) -> None:
    arrays.unlink()


def _with_code(_: Path, arrays: Path) -> None:
    np.savez(arrays, weights=np.array([{"any": "object"}], dtype=object))


def _of_another_shape(_: Path, arrays: Path) -> None:
    np.savez(arrays, weights=np.zeros((2, 2), np.float16))


def _of_another_model(_: Path, arrays: Path) -> None:
    with np.load(arrays) as kept:
        np.savez(arrays, weights=kept["weights"] * np.float16(0.5))


def _huge(_: Path, arrays: Path) -> None:
    np.savez_compressed(arrays, weights=np.zeros((1 << 15, 41), np.float16), more=np.zeros(1 << 24, np.uint8))


def _changed(key: str, value: object) -> Callable[[Path, Path], None]:
    def change(json: Path, _: Path) -> None:
        json.write_bytes(msgspec.json.encode(msgspec.json.decode(json.read_bytes()) | {key: value}))

    return change


@pytest.mark.parametrize(
    "damage",
    [
        _damaged_json,
        _of_another_format,
        _without_arrays,
        _with_code,
        _of_another_shape,
        _of_another_model,
        _huge,
        _changed("limits", {"raw": [0.0, 1.0], "right": [5.0, 7.0], "threshold": 0.5}),
        _changed("limits", {"raw": [0.0, 1.0], "right": [0.5], "threshold": 0.5}),
        _changed("lengths", [-1]),
        _changed("limit_cues", ["x" * 50] * 20_001),
        _changed("clean", ["x" * 51]),
        _changed("labels", ["limit.rare.name"] * 41),
    ],
)
def test_a_damaged_model_is_refused(damage: object, tmp_path: Path) -> None:
    for end in ("json", "npz"):
        shutil.copy(resource("models") / f"en.{end}", tmp_path)
    json, arrays = tmp_path / "en.json", tmp_path / "en.npz"
    assert callable(damage)
    damage(json, arrays)
    with pytest.raises(ModelError, match="remedy: train it again") as error:
        load_model(json)
    assert str(json) in str(error.value)
    assert "; expected " in str(error.value)


def test_arrays_are_measured_before_they_are_unpacked(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    shutil.copy(resource("models") / "en.json", tmp_path)
    _huge(tmp_path / "en.json", tmp_path / "en.npz")
    monkeypatch.setattr(np, "load", lambda *_, **__: pytest.fail("they were unpacked"))
    with pytest.raises(ModelError, match="bytes of arrays for"):
        load_model(tmp_path / "en.json")


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


@pytest.mark.parametrize(("text", "is_broken"), [("onze per turn", True), ("once per turn", False), ("draw 1", False)])
def test_a_broken_phrase_is_told_from_a_whole_one(text: str, is_broken: bool) -> None:
    assert GATE.holds_broken(text) == is_broken
