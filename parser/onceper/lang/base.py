"""A language: an object made from one folder of patterns, which owns all that the language says."""

from __future__ import annotations

from copy import copy
from functools import cached_property, partial
from typing import TYPE_CHECKING, NamedTuple, TypeVar

import msgspec

from onceper.errors import OnceperError
from onceper.lang.abilities import AbilityKinds, AbilityLines
from onceper.lang.endings import EndingsGrammar
from onceper.lang.games import PartHeadings, part_headings
from onceper.lang.grammar import Choosing
from onceper.lang.headings import Headings
from onceper.lang.ja.words import dictionary
from onceper.lang.ocg import Ocg, OcgGrammar
from onceper.lang.psct import Psct, PsctGrammar, cut_clauses, wrapped_lines
from onceper.lang.words import word_splitter
from onceper.patterns.catalogue import BY_PARTS, catalogue
from onceper.patterns.kept import digest_of
from onceper.patterns.language_files import LIKE, NOISE, SAID, STRUCTURE, TERMS, Noise, Terms, parse_like
from onceper.patterns.lexicon import Lexicon
from onceper.patterns.load import load_structure, open_book
from onceper.patterns.records import RulesError, read_file
from onceper.patterns.said import parse_said
from onceper.patterns.structure import fold_structure
from onceper.text.names import Quotes
from onceper.text.normal import Text
from onceper.text.position import ALONE, BULLET, CONTINUES, OF_THE_GAME, SENTENCE_START

if TYPE_CHECKING:
    from collections.abc import Callable, Mapping, Sequence
    from pathlib import Path

    from onceper.lang.words import WordSplitter
    from onceper.patterns.folders import LanguageFolders
    from onceper.patterns.language_files import Stems
    from onceper.patterns.load import Book
    from onceper.patterns.rule import Rule
    from onceper.patterns.said import Said
    from onceper.patterns.structure import Structure
    from onceper.text.position import Clause, Sentence

_APOSTROPHES = ("'", "'")
_Parsed = TypeVar("_Parsed")


class LanguageError(OnceperError):
    """A text's language is not one that onceper reads, or cannot be told from the text."""


class Style(NamedTuple):
    """Hold how print of one style is cut, and what its grammar tells.

    ``sentences`` cuts a folded and masked text and ``clauses`` a sentence of it. ``grammar`` returns the flags
    (``text.position``) that the words of a folded sentence tell, and ``grammar_of_marked`` those of a sentence with the
    marks of an activation, which seldom need more. ``abilities`` is for print whose unit is the ability.
    """

    sentences: Callable[[str], list[Sentence]]
    clauses: Callable[[str, Sentence], list[Clause]]
    grammar: Callable[[str], int]
    grammar_of_marked: Callable[[str], int]
    abilities: AbilityKinds | None = None


