"""A language of one's own, made from a folder of files of TOML."""

from __future__ import annotations

from typing import TYPE_CHECKING

import pytest
from tests.cases import cases
from tests.own_rules import write_files

from onceper.lang.languages import Languages
from onceper.reader.readers import Readers
from onceper.text.position import BULLET

if TYPE_CHECKING:
    from pathlib import Path

    from onceper.contract.reading import CardReading

WORDS = (
    '[[times]]\nmeans = { count = 1 }\nwords = ["eenmaal"]\n[[period]]\nwords = ["beurt"]\nmeans = { period = "turn" }'
)
RULES = """
["soft.once"]
pattern = "<{times} per {period}>"
limit = { kind = "soft" }
matches = ["Eenmaal per beurt: Trek 1 kaart."]
source = "a rulebook"
"""
STYLES = ("psct", "ocg", "abilities")


def make(folder: Path, structure: str = "") -> Languages:
    """Write a Dutch folder, and return the languages with it."""
    write_files(folder / "nl", {"words.toml": WORDS, "limits.toml": RULES, "structure.toml": structure})
    return Languages(folder)


def read(folder: Path, text: str, structure: str = "") -> CardReading:
    return Readers(make(folder, structure)).of("nl", None).read(text)


def effects(reading: CardReading) -> list[str]:
    return [effect.text for effect in reading.effects]


@cases
def test_a_number_in_order_ends_no_sentence_before_the_words_that_are_listed(
    tmp_path: Path, structure: str, found: list[str]
) -> None:
    assert effects(read(tmp_path, "Tijdens de 3. fase trek 1 kaart.", structure)) == found


def test_the_text_of_an_effect_with_a_number_in_order_is_as_it_is_printed(tmp_path: Path) -> None:
    text = "Eenmaal per beurt: In de 2. fase trek 1 kaart."
    (effect,) = read(tmp_path, text, 'ordinals = ["fase"]').effects
    assert (effect.text, effect.span) == (text, (0, len(text)))


@pytest.mark.parametrize(
    "text",
    [
        "Je kunt 1 kaart\ntrekken.",
        "Je kunt 1 kaart\néénmaal trekken.",
        "Je kunt 1 kaart\r\nòf twee trekken.",
        "Tu peux\nétendre 1 carte.",
        "Puoi\nàncora pescare.",
        "Puedes\nñandú robar.",
        "Możesz\nłatwo dobrać 1 kartę.",
        "Ты можешь\nвзять 1 карту.",
        "Μπορείς να\nτραβήξεις 1 κάρτα.",
    ],
)
def test_a_line_that_goes_on_in_small_letters_is_one_effect(tmp_path: Path, text: str) -> None:
    assert effects(read(tmp_path, text)) == [text]


def test_a_line_that_goes_on_behind_a_word_that_ends_none_is_one_sentence(tmp_path: Path) -> None:
    text = "Eenmaal per\nBeurt: Trek 1 kaart."
    assert not read(tmp_path / "without", text).limits
    (limit,) = read(tmp_path / "with", text, 'ends_no_line = ["per"]').limits
    assert limit.text == "Eenmaal per\nBeurt"


def test_a_line_that_begins_with_a_word_that_begins_none_goes_on(tmp_path: Path) -> None:
    text = "Eenmaal\nPer beurt: Trek 1 kaart."
    assert not read(tmp_path / "without", text).limits
    assert read(tmp_path / "with", text, 'begins_no_line = ["per"]').limits


@pytest.mark.parametrize("phrase", ["van het deck", "neem ... van het deck", "neem deze kaart ..."])
def test_three_full_stops_stand_for_any_words_in_every_list(tmp_path: Path, phrase: str) -> None:
    (effect,) = read(tmp_path, "Neem deze kaart van het deck.", f'procedures = ["{phrase}"]').effects
    assert effect.kind == "procedure"


@pytest.mark.parametrize("bullet", ["●", "*", "→"])
@pytest.mark.parametrize("text", ["Trek 1.\n{0} Leg 1 af.\n{0} Schud.", "Gooi.\n{0} Leg 1 af.\n{0} Schud."])
def test_bullets_are_any_signs(tmp_path: Path, bullet: str, text: str) -> None:
    dutch = make(tmp_path, f'bullets = ["{bullet}"]').of("nl")
    folded = dutch.fold(text.format(bullet))
    sentences = [(folded[start:end], bool(position & BULLET)) for start, end, position in dutch.sentences(folded)]
    assert sentences[1:] == [("leg 1 af.", True), ("schud.", True)]


@pytest.mark.parametrize("style", STYLES)
@pytest.mark.parametrize("words", ["spaced", "unspaced", "mecab"])
def test_print_of_any_style_is_read_without_any_list(tmp_path: Path, style: str, words: str) -> None:
    structure = f'[print]\nstyle = "{style}"\nwords = "{words}"\n'
    write_files(tmp_path / "nl", {"words.toml": '[[a]]\nwords = ["x"]', "structure.toml": structure})
    reader = Readers(Languages(tmp_path)).of("nl", None)
    reading = reader.read("Trek 1 kaart. (Of 2.) Schud dan:\nTrek; leg af, en nog eens.")
    assert "".join(effects(reading)).count("Trek") == 2
    assert not reading.non_effects


CHINESE = {
    "zh/structure.toml": """
telling = ["times"]

[print]
style = "psct"
words = "unspaced"
stops = "。"
names = [["「", "」"]]
""",
    "zh/words.toml": """
[[times]]
means = { count = 1 }
words = ["一次"]

[[period]]
means = { period = "turn" }
words = ["回合"]
""",
    "zh/limits.toml": """
["soft.once"]
pattern = "<{period}{times}>"
limit = { kind = "soft" }
matches = ["回合一次：抽1张卡。"]
source = "a rulebook"
""",
}


def test_print_without_spaces_is_read_sign_by_sign(tmp_path: Path) -> None:
    write_files(tmp_path, CHINESE)
    reader = Readers(Languages(tmp_path)).of("zh", None)
    reading = reader.read("回合一次：抽1张卡。\n破坏「灰龙。」。")
    assert [(limit.text, limit.count, limit.period) for limit in reading.limits] == [("回合一次", 1, "turn")]
    assert effects(reading) == ["回合一次：抽1张卡。", "破坏「灰龙。」。"]
    assert [unread.text for unread in reader.read("抽一次。").unread] == ["抽一次。"]
    cut = Languages(tmp_path).of("zh").sentences("回合一次：抽1张卡。破坏1张。抽2张!")
    assert [end - start for start, end, _ in cut] == [10, 5, 4]


def test_two_languages_are_equal_only_if_they_are_one_object(tmp_path: Path) -> None:
    write_files(tmp_path, CHINESE)
    languages = Languages(tmp_path)
    assert languages.of("zh") is languages.of("zh")
    assert languages.of("zh") != Languages(tmp_path).of("zh")
