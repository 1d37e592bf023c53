"""A folder of one's own rules and words is read beside the bundled ones."""

from __future__ import annotations

from typing import TYPE_CHECKING, Protocol

import pytest
from tests.bundled import LANGUAGES
from tests.own_rules import write_files

import onceper
from onceper.lang import languages
from onceper.lang.base import LanguageError
from onceper.lang.languages import language, language_codes, ruling_of_rule, use_patterns
from onceper.patterns.folders import VARIABLE, PatternsError
from onceper.patterns.problems import RulesError
from onceper.reader.examples import wrong_examples
from onceper.reader.readers import reader_of

if TYPE_CHECKING:
    from collections.abc import Iterator
    from pathlib import Path

DE_WORDS = """
[[times]]
means = { count = 1 }
words = ["einmal"]

[[period]]
means = { period = "turn" }
words = ["spielzug"]
"""
DE_RULES = """
[[rule]]
id = "soft.once"
pattern = "<{times} pro {period}>"
limit = { kind = "soft" }
matches = ["Einmal pro Spielzug: Du kannst 1 Karte ziehen."]
source = "a rulebook"
"""
DE_STRUCTURE = 'telling = ["times"]\nevidence = ["du", "kannst", "karte", "pro"]\n'
DE = {"de/words.toml": DE_WORDS, "de/limits.toml": DE_RULES, "de/structure.toml": DE_STRUCTURE}
EN_RULES = """
game = "yugioh"

[[rule]]
id = "mine.each_moon"
pattern = "{times} each moon"
limit = { kind = "soft", period = "turn" }
matches = ["Once each moon: Draw 1 card."]
source = "a house rule"
"""
GERMAN = "Einmal pro Spielzug: Du kannst 1 Karte abwerfen; ziehe 1 Karte."


class Write(Protocol):
    def __call__(self, files: dict[str, str]) -> Path: ...


@pytest.fixture
def write(tmp_path: Path) -> Iterator[Write]:
    """Write a folder of patterns; afterwards the bundled ones alone are used again."""

    def written(files: dict[str, str]) -> Path:
        write_files(tmp_path / "mine", files)
        return tmp_path / "mine"

    yield written
    use_patterns(None)


def rules_that_read(text: str, lang: str | None = None) -> list[str]:
    return [limit.rule for limit in onceper.read(text, lang=lang).limits]


def test_a_language_of_its_own_is_told_and_read(write: Write) -> None:
    use_patterns(write(DE))
    reading = onceper.read(GERMAN)
    assert language_codes() == (*LANGUAGES, "de")
    assert (reading.lang, [(limit.rule, limit.text) for limit in reading.limits]) == (
        "de",
        [("soft.once", "Einmal pro Spielzug")],
    )
    assert [effect.kind for effect in reading.effects] == ["activated"]
    assert not reading.non_effects


def test_a_sentence_that_no_rule_reads_is_reported(write: Write) -> None:
    use_patterns(write(DE))
    assert [unread.text for unread in onceper.read("Du darfst einmal ziehen.", lang="de").unread] == [
        "Du darfst einmal ziehen."
    ]


def test_what_is_not_read_is_reported_before_there_is_a_rule(write: Write) -> None:
    use_patterns(write({"de/words.toml": DE_WORDS, "de/structure.toml": DE_STRUCTURE}))
    assert [unread.text for unread in onceper.read(GERMAN, lang="de").unread] == [GERMAN]


def test_a_rule_is_added_to_a_bundled_language(write: Write) -> None:
    text = "Once each moon: Draw 1 card. Once per turn: Draw 1 card."
    before = rules_that_read(text, "en")
    use_patterns(write({"en/yugioh/moons.toml": EN_RULES}))
    assert rules_that_read(text, "en") == ["mine.each_moon", *before]
    use_patterns(None)
    assert rules_that_read(text, "en") == before


def test_words_are_added_to_a_bundled_language(write: Write) -> None:
    words = '[[period]]\nmeans = { period = "turn" }\nwords = ["moon"]\n'
    assert not rules_that_read("Once per moon: Draw 1 card.", "en")
    use_patterns(write({"en/words.toml": words}))
    assert rules_that_read("Once per moon: Draw 1 card.", "en")


