"""A folder of one's own rules and words is read beside the bundled ones."""

from __future__ import annotations

from typing import TYPE_CHECKING, Protocol

import pytest
from tests.bundled import LANGUAGES
from tests.own_rules import write_files

import onceper
from onceper.cli.examples import wrong_examples
from onceper.lang import languages
from onceper.lang.base import LanguageError
from onceper.lang.languages import language, language_codes, ruling_of_rule, use_patterns
from onceper.patterns.folders import VARIABLE, PatternsError
from onceper.patterns.records import RulesError
from onceper.reader.readers import reader_of

if TYPE_CHECKING:
    from collections.abc import Iterator
    from pathlib import Path

NL_WORDS = """
[[times]]
means = { count = 1 }
words = ["eenmaal"]

[[period]]
means = { period = "turn" }
words = ["beurt"]
"""
NL_RULES = """
["soft.once"]
pattern = "<{times} per {period}>"
limit = { kind = "soft" }
matches = ["Eenmaal per beurt: Je kunt 1 kaart trekken."]
source = "a rulebook"
"""
NL_STRUCTURE = 'telling = ["times"]\nevidence = ["je", "kunt", "kaart", "per"]\n'
NL = {"nl/words.toml": NL_WORDS, "nl/limits.toml": NL_RULES, "nl/structure.toml": NL_STRUCTURE}
EN_RULES = """
game = "yugioh"

["mine.each_moon"]
pattern = "{times} each moon"
limit = { kind = "soft", period = "turn" }
matches = ["Once each moon: Draw 1 card."]
source = "a house rule"
"""
DUTCH = "Eenmaal per beurt: Je kunt 1 kaart afleggen; trek 1 kaart."


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
    return [limit.rule for limit in onceper.read(text, lang=lang, classifier="off").limits]


def test_a_language_of_its_own_is_told_and_read(write: Write) -> None:
    use_patterns(write(NL))
    reading = onceper.read(DUTCH)
    assert language_codes() == (*LANGUAGES, "nl")
    assert (reading.lang, [(limit.rule, limit.text) for limit in reading.limits]) == (
        "nl",
        [("soft.once", "Eenmaal per beurt")],
    )
    assert [effect.kind for effect in reading.effects] == ["activated"]
    assert not reading.non_effects


def test_a_sentence_that_no_rule_reads_is_reported(write: Write) -> None:
    use_patterns(write(NL))
    assert [unread.text for unread in onceper.read("Je mag eenmaal trekken.", lang="nl").unread] == [
        "Je mag eenmaal trekken."
    ]


def test_what_is_not_read_is_reported_before_there_is_a_rule(write: Write) -> None:
    use_patterns(write({"nl/words.toml": NL_WORDS, "nl/structure.toml": NL_STRUCTURE}))
    assert [unread.text for unread in onceper.read(DUTCH, lang="nl").unread] == [DUTCH]


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
    use_patterns(write(NL))
    use_patterns(write({"nl/words.toml": NL_WORDS.replace("beurt", "duel")}))
    assert not rules_that_read(DUTCH, "nl")


def test_the_environment_names_the_folder(write: Write, monkeypatch: pytest.MonkeyPatch) -> None:
    folder = write(NL)
    # As in a process that has just begun.
    monkeypatch.setattr(languages, "_in_use", [])
    monkeypatch.setenv(VARIABLE, str(folder))
    assert rules_that_read(DUTCH, "nl") == ["soft.once"]
    monkeypatch.delenv(VARIABLE)


def test_a_refused_folder_leaves_what_was_used(write: Write, tmp_path: Path) -> None:
    use_patterns(write(NL))
    (tmp_path / "other" / "nl").mkdir(parents=True)
    (tmp_path / "other" / "nl" / "limits.toml").write_text(NL_RULES)
    with pytest.raises(RulesError, match=r"words.toml: missing"):
        use_patterns(tmp_path / "other")
    assert rules_that_read(DUTCH, "nl") == ["soft.once"]


