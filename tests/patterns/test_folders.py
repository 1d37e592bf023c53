"""A folder of one's own rules and words is read beside the bundled ones."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any, Protocol

import pytest
from tests.bundled import LANGUAGES
from tests.cases import cases, tables
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

Files = dict[str, str]
BASES: Any = tables(__file__)["bases"]
DUTCH = "Eenmaal per beurt: Je kunt 1 kaart afleggen; trek 1 kaart."


class Write(Protocol):
    def __call__(self, *bases: str, **files: str) -> Path: ...


@pytest.fixture
def write(tmp_path: Path) -> Iterator[Write]:
    """Write a folder of patterns; afterwards the bundled ones alone are used again."""

    def written(*bases: str, **files: str) -> Path:
        write_files(tmp_path / "mine", {name: text for base in bases for name, text in BASES[base].items()} | files)
        return tmp_path / "mine"

    yield written
    use_patterns(None)


def rules_that_read(text: str, lang: str | None = None, game: str | None = None) -> list[str]:
    return [limit.rule for limit in onceper.read(text, lang=lang, game=game, classifier="off").limits]


@cases
def test_what_is_read_with_a_folder(
    write: Write, bases: tuple[str, ...] | None, files: Files | None, reads: list[dict[str, Any]]
) -> None:
    use_patterns(write(*(bases or ()), **(files or {})))
    for one in reads:
        reading = onceper.read(one["text"], lang=one.get("lang"), game=one.get("game"), classifier="off")
        assert reading.lang == one.get("lang", "nl")
        assert [limit.rule for limit in reading.limits] == one.get("rules", [])
        unread, kinds = [unread.text for unread in reading.unread], [effect.kind for effect in reading.effects]
        assert (unread, kinds) == (one.get("unread", unread), one.get("effects", kinds))
    use_patterns(None)
    for one in reads:
        if one.get("lang") in LANGUAGES:
            assert rules_that_read(one["text"], one["lang"], one.get("game")) == one.get("bundled", [])


def test_a_language_is_known_while_its_folder_is_used(write: Write) -> None:
    use_patterns(write("nl"))
    assert language_codes() == (*LANGUAGES, "nl")
    use_patterns(None)
    with pytest.raises(LanguageError):
        onceper.read(DUTCH, lang="nl")


def test_changed_files_are_read_when_they_are_used_again(write: Write) -> None:
    use_patterns(write("nl"))
    use_patterns(write(**{"nl/words.toml": BASES["nl"]["nl/words.toml"].replace("beurt", "duel")}))
    assert not rules_that_read(DUTCH, "nl")


def test_the_environment_names_the_folder(write: Write, monkeypatch: pytest.MonkeyPatch) -> None:
    folder = write("nl")
    # As in a process that has just begun.
    monkeypatch.setattr(languages, "_in_use", [])
    monkeypatch.setenv(VARIABLE, str(folder))
    assert rules_that_read(DUTCH, "nl") == ["soft.once"]
    monkeypatch.delenv(VARIABLE)


def test_a_refused_folder_leaves_what_was_used(write: Write, tmp_path: Path) -> None:
    use_patterns(write("nl"))
    write_files(tmp_path / "other", {"nl/limits.toml": BASES["nl"]["nl/limits.toml"]})
    with pytest.raises(RulesError, match=r"words.toml: missing"):
        use_patterns(tmp_path / "other")
    assert rules_that_read(DUTCH, "nl") == ["soft.once"]


@cases
def test_what_is_wrong_in_a_folder_is_refused(
    write: Write, tmp_path: Path, bases: tuple[str, ...] | None, files: Files | None, folder: str | None, message: str
) -> None:
    write(*(bases or ()), **(files or {}))
    with pytest.raises((RulesError, PatternsError)) as refused:
        use_patterns(tmp_path / (folder or "mine"))
    assert message in str(refused.value)
    assert "expected " in str(refused.value)


def test_rules_of_a_game_are_rules_of_the_language_and_of_that_game(write: Write) -> None:
    use_patterns(write("nl", "game"))
    assert [(rule.id, rule.game) for rule in language("nl").every_rule] == [
        ("soft.once", None),
        ("game.once", "duelmasters"),
    ]
    assert ruling_of_rule("game.once", "nl", "duelmasters") == "a rulebook"
    assert not any([*wrong_examples(reader_of("nl", rule.game), rule)] for rule in language("nl").every_rule)