def test_a_print_of_a_game_takes_what_is_added_to_it(write: Write) -> None:
    rule = EN_RULES.replace('game = "yugioh"', "").replace("{times} each moon", "月に一度")
    use_patterns(write({"ja/duelmasters/moons.toml": rule.replace("Once each moon: Draw 1 card.", "月に一度、引く。")}))
    limits = onceper.read("月に一度、カードを1枚引く。", lang="ja", game="duelmasters").limits
    assert [limit.rule for limit in limits] == ["mine.each_moon"]
    assert not onceper.read("月に一度、カードを1枚引く。", lang="ja", game="yugioh").limits


def test_changed_files_are_read_when_they_are_used_again(write: Write) -> None:
    use_patterns(write(DE))
    use_patterns(write({"de/words.toml": DE_WORDS.replace("spielzug", "duell")}))
    assert not rules_that_read(GERMAN, "de")


def test_the_environment_names_the_folder(write: Write, monkeypatch: pytest.MonkeyPatch) -> None:
    folder = write(DE)
    # As in a process that has just begun.
    monkeypatch.setattr(languages, "_in_use", [])
    monkeypatch.setenv(VARIABLE, str(folder))
    assert rules_that_read(GERMAN, "de") == ["soft.once"]
    monkeypatch.delenv(VARIABLE)


def test_a_refused_folder_leaves_what_was_used(write: Write, tmp_path: Path) -> None:
    use_patterns(write(DE))
    (tmp_path / "other" / "de").mkdir(parents=True)
    (tmp_path / "other" / "de" / "limits.toml").write_text(DE_RULES)
    with pytest.raises(RulesError, match=r"words.toml: missing"):
        use_patterns(tmp_path / "other")
    assert rules_that_read(GERMAN, "de") == ["soft.once"]


@pytest.mark.parametrize(
    ("files", "message"),
    [
        pytest.param({"de/words.toml": "[[times]"}, "mine/de/words.toml: not TOML", id="not TOML"),
        pytest.param({"de/words.toml": DE_WORDS, "de/structure.toml": "telling = 1"}, "structure.toml", id="structure"),
        pytest.param({"en/structure.toml": DE_STRUCTURE}, "a bundled language keeps its own", id="bundled structure"),
        pytest.param({"en/words.toml": DE_WORDS, "en/more.toml": "x = 1"}, "mine/en/more.toml: unknown key", id="key"),
    ],
)
def test_what_is_wrong_in_the_files_is_refused(write: Write, files: dict[str, str], message: str) -> None:
    folder = write(files)
    with pytest.raises(RulesError, match=message):
        use_patterns(folder)


@pytest.mark.parametrize(
    ("files", "named", "message"),
    [
        ({}, "nowhere", "no such folder"),
        (DE, "mine/de/words.toml", "no folder;"),
        (DE, "mine/de", "no folder of a language in it"),
        ({**DE, "words.toml": DE_WORDS}, "mine", "outside of a language's folder"),
    ],
)
def test_a_folder_that_is_none_of_patterns_is_refused(
    write: Write, tmp_path: Path, files: dict[str, str], named: str, message: str
) -> None:
    write(files)
    with pytest.raises(PatternsError, match=message) as refused:
        use_patterns(tmp_path / named)
    assert refused.value.expected
    assert refused.value.remedy


def test_a_language_that_is_no_longer_used_is_unknown(write: Write) -> None:
    use_patterns(write(DE))
    use_patterns(None)
    with pytest.raises(LanguageError):
        onceper.read(GERMAN, lang="de")


GAME_WORDS = DE_WORDS.replace("spielzug", "runde")
GAME_RULES = DE_RULES.replace("Spielzug", "Runde").replace("soft.once", "game.once")
GAME = {**DE, "de/duelmasters/words.toml": GAME_WORDS, "de/duelmasters/once.toml": GAME_RULES}
GAME_TEXT = "Einmal pro Runde: Ziehe 1 Karte."


def test_a_game_in_a_language_of_its_own_may_have_a_print_of_its_own(write: Write) -> None:
    use_patterns(write(GAME))
    assert [limit.rule for limit in onceper.read(GAME_TEXT, lang="de", game="duelmasters").limits] == ["game.once"]
    assert not onceper.read(GAME_TEXT, lang="de", game="yugioh").limits
    assert not onceper.read(GERMAN, lang="de", game="duelmasters").limits
    assert rules_that_read(GERMAN, "de") == ["soft.once"]


