"""Read a card's text: limits, effects, and text that is not an effect."""

from __future__ import annotations

from functools import lru_cache
from itertools import chain
from typing import TYPE_CHECKING

from onceper.contract.reading import CardReading
from onceper.lang import language
from onceper.lang.telling import told
from onceper.reader.candidates import Candidates
from onceper.reader.context import Found, in_context
from onceper.rules.cues import cues_of
from onceper.rules.loading import load
from onceper.rules.matching import CompiledRules
from onceper.text.names import mask_names
from onceper.text.normal import MASK_REST, Text
from onceper.text.sentence import Position

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator, Sequence

    from onceper.reader.candidates import ClauseReading
    from onceper.rules.rule import Rule
    from onceper.rules.words import Lexicon
    from onceper.text.sentence import Sentence

Span = tuple[int, int]

GENERAL = ""
_HEADLINE = int(Position.HEADLINE)


def read(text: str, *, lang: str | None = None, game: str | None = None, name: str | None = None) -> CardReading:
    """Read one card's text.

    ``lang`` is an ISO 639-1 code, told from the text where it is not given; ``game`` is ``yugioh`` or
    ``duelmasters``, and any other is read with the language's general rules; ``name`` is the card's own name.
    All spans count code points of ``text``.

    Raises:
        LanguageError: the language is not one that onceper reads, or cannot be told from the text.

    >>> import onceper
    >>> reading = onceper.read('Once per turn: You can draw 1 card.', lang="en")
    >>> reading.limits[0].kind, reading.limits[0].text, reading.limits[0].span
    ('soft', 'Once per turn', (0, 13))
    """
    if lang is None:
        lang = told(text)
        if lang is None:
            return CardReading(text, None, game, name)
    return reader_of(lang, game).read(text, game=game, name=name)


def read_many(
    texts: Iterable[tuple[str, str | None]], *, lang: str | None = None, game: str | None = None
) -> Iterator[CardReading]:
    """Read many pairs of (text, own name or null), in their order.

    Raises:
        LanguageError: as ``read`` does, when the text in question is reached.
    """
    if lang is None:
        for text, name in texts:
            yield read(text, game=game, name=name)
    else:
        of_one_language = reader_of(lang, game).read
        for text, name in texts:
            yield of_one_language(text, game=game, name=name)


def masked_names(text: str, lang: str, name: str | None = None) -> list[Span]:
    """Return the spans of the quoted names that are masked before the text is read, quotes included."""
    normal = Text(text)
    return [normal.original_span(*span) for span in mask_names(normal.normal, language(lang).quotes, name)[1]]


def reader_of(lang: str, game: str | None) -> Reader:
    """Return the reader of a language with the bundled rules for a game, made once.

    A game that has no rules of its own is read with the language's general rules; where none is given, with all.

    Raises:
        LanguageError: the language is not one that onceper reads.
    """
    return _reader(lang, game if game is None or game in _games(lang) else GENERAL)


@lru_cache(maxsize=8)
def _games(lang: str) -> frozenset[str | None]:
    return frozenset(rule.game for rule in load(lang)[0])


@lru_cache(maxsize=32)
def _reader(lang: str, game: str | None) -> Reader:
    rules, lexicon = load(lang)
    return Reader(lang, [rule for rule in rules if rule.game is None or game is None or rule.game == game], lexicon)


class Reader:
    """Read texts of one language with the given rules."""

    def __init__(self, lang: str, rules: Sequence[Rule], lexicon: Lexicon) -> None:
        self._lang = lang
        self._language = language(lang)
        cues = cues_of(rules, lexicon)
        self._cues = cues.literals
        self._candidates = Candidates(CompiledRules(rules, lexicon), lexicon, cues)

    def read(self, text: str, *, game: str | None = None, name: str | None = None) -> CardReading:
        """Read one text of the card with this name; the game is kept in the reading as it is."""
        normal = Text(text)
        masked, names = mask_names(normal.normal, self._language.quotes, name)
        folded = self._language.fold(masked)
        sentences = self._language.sentences(folded)
        cues = [cue for cue in self._cues if cue in folded]
        has_headline = bool(sentences) and sentences[0][2] & _HEADLINE
        found = self._found(folded, sentences, cues) if cues or has_headline else []
        return CardReading(text, self._lang, game, name, *in_context(normal, masked, names, sentences, found))

    def _found(self, folded: str, sentences: Sequence[Sentence], cues: Sequence[str]) -> list[Found]:
        """Return what the rules read in the sentences that hold a cue; a sentence they cannot explain as unread."""
        found: list[Found] = []
        of = self._candidates.of
        for number, sentence in enumerate(sentences):
            first, last, position = sentence
            is_headline = position & _HEADLINE
            for cue in cues:
                if folded.find(cue, first, last) >= 0:
                    break
            else:
                if not is_headline:
                    continue
            is_unread = False
            for start, end, position in self._language.clauses(folded, sentence):
                clause = folded[start:end]
                for cue in cues:
                    if cue in clause:
                        break
                else:
                    if not is_headline:
                        continue
                reading = of(clause.replace(MASK_REST, ""), position)
                is_unread = is_unread or reading.is_unread
                found.extend([Found(number, start, candidate) for candidate in reading.candidates])
                if reading.is_too_long:
                    found.append(Found(number, start, "too_long"))
            if is_unread:
                found.append(Found(number, first, "no_rule"))
        return found

    def every_clause(self, text: str, name: str | None = None) -> list[tuple[str, ClauseReading]]:
        """Return each clause as a template and what the rules say of it, without the quick rejection by cues."""
        masked, _ = mask_names(Text(text).normal, self._language.quotes, name)
        folded = self._language.fold(masked)
        clauses = chain.from_iterable(
            self._language.clauses(folded, sentence) for sentence in self._language.sentences(folded)
        )
        templates = [(folded[start:end].replace(MASK_REST, ""), position) for start, end, position in clauses]
        return [(template, self._candidates.read_whole(template, position)) for template, position in templates]

    def nearest(self, template: str) -> list[tuple[str, list[str]]]:
        """Return the rules that came nearest to reading a template, each with the words and slots it missed."""
        return self._candidates.nearest(template)
