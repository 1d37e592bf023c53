"""Load the rules and words of a language, and refuse what is wrong, all of it at once."""

from __future__ import annotations

import tomllib
from typing import TYPE_CHECKING, Any

from onceper.lang import LANGUAGES, language
from onceper.patterns.entry import rule_of
from onceper.patterns.fields import types_of, wrong_fields
from onceper.patterns.folders import folders_of, kept_with_patterns
from onceper.patterns.lexicon import Lexicon
from onceper.patterns.problems import Problem, RulesError
from onceper.patterns.structure import FILE as STRUCTURE
from onceper.patterns.structure import Structure

if TYPE_CHECKING:
    from collections.abc import Collection, Mapping, Sequence
    from pathlib import Path

    from onceper.patterns.rule import Rule

WORDS = "words.toml"
# Read by the language itself, which splits its words by them.
STEMS = "stems.toml"
# What the evaluator and the training take from a language's folder.
OTHERS = frozenset({"terms.toml", "reasons.toml", "noise.toml"})

_FILE_KEYS = {"game", "rule"}


def rules_of(lang: str) -> tuple[Rule, ...]:
    """Return the rules of a language and of its games, in the order of their files.

    Raises:
        LanguageError: the language is not one that onceper reads.
        RulesError: the rule files hold something wrong.
    """
    return tuple(rule for game in (None, *sorted(language(lang).games)) for rule in load(lang, game)[0])


@kept_with_patterns(8)
def load(lang: str, game: str | None = None) -> tuple[tuple[Rule, ...], Lexicon]:
    """Return the rules and the word list of a language, or of a game's print that has its own.

    What the user's patterns hold for it comes behind what is bundled.
    """
    games = language(lang).games
    own_print = game if game and game in games else ""
    folder, *added = (folder / own_print for folder in folders_of(lang))
    return load_folder(folder, lang, game, added, shown_as="" if lang in LANGUAGES else _shown(folder))


def load_folder(
    folder: Path, lang: str, game: str | None = None, added: Sequence[Path] = (), *, shown_as: str = ""
) -> tuple[tuple[Rule, ...], Lexicon]:
    """Return the rules and the word list of a folder of TOML files, and of folders that add to it.

    A folder inside it that has a word list of its own, or that is a game's with a print of its own, is read by itself.
    ``shown_as`` stands before the names of its files in messages and rules.

    Raises:
        RulesError: something in the files is wrong; the message lists every problem with its file and rule.
    """
    problems: list[Problem] = []
    rules: list[Rule] = []
    spoken = language(lang, game)
    parsed = {name: _parse(path, f"{shown_as}{name}", problems) for name, path in _files_of(folder, spoken.games)}
    words, structure = parsed.pop(WORDS, None), parsed.pop(STRUCTURE, {})
    parsed.pop(STEMS, None)
    structure_file = f"{shown_as}{STRUCTURE}"
    wrong = [Problem(structure_file, "", *told) for told in wrong_fields(structure, types_of(Structure))]
    lexicon = Lexicon(spoken.fold, spoken.words, spoken.joint, () if wrong else structure.get("telling", ()))
    problems += wrong
    if words is None:
        problems.append(Problem(f"{shown_as}{WORDS}", "", "missing", f"a word list in {folder.name}/"))
    else:
        problems += lexicon.add(f"{shown_as}{WORDS}", words)
    files = {f"{shown_as}{name}": content for name, content in parsed.items()}
    for more in added:
        for name, path in _files_of(more, spoken.games):
            file = f"{_shown(more)}{name}"
            content = _parse(path, file, problems)
            if name == WORDS:
                problems += lexicon.add(file, content)
            elif name in {STRUCTURE, STEMS}:
                problems.append(Problem(file, "", "a bundled language keeps its own", f"{WORDS} and files of rules"))
            else:
                files[file] = content
    problems += [
        Problem(structure_file, "", f"unknown slot {{{slot}}}", f"one of {', '.join(sorted(lexicon.slots))}")
        for slot in lexicon.telling - lexicon.slots
    ]
    for file, content in files.items():
        rules += _rules_in(file, content, lexicon, problems)
    problems += _used_twice(files)
    if problems:
        raise RulesError(problems)
    return tuple(rules), lexicon


def _shown(folder: Path) -> str:
    """Return how the files of a user's folder are named: by the two folders that they are in."""
    return f"{folder.parent.name}/{folder.name}/"


def _files_of(folder: Path, games: Collection[str]) -> list[tuple[str, Path]]:
    """Return the files that are read with a folder, each with its path in it."""
    return [
        (path.relative_to(folder).as_posix(), path)
        for path in sorted(folder.rglob("*.toml"))
        if (path.name not in OTHERS)
        and (
            path.parent == folder or not ((path.parent / WORDS).exists() or path.relative_to(folder).parts[0] in games)
        )
    ]


def _parse(path: Path, file: str, problems: list[Problem]) -> dict[str, Any]:
    try:
        return tomllib.loads(path.read_text(encoding="utf-8"))
    except (tomllib.TOMLDecodeError, UnicodeDecodeError) as error:
        problems.append(Problem(file, "", f"not TOML: {error}"))
        return {}


def _rules_in(file: str, content: Mapping[str, Any], lexicon: Lexicon, problems: list[Problem]) -> list[Rule]:
    problems += [
        Problem(file, "", f"unknown key {key!r}", ", ".join(sorted(_FILE_KEYS)))
        for key in content
        if key not in _FILE_KEYS
    ]
    game = content.get("game")
    if game is not None and not isinstance(game, str):
        problems.append(Problem(file, "", f"game = {game!r}", "the name of a game"))
        game = None
    entries = content.get("rule", [])
    if not isinstance(entries, list) or not all(isinstance(entry, dict) for entry in entries):
        problems.append(Problem(file, "", "rule is not a list of tables", "[[rule]]"))
        return []
    rules = []
    for number, entry in enumerate(entries, start=1):
        rule, wrong = rule_of(file, game, number, entry, lexicon)
        problems += wrong
        rules += [rule] if rule else []
    return rules


def _used_twice(parsed: Mapping[str, Mapping[str, Any]]) -> list[Problem]:
    """Return the ids that stand twice, be the rest of their rules right or wrong."""
    first: dict[str, str] = {}
    problems = []
    for file, content in parsed.items():
        for entry in _entries(content):
            rule_id = entry.get("id")
            if isinstance(rule_id, str) and rule_id in first:
                problems.append(Problem(file, rule_id, f"this id is used in {first[rule_id]} already"))
            elif isinstance(rule_id, str):
                first[rule_id] = file
    return problems


def _entries(content: Mapping[str, Any]) -> list[Mapping[str, Any]]:
    entries = content.get("rule", [])
    return [entry for entry in entries if isinstance(entry, dict)] if isinstance(entries, list) else []
