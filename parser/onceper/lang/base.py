"""A language: an object made from one folder of patterns, which owns all that the language says."""

from __future__ import annotations

import re
from copy import copy
from functools import cached_property, partial
from typing import TYPE_CHECKING, Any

import msgspec

from onceper.errors import OnceperError
from onceper.lang.abilities import AbilityGrammar, AbilityLines
from onceper.lang.games import PartHeadings, part_headings
from onceper.lang.grammar import Choosing, EndingsGrammar, Grammar, OcgGrammar
from onceper.lang.ja.words import JapaneseWords, dictionary
from onceper.lang.sentences import Headings, OcgCutter, PsctCutter, wrapped_lines
from onceper.lang.stems import StemmedWords
from onceper.lang.words import WordSplitter
from onceper.patterns.catalogue import BY_PARTS, catalogue
from onceper.patterns.kept import digest_of
from onceper.patterns.language_files import NOISE, SAID, TERMS, Noise, Terms
from onceper.patterns.lexicon import Lexicon
from onceper.patterns.load import load_structure, open_book
from onceper.patterns.records import Loader
from onceper.patterns.said import laid_over, said_by
from onceper.text.names import Quotes
from onceper.text.normal import Text
from onceper.text.position import ALONE, BULLET, CONTINUES, OF_THE_GAME, SENTENCE_START

if TYPE_CHECKING:
    from collections.abc import Callable, Mapping

    from onceper.patterns.folders import LanguageFolders
    from onceper.patterns.language_files import Stems
    from onceper.patterns.load import Book
    from onceper.patterns.rule import Rule
    from onceper.patterns.said import Said
    from onceper.patterns.structure import Structure
    from onceper.text.position import Clause, Sentence

_APOSTROPHES = ("'", "'")
# Lines of a sentence that has said a cost or an activation, and that ends further down.
_GOES_ON = re.compile(r"[:;] [^\n.]{0,400}+(?:(?<=[\w,;])\n(?=[\w\"\x01][^.:?!]{0,400}\.)[^\n.]{0,400}+)+")


class LanguageError(OnceperError):
    """A text's language is not one that onceper reads, or cannot be told from the text."""