@pytest.mark.parametrize(
    ("files", "message"),
    [
        pytest.param({"nl/words.toml": "[[times]"}, "mine/nl/words.toml: not TOML", id="not TOML"),
        pytest.param({"nl/words.toml": NL_WORDS, "nl/structure.toml": "telling = 1"}, "structure.toml", id="structure"),
        pytest.param({"en/structure.toml": NL_STRUCTURE}, "a bundled language keeps its own", id="bundled structure"),
        pytest.param({"en/words.toml": NL_WORDS, "en/more.toml": "x = 1"}, "mine/en/more.toml: x = 1", id="key"),
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
        (NL, "mine/nl/words.toml", "no such folder"),
        (NL, "mine/nl", "no folder of a language in it"),
        ({**NL, "words.toml": NL_WORDS}, "mine", "outside of a language's folder"),
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
    use_patterns(write(NL))
    use_patterns(None)
    with pytest.raises(LanguageError):
        onceper.read(DUTCH, lang="nl")


GAME_WORDS = NL_WORDS.replace("beurt", "ronde")
GAME_RULES = NL_RULES.replace("beurt", "ronde").replace("soft.once", "game.once")
GAME = {**NL, "nl/duelmasters/words.toml": GAME_WORDS, "nl/duelmasters/once.toml": GAME_RULES}
GAME_TEXT = "Eenmaal per ronde: Trek 1 kaart."


def test_a_game_in_a_language_of_its_own_may_have_a_print_of_its_own(write: Write) -> None:
    use_patterns(write(GAME))
    assert [limit.rule for limit in onceper.read(GAME_TEXT, lang="nl", game="duelmasters").limits] == ["game.once"]
    assert not onceper.read(GAME_TEXT, lang="nl", game="yugioh").limits
    assert not onceper.read(DUTCH, lang="nl", game="duelmasters").limits
    assert rules_that_read(DUTCH, "nl") == ["soft.once"]


def test_rules_of_such_a_game_are_rules_of_the_language_and_of_that_game(write: Write) -> None:
    use_patterns(write(GAME))
    assert [(rule.id, rule.game) for rule in language("nl").every_rule] == [
        ("soft.once", None),
        ("game.once", "duelmasters"),
    ]
    assert ruling_of_rule("game.once", "nl", "duelmasters") == "a rulebook"
    assert all(wrong_examples(reader_of("nl", rule.game), rule) == [] for rule in language("nl").every_rule)


def test_such_a_game_may_be_cut_in_its_own_way(write: Write) -> None:
    structure = '[print]\nstyle = "abilities"\nstops = "."\n'
    use_patterns(write({**GAME, "nl/duelmasters/structure.toml": structure}))
    reading = onceper.read(f"Vecht.\n{GAME_TEXT}", lang="nl", game="duelmasters")
    assert [limit.rule for limit in reading.limits] == ["game.once"]
    assert [effect.kind for effect in reading.effects] != [
        effect.kind for effect in onceper.read(f"Vecht.\n{GAME_TEXT}", lang="nl").effects
    ]


def test_a_game_may_be_given_a_print_of_its_own_in_a_bundled_language(write: Write) -> None:
    words = GAME_WORDS.replace("eenmaal", "once").replace("ronde", "round")
    rules = GAME_RULES.replace("per", "per").replace("Eenmaal", "Once").replace("ronde", "round")
    use_patterns(write({"en/duelmasters/words.toml": words, "en/duelmasters/once.toml": rules}))
    read = onceper.read("Once per round: Draw 1 card.", lang="en", game="duelmasters")
    assert [limit.rule for limit in read.limits] == ["game.once"]
    assert not rules_that_read("Once per round: Draw 1 card.", "en")


@pytest.mark.parametrize(
    ("files", "message"),
    [
        pytest.param({"once.toml": "[[rule]"}, "mine/nl/duelmasters/once.toml: not TOML", id="rules"),
        pytest.param({"words.toml": "[[times]"}, "mine/nl/duelmasters/words.toml: not TOML", id="words"),
        pytest.param({"structure.toml": "terms = ["}, "mine/nl/duelmasters/structure.toml: not TOML", id="structure"),
        pytest.param({"more/x.toml": "x = 1"}, "mine/nl/duelmasters/more/x.toml: x = 1", id="inside of it"),
        pytest.param(
            {"once.toml": f'game = "yugioh"\n{GAME_RULES}'},
            "mine/nl/duelmasters/once.toml: game = 'yugioh'; expected 'duelmasters', whose folder this is",
            id="another game",
        ),
    ],
)
def test_what_is_wrong_in_the_print_of_a_game_is_refused(write: Write, files: dict[str, str], message: str) -> None:
    folder = write({**GAME, **{f"nl/duelmasters/{name}": text for name, text in files.items()}})
    with pytest.raises(RulesError) as refused:
        use_patterns(folder)
    assert message in str(refused.value)


@pytest.mark.parametrize("name", ["dutch", "NL", "nl_NL", "en2"])
def test_a_folder_whose_name_is_no_code_is_refused_rather_than_lost(write: Write, name: str) -> None:
    folder = write({**NL, f"{name}/limits.toml": NL_RULES})
    with pytest.raises(PatternsError, match=f"{name!r} is no code of a language") as refused:
        use_patterns(folder)
    assert refused.value.expected
    assert refused.value.remedy


@pytest.mark.parametrize("name", [".git/config.toml", "notes/readme.md"])
def test_what_holds_no_patterns_may_stand_beside_them(write: Write, name: str) -> None:
    use_patterns(write({**NL, name: "x"}))
    assert rules_that_read(DUTCH, "nl") == ["soft.once"]