def test_rules_of_such_a_game_are_rules_of_the_language_and_of_that_game(write: Write) -> None:
    use_patterns(write(GAME))
    assert [(rule.id, rule.game) for rule in language("de").every_rule] == [
        ("soft.once", None),
        ("game.once", "duelmasters"),
    ]
    assert ruling_of_rule("game.once", "de", "duelmasters") == "a rulebook"
    assert all(wrong_examples(reader_of("de", rule.game), rule) == [] for rule in language("de").every_rule)


def test_such_a_game_may_be_cut_in_its_own_way(write: Write) -> None:
    structure = '[print]\nstyle = "abilities"\nstops = "."\n'
    use_patterns(write({**GAME, "de/duelmasters/structure.toml": structure}))
    reading = onceper.read(f"Kämpfe.\n{GAME_TEXT}", lang="de", game="duelmasters")
    assert [limit.rule for limit in reading.limits] == ["game.once"]
    assert [effect.kind for effect in reading.effects] != [
        effect.kind for effect in onceper.read(f"Kämpfe.\n{GAME_TEXT}", lang="de").effects
    ]


def test_a_game_may_be_given_a_print_of_its_own_in_a_bundled_language(write: Write) -> None:
    words = GAME_WORDS.replace("einmal", "once").replace("runde", "round")
    rules = GAME_RULES.replace("pro", "per").replace("Einmal", "Once").replace("Runde", "Round")
    use_patterns(write({"en/duelmasters/words.toml": words, "en/duelmasters/once.toml": rules}))
    read = onceper.read("Once per round: Draw 1 card.", lang="en", game="duelmasters")
    assert [limit.rule for limit in read.limits] == ["game.once"]
    assert not rules_that_read("Once per round: Draw 1 card.", "en")


@pytest.mark.parametrize(
    ("files", "message"),
    [
        pytest.param({"once.toml": "[[rule]"}, "mine/de/duelmasters/once.toml: not TOML", id="rules"),
        pytest.param({"words.toml": "[[times]"}, "mine/de/duelmasters/words.toml: not TOML", id="words"),
        pytest.param({"structure.toml": "terms = ["}, "mine/de/duelmasters/structure.toml: not TOML", id="structure"),
        pytest.param({"more/x.toml": "x = 1"}, "mine/de/duelmasters/more/x.toml: unknown key 'x'", id="inside of it"),
        pytest.param(
            {"once.toml": f'game = "yugioh"\n{GAME_RULES}'},
            "mine/de/duelmasters/once.toml: game = 'yugioh'; expected 'duelmasters', whose folder this is",
            id="another game",
        ),
    ],
)
def test_what_is_wrong_in_the_print_of_a_game_is_refused(write: Write, files: dict[str, str], message: str) -> None:
    folder = write({**GAME, **{f"de/duelmasters/{name}": text for name, text in files.items()}})
    with pytest.raises(RulesError) as refused:
        use_patterns(folder)
    assert message in str(refused.value)


@pytest.mark.parametrize("name", ["german", "DE", "de_DE", "en2"])
def test_a_folder_whose_name_is_no_code_is_refused_rather_than_lost(write: Write, name: str) -> None:
    folder = write({**DE, f"{name}/limits.toml": DE_RULES})
    with pytest.raises(PatternsError, match=f"{name!r} is no code of a language") as refused:
        use_patterns(folder)
    assert refused.value.expected
    assert refused.value.remedy


@pytest.mark.parametrize("name", [".git/config.toml", "notes/readme.md"])
def test_what_holds_no_patterns_may_stand_beside_them(write: Write, name: str) -> None:
    use_patterns(write({**DE, name: "x"}))
    assert rules_that_read(GERMAN, "de") == ["soft.once"]


def test_a_file_with_another_ending_is_named(write: Write) -> None:
    with pytest.raises(PatternsError, match=r"no file in it ends in .toml; there is en.added\.tml; expected"):
        use_patterns(write({"en/added.tml": EN_RULES}))
