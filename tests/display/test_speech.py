"""What players say of limits, in each language: every shape that the contract knows."""

from __future__ import annotations

import tomllib
from pathlib import Path
from typing import TYPE_CHECKING, Any, get_args

import msgspec
import pytest
from tests.bundled import LANGUAGES

from onceper.contract.effect import Choose, Effect, EffectKind
from onceper.contract.limit import AppliesTo, CountedEvent, LimitKind
from onceper.contract.non_effect import NonEffect, NonEffectKind
from onceper.contract.span import Guess, Unread
from onceper.display.named import SIGNS
from onceper.display.speech import Speech
from onceper.lang.languages import use_patterns
from onceper.resources import resource

if TYPE_CHECKING:
    from tests.conftest import MakeLimit

    from onceper.contract.limit import Limit

SENTENCES = tomllib.loads(Path(__file__).with_name("sentences.toml").read_text(encoding="utf-8"))["limit"]
BESIDE = ("en", "ja", "tr")
# What the other languages say, by the English words.
SAID = {
    file.stem: tomllib.loads(file.read_text(encoding="utf-8")) for file in Path(__file__).with_name("said").iterdir()
}
_PATTERNS = resource("patterns") / "en"
LABELS = {"ja": ("①", "②"), "ko": ("①", "②"), "zh-CN": ("①", "②"), "zh-TW": ("①", "②")}


def _speech(
    lang: str | None,
    game: str | None = "yugioh",
    labels: tuple[str | None, ...] = (None, None),
    card: str | None = None,
) -> Speech:
    effects = [Effect(n, label, "activated", (0, 1), ((0, 1),), "x") for n, label in enumerate(labels, start=1)]
    return Speech(lang, game, effects, card)


def _limit(make_limit: MakeLimit, said: dict[str, Any]) -> Limit:
    left_out = {"game", "kind", "nulls", *BESIDE}
    told = {key: tuple(value) if isinstance(value, list) else value for key, value in said.items()}
    fields: dict[str, Any] = {key: value for key, value in told.items() if key not in left_out}
    governs = {key: fields.pop(key) for key in ("effects", "options", "activation", "summon") if key in fields}
    fields |= dict.fromkeys(said.get("nulls", ()))
    fields |= {"applies_to": AppliesTo(fields.pop("reference", "numbered"), **governs)}
    if "event" in fields:
        fields["event"] = CountedEvent(**fields["event"])
    return msgspec.structs.replace(make_limit(said["kind"], verb=fields.get("verb", "")), **fields)


@pytest.mark.parametrize("said", SENTENCES, ids=lambda said: said["en"])
def test_a_limit_is_said_as_players_do(make_limit: MakeLimit, said: dict[str, Any]) -> None:
    limit = _limit(make_limit, said)
    game = said.get("game", "yugioh")
    sentences = {}
    for lang in LANGUAGES:
        labels = LABELS.get(lang, (None, None)) if game == "yugioh" else (None, None)
        sentences[lang] = _speech(lang, game, labels, "Ember").say(limit)
    assert sentences == {lang: said[lang] if lang in BESIDE else SAID[lang][said["en"]] for lang in LANGUAGES}


def test_every_language_says_these_and_no_others() -> None:
    assert {*BESIDE, *SAID} == {*LANGUAGES}
    english = {said["en"] for said in SENTENCES}
    assert [lang for lang, said in SAID.items() if said.keys() != english] == []


def test_every_kind_is_said() -> None:
    assert {said["kind"] for said in SENTENCES} == set(get_args(LimitKind)) == set(SIGNS)
    assert len(set(SIGNS.values())) == len(SIGNS)


@pytest.mark.parametrize(
    ("labels", "names"),
    [
        ((None, None), ["effect 1", "effect 2", "effects 1 and 2"]),
        (("①", "②"), ["effect ①", "effect ②", "effects ① and ②"]),
        (("②", "③"), ["effect ②", "effect ③", "effects ② and ③"]),
        ((None, "①"), ["effect 1", "effect 2", "effects 1 and 2"]),
        (("①", "①"), ["effect 1", "effect 2", "effects 1 and 2"]),
        (("●", "●"), ["effect 1", "effect 2", "effects 1 and 2"]),
    ],
)
def test_effects_have_one_number_each(labels: tuple[str | None, ...], names: list[str]) -> None:
    speech = _speech("en", labels=labels)
    assert [speech.name_effects(indexes) for indexes in ((1,), (2,), (1, 2))] == names


@pytest.mark.parametrize("lang", [None, 'e"n', "xx"])
def test_a_language_without_words_is_shown_in_english(make_limit: MakeLimit, lang: str | None) -> None:
    assert _speech(lang, None).say(make_limit("hard")).startswith("By card name")


def test_a_language_of_ones_own_may_have_words(tmp_path: Path) -> None:
    bundled = (_PATTERNS / "said.toml").read_text(encoding="utf-8")
    folder = tmp_path / "nl"
    folder.mkdir()
    (folder / "words.toml").write_text("", encoding="utf-8")
    (folder / "said.toml").write_text(bundled.replace('limits = "Limits"', 'limits = "Grenzen"'), encoding="utf-8")
    use_patterns(tmp_path)
    try:
        assert Speech("nl", "yugioh").words.label["limits"] == "Grenzen"
    finally:
        use_patterns(None)


@pytest.mark.parametrize(
    ("guess", "words"),
    [(None, "no rule fits"), (Guess("summon_limit", 0.834), "no rule fits · perhaps Summon limit, 83%")],
)
def test_what_was_not_read(guess: Guess | None, words: str) -> None:
    assert Speech("en", None).say_unread(Unread((0, 4), "Pay.", "no_rule", guess)) == words


@pytest.mark.parametrize("lang", LANGUAGES)
@pytest.mark.parametrize("game", ["yugioh", "duelmasters"])
def test_all_that_is_shown_has_words(lang: str, game: str) -> None:
    speech = _speech(lang, game)
    for kind in get_args(NonEffectKind):
        found = NonEffect(kind, (0, 1), "x", "on_field", (1,), False, "itself", "duel", "rule", "rule", 1.0)
        assert len(speech.say_non_effect(found).split(" · ")) == 6
    for effect_kind in get_args(EffectKind):
        for told_by in ("print", "card_type"):
            effect = Effect(1, None, effect_kind, (0, 1), ((0, 1),), "x", kind_told_by=told_by)
            assert speech.say_kind(effect)
    assert set(speech.words.choose) == set(get_args(Choose))
    for guessed in (*get_args(LimitKind), *get_args(NonEffectKind)):
        assert "_" not in speech.say_unread(Unread((0, 1), "x", "too_long", Guess(guessed, 0.5)))
