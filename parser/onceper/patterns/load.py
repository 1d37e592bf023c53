"""Load what a language's folder holds, and refuse what is wrong, all of it at once."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any, NamedTuple

import msgspec

from onceper.patterns.catalogue import catalogue
from onceper.patterns.display_words import FILE as DISPLAY
from onceper.patterns.entry import Place, rule_of
from onceper.patterns.folders import WORDS
from onceper.patterns.noise import FILE as NOISE
from onceper.patterns.order import same_words
from onceper.patterns.parts import FILE as PARTS
from onceper.patterns.parts import PrintedPart, ReadAs, parse_parts, parse_readings
from onceper.patterns.problems import Problem, RulesError
from onceper.patterns.reasons import FILE as REASONS
from onceper.patterns.stems import FILE as STEMS
from onceper.patterns.stems import Stems
from onceper.patterns.structure import FILE as STRUCTURE
from onceper.patterns.structure import Structure, read_structure
from onceper.patterns.terms import FILE as TERMS
from onceper.patterns.toml_file import parse

if TYPE_CHECKING:
    from collections.abc import Callable, Collection, Iterator, Mapping

    from onceper.patterns.folders import LanguageFolders
    from onceper.patterns.lexicon import Lexicon
    from onceper.patterns.rule import Rule
    from onceper.patterns.structure import Style

_FILE_KEYS = {"game", "rule"}
_NO_RULES = frozenset({WORDS, STRUCTURE, STEMS, TERMS, REASONS, DISPLAY, NOISE, PARTS})


class Book(NamedTuple):
    """Hold the rules of a language, in the order of its files, its word list, and the parts of limits' sentences.

    ``readings`` say what the parts mean in a game with readings of its own.
    """

    rules: tuple[Rule, ...]
    lexicon: Lexicon
    parts: tuple[PrintedPart, ...] = ()
    readings: tuple[ReadAs, ...] = ()


def load_structure(folders: LanguageFolders) -> tuple[Structure, Stems | None]:
    """Return how a language's print is cut; one without the files is cut by marks alone.

    Raises:
        RulesError: a file is not TOML, or holds something wrong.
    """
    problems: list[Problem] = []
    structure, stems = Structure(), None
    file = folders.main / STRUCTURE
    if file.exists():
        shown = folders.shown(file)
        structure, wrong = read_structure(parse(file, shown, problems), shown)
        problems += wrong
    file = folders.main / STEMS
    if file.exists() and (content := parse(file, folders.shown(file), problems)):
        try:
            stems = msgspec.convert(content, Stems)
        except msgspec.ValidationError as error:
            problems.append(Problem(folders.shown(file), "", str(error)))
    if folders.game:
        problems += [
            Problem(
                folders.shown(folders.main / name), key, "a game prints in the words of the language around it", "none"
            )
            for name, key in _of_the_language(structure, stems)
        ]
    if stems is None and structure.print.words == "stems" and not problems:
        problems.append(Problem(folders.shown(file), "", "missing", "the stems and endings of this language"))
    if problems:
        raise RulesError(problems)
    return structure, stems


def _of_the_language(structure: Structure, stems: Stems | None) -> Iterator[tuple[str, str]]:
    """Yield file and key of what only a language says, never the print of one of its games."""
    if structure.print.words != "spaced":
        yield STRUCTURE, "words"
    for key in ("kana_or_kanji", "evidence", "script", "games"):
        if getattr(structure, key):
            yield STRUCTURE, key
    if stems:
        yield STEMS, ""


def load_book(folders: LanguageFolders, lexicon: Lexicon, clauses: Callable[[str], list[str]], style: Style) -> Book:
    """Return the rules of a language, or of its print in a game, and its word list filled.

    ``lexicon`` is the empty word list of the language; ``clauses`` cuts a folded text as the reader does, in
    this style of print.

    Raises:
        RulesError: something in the files is wrong; the message lists every problem with its file and rule.
    """
    problems: list[Problem] = []
    files: dict[str, dict[str, Any]] = {}
    if not (folders.main / WORDS).exists():
        problems.append(
            Problem(folders.shown(folders.main / WORDS), "", "missing", f"a word list in {folders.main.name}/")
        )
    for folder in filter(None, (folders.main, folders.added)):
        for path in folders.files(folder):
            file = folders.shown(path)
            if path.parent != folder or path.name not in _NO_RULES:
                files[file] = parse(path, file, problems)
            elif path.name == WORDS:
                problems += lexicon.add(file, parse(path, file, problems))
            elif folder == folders.added:
                problems.append(Problem(file, "", "a bundled language keeps its own", f"{WORDS} and files of rules"))
    problems += [
        Problem(folders.shown(folders.main / STRUCTURE), "", f"unknown slot {{{slot}}}", lexicon.described_slots())
        for slot in sorted(lexicon.telling - lexicon.slots)
    ]
    rules = [
        rule
        for file, content in files.items()
        for rule in _rules_in(file, content, folders.game, lexicon, clauses, style, problems)
    ]
    parts: tuple[PrintedPart, ...] = ()
    readings: tuple[ReadAs, ...] = ()
    if (path := folders.main / PARTS).exists():
        file = folders.shown(path)
        content = parse(path, file, problems)
        parts, wrong = parse_parts(file, content, lexicon)
        readings, unknown = parse_readings(file, content, catalogue())
        problems += [*wrong, *unknown]
    problems += _used_twice(files)
    problems += same_words(rules)
    if problems:
        raise RulesError(problems)
    return Book(tuple(rules), lexicon, parts, readings)


def _one_of(names: Collection[str]) -> str:
    return f"one of {', '.join(sorted(names))}"


def _rules_in(
    file: str,
    content: Mapping[str, Any],
    of_game: str | None,
    lexicon: Lexicon,
    clauses: Callable[[str], list[str]],
    style: Style,
    problems: list[Problem],
) -> list[Rule]:
    problems += [
        Problem(file, "", f"unknown key {key!r}", ", ".join(sorted(_FILE_KEYS)))
        for key in content
        if key not in _FILE_KEYS
    ]
    game = content.get("game", of_game)
    if game is not None and not isinstance(game, str):
        problems.append(Problem(file, "", f"game = {game!r}", "the name of a game"))
        game = None
    elif of_game and game != of_game:
        problems.append(Problem(file, "", f"game = {game!r}", f"{of_game!r}, whose folder this is"))
    entries = content.get("rule", [])
    if not isinstance(entries, list) or not all(isinstance(entry, dict) for entry in entries):
        problems.append(Problem(file, "", "rule is not a list of tables", "[[rule]]"))
        return []
    rules = []
    for number, entry in enumerate(entries, start=1):
        rule, wrong = rule_of(Place(file, game, number), entry, lexicon, clauses, catalogue(), style)
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
