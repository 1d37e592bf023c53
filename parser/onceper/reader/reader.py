"""Read a card's text: limits, effects, and text that is not an effect."""

from __future__ import annotations

from functools import lru_cache
from threading import Lock
from typing import TYPE_CHECKING, get_args

from onceper.contract.reading import CardReading
from onceper.errors import OnceperError
from onceper.lang import LANGUAGES, language
from onceper.lang.game import not_told, told_game
from onceper.lang.structure import structure_of
from onceper.lang.telling import told
from onceper.patterns import kept_with_patterns
from onceper.reader.abilities import settled
from onceper.reader.candidates import Candidates
from onceper.reader.context import Part, in_context
from onceper.reader.pairs import paired
from onceper.reader.templates import LONGEST_KEPT, Templates
from onceper.rules.cues import cues_of
from onceper.rules.loading import load
from onceper.rules.matching import CompiledRules
from onceper.text.names import mask_names
from onceper.text.normal import MASK_REST, Text
from onceper.text.sentence import Position

if TYPE_CHECKING:
    from collections.abc import Callable, Collection, Iterable, Iterator, Sequence

    from onceper.reader.candidates import ClauseReading
    from onceper.reader.context import Found
    from onceper.rules.cues import Cues
    from onceper.rules.rule import Rule, Where
    from onceper.rules.words import Lexicon
    from onceper.text.sentence import Sentence

Span = tuple[int, int]


class PartsError(OnceperError):
    """A reading was asked for a part that readings do not have."""


GENERAL = ""
READINGS_KEPT = 16_384
ALL_PARTS: frozenset[Part] = frozenset(get_args(Part))
_BESIDE: frozenset[Where] = frozenset({"before_its_like", "behind_its_like"})
_loading = Lock()
_HEADLINE = int(Position.HEADLINE)
_MAY_HEAD = _HEADLINE | int(Position.SECTION)


def read(
    text: str,
    *,
    lang: str | None = None,
    game: str | None = None,
    name: str | None = None,
    parts: Collection[Part] = ALL_PARTS,
) -> CardReading:
    """Read one card's text.

    ``lang`` is an ISO 639-1 code and ``game`` is ``yugioh`` or ``duelmasters``, each told from the text where it is not
    given; any other game is read with the language's general rules. ``name`` is the card's own name.
    ``parts`` are those of ``limits``, ``non_effects`` and ``effects`` that are wanted: limits alone come faster.
    All spans count code points of ``text``.

    Raises:
        LanguageError: the language is not one that onceper reads, or cannot be told from the text.
        GameError: the game is not given, cannot be told from the text, and the games' rules differ in how they read it.
        PartsError: a part is none of the three.

    >>> import onceper
    >>> reading = onceper.read('Once per turn: You can draw 1 card.', lang="en")
    >>> reading.limits[0].kind, reading.limits[0].text, reading.limits[0].span
    ('soft', 'Once per turn', (0, 13))
    """
    wanted = known_parts(parts)
    if lang is None:
        lang = told(text)
        if lang is None:
            return CardReading(text, None, game, name)
    return _of_language(lang, game)(text, name, wanted)


def read_many(
    texts: Iterable[tuple[str, str | None]],
    *,
    lang: str | None = None,
    game: str | None = None,
    parts: Collection[Part] = ALL_PARTS,
) -> Iterator[CardReading]:
    """Read many pairs of (text, own name or null), in their order.

    Raises:
        LanguageError, GameError: as ``read`` does, when the text in question is reached.
        PartsError: a part is none of the three.
    """
    wanted = known_parts(parts)
    if lang is None:
        for text, name in texts:
            yield read(text, game=game, name=name, parts=wanted)
    else:
        of_one_language = _of_language(lang, game)
        for text, name in texts:
            yield of_one_language(text, name, wanted)


@kept_with_patterns(32)
def _of_language(lang: str, game: str | None) -> Callable[[str, str | None, frozenset[Part]], CardReading]:
    """Return what reads a text of this language, and of this game or, in a language of several, the one it tells."""

    def of_told_game(text: str, name: str | None, parts: frozenset[Part]) -> CardReading:
        found = told_game(text, lang)
        if found is None and _may_differ_by_game(text, lang):
            raise not_told(text, lang)
        return reader_of(lang, found).read(text, game=found, name=name, parts=parts)

    def of_given_game(text: str, name: str | None, parts: frozenset[Part]) -> CardReading:
        return general.read(text, game=game, name=name, parts=parts)

    general = reader_of(lang, game)
    return of_told_game if game is None and structure_of(lang).games else of_given_game


def known_parts(parts: Collection[Part]) -> frozenset[Part]:
    """Return the parts that are wanted as a set.

    Raises:
        PartsError: a part is none of the three.
    """
    if parts is ALL_PARTS:
        return ALL_PARTS
    wanted = frozenset(parts)
    if not wanted <= ALL_PARTS:
        raise PartsError(
            f"unknown part {min(wanted - ALL_PARTS)!r}", expected=f"some of {', '.join(sorted(ALL_PARTS))}"
        )
    return wanted


def masked_names(text: str, lang: str, name: str | None = None, game: str | None = None) -> list[Span]:
    """Return the spans of the quoted names that are masked before the text is read, quotes included."""
    normal = Text(text)
    return [normal.original_span(*span) for span in mask_names(normal.normal, language(lang, game).quotes, name)[1]]