class Language:
    """Read print of one language, or of one game in it that prints otherwise, as its folder says.

    ``fold`` makes upper and lower case equal and keeps the length, ``words`` splits a folded clause into its words as
    printed and, one for one, the forms by which rules know them; ``joint`` stands between words. ``confidence`` is how
    sure what is read in a normalised text can be. ``outer`` is the language around a game's print. Two languages are
    equal only if they are one object.

    Raises:
        RulesError: the structure in the folder is wrong; rules and words are looked at when they are first asked for.
    """

    def __init__(
        self, folders: LanguageFolders, outer: Language | None = None, structure: Structure | None = None
    ) -> None:
        written, stems = load_structure(folders)
        # A game prints in its own way, but in the words of the language around it.
        splitter = outer.splitter if outer else _splitter(folders, structure or written, stems)
        self.splitter: WordSplitter = splitter
        self.outer = outer
        self.code = folders.code
        self.game = folders.game
        self.is_bundled = folders.is_bundled
        self.folders = folders
        self.joint = splitter.joint
        self.words = splitter.split
        self.confidence = splitter.confidence
        self._is_changed: bool = structure is not None or (outer is not None and outer._is_changed)  # noqa: SLF001
        self._cut_by(structure or _folded(written, splitter, folders))

    def _cut_by(self, structure: Structure) -> None:
        self.structure = structure
        self.fold = _unwrapping(structure, self.splitter)
        self.quotes = _quotes(structure, self.splitter)
        style = _style(structure, self.splitter, self._part_headings())
        self.sentences, self.clauses = style.sentences, style.clauses
        self.grammar, self.grammar_of_marked = style.grammar, style.grammar_of_marked
        self.abilities = style.abilities
        self.choosing = Choosing(structure)

    def _part_headings(self) -> list[PartHeadings]:
        """Return what heads the parts of a text by the games that print the language, as folded text has it."""
        fold = self.splitter.fold
        return [
            PartHeadings(*(fold(Text(heading).normal) for heading in msgspec.structs.astuple(printed)))
            for printed in part_headings(self.code)
        ]

    def __repr__(self) -> str:
        return f"<Language {self.code}{f', {self.game}' if self.game else ''}>"

    @cached_property
    def book(self) -> Book:
        """The rules and the word list.

        Raises:
            RulesError: something in the files is wrong.
        """
        splitter = self.splitter
        lexicon = Lexicon(
            self.fold,
            self.words,
            self.joint,
            self.structure.telling,
            splitter.inflect,
            splitter.skipped,
            splitter.prints,
            splitter.endings,
        )
        return open_book(self.folders, self.digest, lexicon, self.cut, self.structure.print.style)

    @cached_property
    def digest(self) -> str | None:
        """A digest of what its rules and words are made of; null of a language that is cut otherwise than printed."""
        if self._is_changed:
            return None
        return digest_of(self.folders, [dictionary()] if self.structure.print.words == "mecab" else [])

    @cached_property
    def terms(self) -> Terms:
        """The words that fit every card of a sort, by which the evaluator knows what a ceiling counts.

        Raises:
            RulesError: the file of them holds something wrong.
        """
        return self._parsed(TERMS, partial(read_file, Terms), lambda outer: outer.terms) or Terms()

    @cached_property
    def said(self) -> Said | None:
        """What it says to people of limits, other text and verdicts, null where it has no words for them.

        Raises:
            RulesError: the file of them holds something wrong.
        """
        return self._parsed(SAID, parse_said, lambda outer: outer.said)

    @cached_property
    def noise(self) -> Noise:
        """How the language is written elsewhere than in print, from which the classifier learns.

        Raises:
            RulesError: the file of it holds something wrong.
        """
        return self._parsed(NOISE, partial(read_file, Noise), lambda outer: outer.noise) or Noise()

    def _parsed(
        self, name: str, parse: Callable[[Path, str], _Parsed], of: Callable[[Language], _Parsed | None]
    ) -> _Parsed | None:
        """Return what a file says; a game without the file says what the language around it does."""
        file = self.folders.find(name)
        if file:
            return parse(file, self.folders.shown(file))
        return of(self.outer) if self.outer else None

    @cached_property
    def rulings(self) -> Mapping[str, str]:
        """The source of the ruling of each rule, by its id; what constituents say has that of its reading."""
        by_parts = {reading.id + BY_PARTS: reading.source for reading in catalogue().values() if reading.by_parts}
        return by_parts | {rule.id: rule.source for rule in self.book.rules}

    @property
    def every_rule(self) -> tuple[Rule, ...]:
        """The rules with those of the games that have a print of their own, in the order of their files."""
        return tuple(rule for spoken in (self, *self.games.values()) for rule in spoken.book.rules)

    @cached_property
    def games(self) -> Mapping[str, Language]:
        """The games that have a print of their own in this language."""
        return {game: Language(folders, self) for game, folders in self.folders.games.items()}

    def with_structure(self, structure: Structure) -> Language:
        """Return the language as it would cut and tell with another structure.

        Words, rules and games stay, unless words are known by other forms.
        """
        if structure.kana_or_kanji != self.structure.kana_or_kanji:
            return Language(self.folders, self.outer, structure)
        other = copy(self)
        other._is_changed = True  # noqa: SLF001  a copy of its own
        other.__dict__.pop("digest", None)
        other._cut_by(structure)  # noqa: SLF001
        return other

    def in_lines(self) -> Language:
        """Return the language as print is cut of which each line is an ability."""
        if self.abilities:
            return self
        _ = self.book
        other = copy(self)
        other.sentences = partial(_in_lines, self.sentences)
        return other

    def in_game(self, game: str | None) -> Language:
        """Return the language as the game prints it."""
        return self.games.get(game, self) if game else self

    def check(self) -> None:
        """Load everything that the folder holds.

        Raises:
            RulesError: something in it is wrong.
        """
        _ = self.book, self.terms, self.said, self.noise

    def cut(self, folded: str) -> list[str]:
        """Return the clauses of a folded text."""
        return [
            folded[start:end] for sentence in self.sentences(folded) for start, end, _ in self.clauses(folded, sentence)
        ]


