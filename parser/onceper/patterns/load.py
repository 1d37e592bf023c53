"""Load what a language's folder holds, and refuse what is wrong, all of it at once."""

from __future__ import annotations

import reprlib
from functools import partial
from typing import TYPE_CHECKING, Any, NamedTuple

from onceper.patterns.catalogue import catalogue
from onceper.patterns.kept import kept
from onceper.patterns.language_files import NO_RULES, PARTS, STEMS, STRUCTURE, WORDS, Stems
from onceper.patterns.parts import PrintedPart, ReadAs, parts_of, print_parts
from onceper.patterns.records import Loader
from onceper.patterns.rule import Rule, RuleMaker
from onceper.patterns.sequence import SequenceFinder
from onceper.patterns.structure import Structure, read_structure
from onceper.patterns.word_list import Phrase, read_words

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator, Mapping

    from onceper.patterns.folders import LanguageFolders
    from onceper.patterns.lexicon import Lexicon
    from onceper.patterns.structure import Style


class WrittenBook(NamedTuple):
    """Hold what is in the files as it was found right, as plain data."""

    rules: tuple[Rule, ...]
    words: tuple[Phrase, ...]
    parts: tuple[PrintedPart, ...]
    readings: tuple[ReadAs, ...]


class Book(NamedTuple):
    """Hold the rules of a language, in the order of its files, its word list, and the parts of limits' sentences.

    ``readings`` say what the parts mean in a game with readings of its own; ``sequences`` finds what stands in a clause
    that holds any of it.
    """

    rules: tuple[Rule, ...]
    lexicon: Lexicon
    parts: tuple[PrintedPart, ...]
    readings: tuple[ReadAs, ...]
    sequences: SequenceFinder


def load_structure(folders: LanguageFolders) -> tuple[Structure, Stems | None]:
    """Return how a language's print is cut; one without the files is cut by marks alone.

    Raises:
        RulesError: a file is not TOML, or holds something wrong.
    """
    loader = Loader()
    structure = read_structure(*_content(folders, STRUCTURE, loader), loader)
    is_stemmed = structure.print.words == "stems"
    stems = loader.make(Stems, *_content(folders, STEMS, loader)) if is_stemmed else None
    loader.refuse()
    return structure, stems


def _content(folders: LanguageFolders, name: str, loader: Loader) -> tuple[dict[str, Any], str]:
    """Return what a file of a language holds, nothing where it has none, and how messages name it."""
    path = folders.main / name
    file = folders.shown(path)
    return loader.parse(path, file) if path.exists() else {}, file


def open_book(
    folders: LanguageFolders, digest: str, lexicon: Lexicon, clauses: Callable[[str], list[str]], style: Style
) -> Book:
    """Return the rules of a language, or of its print in a game, and its word list filled.

    ``lexicon`` is the empty word list of the language; ``clauses`` cuts a folded text as the reader does, in
    this style of print. It is kept by its ``digest``.

    Raises:
        RulesError: something in the files is wrong; the message lists every problem with its file and rule.
    """
    sequences = SequenceFinder(lexicon)
    load = partial(load_book, folders, sequences, clauses, style)
    rules, words, parts, readings = kept("book", digest, WrittenBook, load)
    if not lexicon.phrases:
        lexicon.take(words)
    return Book(rules, lexicon, parts, readings, sequences)


def load_book(
    folders: LanguageFolders, sequences: SequenceFinder, clauses: Callable[[str], list[str]], style: Style
) -> WrittenBook:
    """Return what a language's files hold, and fill its word list.

    Raises:
        RulesError: something in the files is wrong; the message lists every problem with its file and rule.
    """
    loader = Loader()
    lexicon = sequences.lexicon
    rules: dict[str, dict[str, Any]] = {}
    words: dict[str, dict[str, Any]] = {}
    files = (path for folder in (folders.main, folders.added) if folder for path in folders.files(folder))
    for path in dict.fromkeys([folders.main / WORDS, *files]):
        file = folders.shown(path)
        if path.parent not in {folders.main, folders.added} or path.name not in NO_RULES:
            rules[file] = loader.parse(path, file)
        elif path.name == WORDS:
            words[file] = loader.parse(path, file)
        elif path.parent == folders.added:
            loader.tell(file, "", "a bundled language keeps its own", f"{WORDS} and files of rules")
    read_words(lexicon, words, loader)
    # Where a word of the list is missing, every rule with its slot would be told of.
    loader.refuse()
    for slot in sorted(lexicon.telling - lexicon.slots):
        what = f"unknown slot {{{slot}}}"
        loader.tell(folders.shown(folders.main / STRUCTURE), "", what, lexicon.described_slots())
    shared = {name: reading.entry(style) for name, reading in catalogue().items()}
    maker = RuleMaker(sequences, clauses, shared, loader)
    made = tuple(_read_rules(rules, folders.game, maker))
    content, file = _content(folders, PARTS, loader)
    written, readings = parts_of(content, file, loader)
    parts = print_parts(file, written, lexicon, loader)
    loader.refuse()
    return WrittenBook(made, lexicon.phrases, tuple(parts), readings)


def _read_rules(files: Mapping[str, dict[str, Any]], of_game: str | None, maker: RuleMaker) -> Iterator[Rule]:
    """Yield the rules of files; ``of_game`` is the game whose folder they are in."""
    first: dict[str, str] = {}
    for file, content in files.items():
        game = content.pop("game", of_game)
        if not isinstance(game, str | None) or of_game not in {None, game}:
            expected = f"{of_game!r}, whose folder this is" if of_game else "a string"
            maker.loader.tell(file, "", f"game = {game!r}", expected)
        for name, table in content.items():
            if first.setdefault(name, file) != file:
                maker.loader.tell(file, name, f"this id is used in {first[name]} already")
            if not isinstance(table, dict):
                what = f"{name} = {reprlib.repr(table)}"
                maker.loader.tell(file, "", what, 'a rule in a table named by its id, as in ["soft.once"]')
            elif rule := maker.make(file, game, name, table):
                yield rule