def reader_of(lang: str, game: str | None) -> Reader:
    """Return the reader of a language with the bundled rules for a game, made once.

    A game that has no rules of its own is read with the language's general rules; where none is given, with all.

    Raises:
        LanguageError: the language is not one that onceper reads.
    """
    # Threads that ask at once, as those of a database do, would each load the rules.
    with _loading:
        return _reader(lang, game if game is None or game in _games(lang) else GENERAL)


@kept_with_patterns(8)
def _games(lang: str) -> frozenset[str | None]:
    return frozenset(rule.game for rule in load(lang)[0]) | language(lang).games


def _may_differ_by_game(text: str, lang: str) -> bool:
    """Tell whether a text holds a cue of rules that hold for some game only."""
    folded = language(lang).fold(Text(text).normal)
    return any(cues.places(folded) for cues in _game_cues(lang))


@kept_with_patterns(8)
def _game_cues(lang: str) -> tuple[Cues, ...]:
    """Return the cues of the rules that hold for some game only, by the word lists that they are written with."""
    books = [load(lang, game) for game in (None, *sorted(language(lang).games))]
    return tuple(cues_of([rule for rule in rules if rule.game is not None], lexicon) for rules, lexicon in books)


@kept_with_patterns(32)
def _reader(lang: str, game: str | None) -> Reader:
    own = game if game in language(lang).games else None
    rules, lexicon = load(lang, own)
    held = [rule for rule in rules if rule.game is None or game is None or rule.game == game]
    return Reader(lang, held, lexicon, own)


class Reader:
    """Read texts of one language, or of its print in one game, with the given rules."""

    def __init__(self, lang: str, rules: Sequence[Rule], lexicon: Lexicon, game: str | None = None) -> None:
        self._lang = lang
        self._language = language(lang, game)
        # A language that has just begun has few rules, which hold few of the phrases that tell what is unread.
        telling = () if lang in LANGUAGES else lexicon.telling
        self._cues = cues_of([rule for rule in rules if rule.reading_kind != "amends"], lexicon, telling)
        self._limit_cues = cues_of([rule for rule in rules if rule.reading_kind == "limit"], lexicon)
        self._has_pairs = any(rule.where & _BESIDE for rule in rules)
        self._candidates = Candidates(CompiledRules(rules, lexicon), lexicon)
        self._templates = Templates(self._language, self._candidates, cues_of(rules, lexicon, telling))
        self._kept = lru_cache(maxsize=READINGS_KEPT)(self._read)

    def read(
        self, text: str, *, game: str | None = None, name: str | None = None, parts: Collection[Part] = ALL_PARTS
    ) -> CardReading:
        """Read one text of the card with this name; the game is kept in the reading as it is.

        Databases list a text once for each of its prints, and pipelines read the same cards again and again: the
        latest readings are kept.
        """
        of = self._kept if len(text) <= LONGEST_KEPT else self._read
        return of(text, game, name, frozenset(parts))

    def _read(self, text: str, game: str | None, name: str | None, parts: frozenset[Part]) -> CardReading:
        quotes, fold, cut = self._language.quotes, self._language.fold, self._language.sentences
        normal = Text(text)
        if len(parts) == 1 and "limits" in parts and not self._limit_cues.places(fold(normal.normal)):
            return CardReading(text, self._lang, game, name)
        masked, names = mask_names(normal.normal, quotes, name)
        folded = fold(masked)
        sentences = cut(folded)
        found = self._found(folded, sentences)
        if self._has_pairs:
            found = paired(found)
        if self._language.abilities:
            found = settled(found, sentences, folded, self._language.abilities)
        return CardReading(
            text,
            self._lang,
            game,
            name,
            *in_context(normal, masked, folded, names, sentences, found, parts, self._language),
        )

    def _found(self, folded: str, sentences: Sequence[Sentence]) -> list[Found]:
        """Return what the rules say of the sentences that hold a cue, and of a headline."""
        cues = self._cues.places(folded)
        # A headline stands first, in the text or behind the heading that is first.
        if not cues and not (sentences and sentences[0][2] & _MAY_HEAD):
            return []
        found: list[Found] = []
        of = self._templates.of
        cues.append(len(folded))
        next_cue = 0
        for number, (start, end, position) in enumerate(sentences):
            while cues[next_cue] < start:
                next_cue += 1
            if cues[next_cue] < end or position & _HEADLINE:
                reading = of(folded[start:end].replace(MASK_REST, ""), position)
                if reading.candidates or reading.is_unread or reading.cut_off:
                    found.append((number, reading))
        return found

    def every_clause(self, text: str, name: str | None = None) -> list[tuple[str, ClauseReading]]:
        """Return each clause as a template and what the rules say of it, without the quick rejection by cues."""
        masked, _ = mask_names(Text(text).normal, self._language.quotes, name)
        folded = self._language.fold(masked)
        templates = [
            (number, folded[start:end].replace(MASK_REST, ""), position)
            for number, sentence in enumerate(self._language.sentences(folded))
            for start, end, position in self._language.clauses(folded, sentence)
        ]
        read = [(number, self._candidates.read(template, position)) for number, template, position in templates]
        return [
            (template, _kept(before, after))
            for (_, template, _), (_, before), (_, after) in zip(templates, read, paired(read), strict=True)
        ]

    def nearest(self, template: str) -> list[tuple[str, list[str]]]:
        """Return the rules that came nearest to reading a template, each with the words and slots it missed."""
        return self._candidates.nearest(template)


def _kept(before: ClauseReading, after: ClauseReading) -> ClauseReading:
    """Return what is left of a reading, without the rules whose candidates are gone."""
    gone = {candidate.states.rule for candidate in before.candidates if candidate not in after.candidates}
    return after._replace(rules=tuple(rule for rule in after.rules if rule not in gone))