class Language:
    """Read print of one language, or of one game in it that prints otherwise, as its folder says.

    ``splitter`` tells words apart. ``fold`` makes upper and lower case equal and keeps the length; ``sentences`` cuts a
    folded and masked text and ``clauses`` a sentence of it; ``grammar`` returns the flags (``text.position``) that the
    words of a folded sentence tell. ``abilities`` is for print whose unit is the ability, and null for any other.
    ``outer`` is the language around a game's print. Two languages are equal only if they are one object.

    Raises:
        RulesError: the structure in the folder is wrong; rules and words are looked at when they are first asked for.
    """

    def __init__(self, folders: LanguageFolders, outer: Language | None = None) -> None:
        structure, stems = load_structure(folders)
        # A game prints in its own way, but in the words of the language around it.
        splitter = outer.splitter if outer else _splitter(structure, stems)
        self.splitter: WordSplitter = splitter
        self.outer = outer
        self.code = folders.code
        self.game = folders.game
        self.folders = folders
        self.confidence = splitter.confidence
        # A language that is read as another folds its letters into those of that.
        self._fold = folders.spelled.folding(splitter.fold) if folders.spelled else splitter.fold
        self._cut_by(structure.folded(self._fold, splitter.letters))

    def _cut_by(self, structure: Structure) -> None:
        self.structure = structure
        splitter, fold = self.splitter, self._fold
        self.fold = partial(_fold_and_unwrap, fold, wrapped_lines(structure))
        marks = structure.print.names
        further = splitter.single_quoted if _APOSTROPHES in marks else ""
        pairs = (pair for pair in marks if pair != _APOSTROPHES)
        self.quotes = Quotes(*pairs, single_quoted=further, given=structure["given"])
        self.choosing = Choosing(structure)
        self.abilities: AbilityGrammar | None = None
        self.grammar: Callable[[str], int]
        self.clauses: Callable[[str, Sentence], list[Clause]] = _uncut
        if structure.print.style == "abilities":
            self.abilities = AbilityGrammar(structure)
            self.grammar = self.abilities.tell
            self.sentences = AbilityLines(structure).sentences
            return
        # What heads the parts of a text by the games that print the language, as folded text has it.
        printed = [
            PartHeadings(*(fold(Text(heading).normal) for heading in msgspec.structs.astuple(headings)))
            for headings in part_headings(self.code)
        ]
        headings = Headings(structure["sections"], printed)
        if structure.print.style == "ocg":
            cutter: PsctCutter = OcgCutter(structure, headings)
            grammar: Grammar = OcgGrammar(structure)
        else:
            cutter = PsctCutter(structure, headings)
            is_stemmed = structure.print.words == "stems"
            grammar = EndingsGrammar(structure, splitter) if is_stemmed else Grammar(structure, "psct")
        self.sentences, self.clauses, self.grammar = cutter.sentences, cutter.clauses, grammar.tell

    @cached_property
    def book(self) -> Book:
        """The rules and the word list.

        Raises:
            RulesError: something in the files is wrong.
        """
        lexicon = Lexicon(self.splitter, self.fold, self.structure.telling)
        return open_book(self.folders, self.digest, lexicon, self.cut, self.structure.print.style)

    @cached_property
    def digest(self) -> str:
        """A digest of what its rules and words are made of."""
        return digest_of(self.folders, [dictionary()] if self.structure.print.words == "mecab" else [])

    @cached_property
    def terms(self) -> Terms:
        """The words that fit every card of a sort, by which the evaluator knows what a ceiling counts.

        Raises:
            RulesError: the file of them holds something wrong.
        """
        return self._said_in(TERMS, partial(Loader.make_right, kind=Terms)) or Terms()

    @cached_property
    def said(self) -> Said | None:
        """What it says to people of limits, other text and verdicts, null where it has no words for them.

        Raises:
            RulesError: the file of them holds something wrong.
        """
        said: Said | None = self._said_in(SAID, partial(said_by, is_bundled=self.folders.is_bundled))
        return said

    @cached_property
    def noise(self) -> Noise:
        """How the language is written elsewhere than in print, from which the classifier learns.

        Raises:
            RulesError: the file of it holds something wrong.
        """
        return self._said_in(NOISE, partial(Loader.make_right, kind=Noise)) or Noise()

    def _said_in(self, name: str, read: Callable[[Loader, dict[str, Any], str], Any]) -> Any:
        """Return what a file says; a game without the file says what the language around it does.

        Over what the other language says as which this one is read, in its own signs, lies what it says itself.
        """
        loader = Loader()
        like, file = self.folders.spelled, self.folders.main / name
        if not file.exists():
            return getattr(self.outer, file.stem, None)
        shown = self.folders.shown(file)
        content = loader.parse(file, shown, like.spell if like else str)
        if self.folders.like and (own := self.folders.like / name).exists():
            content = laid_over(content, loader.parse(own, self.folders.shown(own)))
        return read(loader, content, shown)

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


def _splitter(structure: Structure, stems: Stems | None) -> WordSplitter:
    if stems:
        return StemmedWords(stems)
    return (
        JapaneseWords(structure["kana_or_kanji"])
        if structure.print.words == "mecab"
        else WordSplitter(structure.print.words)
    )


def _fold_and_unwrap(fold: Callable[[str], str], wrapped: re.Pattern[str], text: str) -> str:
    """Return a folded text with a space for each line end at which a copy was wrapped."""
    folded = fold(text)
    return _GOES_ON.sub(lambda line: line[0].replace("\n", " "), wrapped.sub(" ", folded)) if "\n" in folded else folded


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


def _uncut(_text: str, sentence: Sentence) -> list[Clause]:
    """Return a sentence as its one clause: what an ability counts may stand anywhere in it."""
    start, end, position = sentence
    return [(start, end, position | SENTENCE_START)]