def _splitter(folders: LanguageFolders, structure: Structure, stems: Stems | None) -> WordSplitter:
    splitter = word_splitter(structure, stems)
    if folders.like is None:
        return splitter
    like = parse_like(folders.like / LIKE, folders.shown(folders.like / LIKE))
    return splitter._replace(fold=like.folding(splitter.fold))


def _folded(structure: Structure, splitter: WordSplitter, folders: LanguageFolders) -> Structure:
    folded, problems = fold_structure(
        structure, splitter.fold, splitter.letters, folders.shown(folders.main / STRUCTURE)
    )
    if problems:
        raise RulesError(problems)
    return folded


def _unwrapping(structure: Structure, splitter: WordSplitter) -> Callable[[str], str]:
    """Return what folds a text and sets a space for each line end at which a copy was wrapped."""
    fold, wrapped = splitter.fold, wrapped_lines(structure)
    if wrapped is None:
        return fold

    def fold_and_unwrap(text: str) -> str:
        folded = fold(text)
        return wrapped.sub(" ", folded) if "\n" in folded else folded

    return fold_and_unwrap


def _quotes(structure: Structure, splitter: WordSplitter) -> Quotes:
    (opening, closing), *others = structure.print.names
    further = splitter.single_quoted if _APOSTROPHES in others else ""
    return Quotes(opening, closing, others=tuple(pair for pair in others if pair != _APOSTROPHES), further=further)


def _style(structure: Structure, splitter: WordSplitter, printed: Sequence[PartHeadings]) -> Style:
    match structure.print.style:
        case "abilities":
            lines, kinds = AbilityLines(structure), AbilityKinds(structure)
            return Style(lines.sentences, _uncut, _of_the_game, _of_the_game, kinds)
        case "ocg":
            ocg = Ocg(structure)
            headings = Headings(structure.sections, printed, ocg.sentences)
            return Style(headings.sentences, ocg.clauses, OcgGrammar(structure).plain, _of_the_game)
        case "psct":
            stem = splitter.stem
            grammar = EndingsGrammar(structure, stem, splitter.letters) if stem else PsctGrammar(structure)
            headings = Headings(structure.sections, printed, Psct(structure).sentences)
            return Style(headings.sentences, cut_clauses, grammar.plain, grammar.marked)


def _in_lines(cut: Callable[[str], list[Sentence]], text: str) -> list[Sentence]:
    """Return the sentences of a text, each of which goes on with the one before it in its line, or begins an effect.

    By which words a story is told from it, nobody has said.
    """
    found: list[Sentence] = []
    before = -1
    for start, end, position in cut(text):
        begins = before < 0 or "\n" in text[before:start]
        stands = 0 if position & BULLET else ALONE if begins else CONTINUES
        found.append((start, end, position | stands | OF_THE_GAME))
        before = end
    return found


def _of_the_game(_sentence: str) -> int:
    """Return that a sentence is of the game, where the print holds no stories."""
    return OF_THE_GAME


def _uncut(_text: str, sentence: Sentence) -> list[Clause]:
    """Return a sentence as its one clause: what an ability counts may stand anywhere in it."""
    start, end, position = sentence
    return [(start, end, position | SENTENCE_START)]
