"""Read a card's text: limits, effects, and text that is not an effect."""

from __future__ import annotations

from functools import lru_cache
from itertools import islice
from threading import Lock
from typing import TYPE_CHECKING, NamedTuple, get_args

from onceper.classifier.mode import DEFAULT, known_mode
from onceper.contract.limit import Limit
from onceper.contract.reading import CardReading
from onceper.errors import OnceperError
from onceper.lang import LANGUAGES, LanguageError, language
from onceper.lang.game import GameError, not_told, told_game
from onceper.lang.structure import structure_of
from onceper.lang.telling import told
from onceper.patterns import kept_with_patterns
from onceper.reader.abilities import settled
from onceper.reader.candidates import Candidates
from onceper.reader.context import Part, in_context
from onceper.reader.guessed import candidates_of
from onceper.reader.pairs import paired
from onceper.reader.templates import LONGEST_KEPT, NOTHING_READ, Templates
from onceper.rules.cues import cues_of
from onceper.rules.loading import load
from onceper.rules.matching import CompiledRules
from onceper.text.names import mask_names
from onceper.text.normal import MASK_REST, Text
from onceper.text.sentence import Position

if TYPE_CHECKING:
    from collections.abc import Callable, Collection, Iterable, Iterator, Sequence
    from pathlib import Path

    from onceper.classifier.classifier import Classifier
    from onceper.classifier.mode import Mode
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
# So many texts are taken before the classifier is asked.
AT_ONCE = 256
ALL_PARTS: frozenset[Part] = frozenset(get_args(Part))
_BESIDE: frozenset[Where] = frozenset({"before_its_like", "behind_its_like"})
_loading = Lock()
_HEADLINE = int(Position.HEADLINE)
_INSIDE_NUMBER = int(Position.INSIDE_NUMBER)
_SECTION = int(Position.SECTION)
_MAY_HEAD = _HEADLINE | _SECTION


def read(
    text: str,
    *,
    lang: str | None = None,
    game: str | None = None,
    name: str | None = None,
    parts: Collection[Part] = ALL_PARTS,
    classifier: Mode = DEFAULT,
    model: Path | str | None = None,
) -> CardReading:
    """Read one card's text.

    ``lang`` is an ISO 639-1 code and ``game`` is ``yugioh`` or ``duelmasters``, each told from the text where it is not
    given; any other game is read with the language's general rules. ``name`` is the card's own name.
    ``parts`` are those of ``limits``, ``non_effects`` and ``effects`` that are wanted: limits alone come faster.
    ``classifier`` says who reads: with ``off`` the rules alone, with ``on`` also the classifier, what no rule reads,
    and with ``only`` the classifier alone; ``model`` is the ``.json`` of a model of one's own. All spans count code
    points of ``text``.

    Raises:
        LanguageError: the language is not one that onceper reads, or cannot be told from the text.
        GameError: the game is not given, cannot be told from the text, and the games' rules differ in how they read it.
        PartsError: a part is none of the three.
        ModeError: the classifier's mode is none of the three.
        ModelError: the model file is missing, damaged, or of another format.

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
    reader, told_as = _of_language(lang, game)(text)
    asked = _asked(classifier, lang, told_as, model)
    return reader.read(text, game=told_as, name=name, parts=wanted, classifier=asked, with_rules=classifier != "only")


def read_many(
    texts: Iterable[tuple[str, str | None]],
    *,
    lang: str | None = None,
    game: str | None = None,
    parts: Collection[Part] = ALL_PARTS,
    classifier: Mode = DEFAULT,
    model: Path | str | None = None,
) -> Iterator[CardReading]:
    """Read many pairs of (text, own name or null), in their order.

    With the classifier, texts are taken and asked for many at once; the readings are those that ``read`` gives.

    Raises:
        LanguageError, GameError: as ``read`` does, when the text in question is reached.
        PartsError, ModeError, ModelError: as ``read`` does.
    """
    wanted = known_parts(parts)
    if known_mode(classifier, model) != "off":
        texts = _looked_ahead(texts, lang, game, classifier, model)
    if lang is None:
        for text, name in texts:
            yield read(text, game=game, name=name, parts=wanted, classifier=classifier, model=model)
        return
    choose, with_rules = _of_language(lang, game), classifier != "only"
    for text, name in texts:
        reader, told_as = choose(text)
        asked = _asked(classifier, lang, told_as, model)
        yield reader.read(text, game=told_as, name=name, parts=wanted, classifier=asked, with_rules=with_rules)


def _looked_ahead(
    texts: Iterable[tuple[str, str | None]], lang: str | None, game: str | None, mode: Mode, model: Path | str | None
) -> Iterator[tuple[str, str | None]]:
    """Yield the texts as they are, after the classifier has seen many of them at once."""
    rest = iter(texts)
    while some := list(islice(rest, AT_ONCE)):
        look_ahead([(text, lang, game, name) for text, name in some], mode, model)
        yield from some


def look_ahead(
    texts: Iterable[tuple[str, str | None, str | None, str | None]], mode: Mode, model: Path | str | None = None
) -> None:
    """Let the classifier see at once what it will be asked of these texts: text, language, game and own name of each.

    What cannot be read is passed over here: reading it says why.

    Raises:
        ModelError: the model file is missing, damaged, or of another format.
    """
    asked: dict[Classifier, list[str]] = {}
    for text, lang, game, name in texts:
        try:
            known = lang or told(text)
            if known is None:
                continue
            reader, told_as = _of_language(known, game)(text)
        except (LanguageError, GameError):
            continue
        classifier = _asked(mode, known, told_as, model)
        if classifier:
            asked.setdefault(classifier, []).extend(reader.unread(text, name, with_rules=mode != "only"))
    for classifier, templates in asked.items():
        classifier.learn(templates)


@kept_with_patterns(32)
def _of_language(lang: str, game: str | None) -> Callable[[str], tuple[Reader, str | None]]:
    """Return what says who reads a text of this language, and as which game's: the given one, or what it tells."""
    general = reader_of(lang, game)
    if game is not None or not structure_of(lang).games:
        return lambda _: (general, game)

    def of_told_game(text: str) -> tuple[Reader, str | None]:
        found = told_game(text, lang)
        if found is None and _may_differ_by_game(text, lang):
            raise not_told(text, lang)
        return reader_of(lang, found), found

    return of_told_game


def _asked(mode: Mode, lang: str, game: str | None, model: Path | str | None) -> Classifier | None:
    """Return the classifier that is asked, null where it is off or its model is of other texts."""
    if known_mode(mode, model) == "off":
        return None
    # Only those who ask the classifier need wait for its model.
    from onceper.classifier.classifier import classifier_of  # noqa: PLC0415

    own = game if game in language(lang).games else None
    return classifier_of(lang, own, model)


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


class _Read(NamedTuple):
    """Hold a masked text, its names, its folded copy, and what the rules say of its sentences."""

    masked: str
    names: list[Span]
    folded: str
    sentences: list[Sentence]
    found: list[Found]


def _unread(found: Sequence[Found], folded: str, sentences: Sequence[Sentence]) -> Iterator[tuple[int, str]]:
    """Yield number and template of each sentence that no rule reads, or with words of a limit that none does."""
    read = {number for number, reading in found if reading.is_read and not reading.is_unread}
    for number, (start, end, position) in enumerate(sentences):
        if number not in read and not position & _SECTION and end > start:
            yield number, folded[start:end].replace(MASK_REST, "")


class Reader:
    """Read texts of one language, or of its print in one game, with the given rules."""

    def __init__(self, lang: str, rules: Sequence[Rule], lexicon: Lexicon, game: str | None = None) -> None:
        self._lang = lang
        self._language = language(lang, game)
        # A language that has just begun has few rules, which hold few of the phrases that tell what is unread.
        telling = () if lang in LANGUAGES else lexicon.telling
        self._cues = cues_of([rule for rule in rules if rule.reading_kind != "amends"], lexicon, telling)
        self._limit_cues = cues_of([rule for rule in rules if rule.reading_kind == "limit"], lexicon)
        self._lexicon = lexicon
        self._has_pairs = any(rule.where & _BESIDE for rule in rules)
        self._candidates = Candidates(CompiledRules(rules, lexicon), lexicon)
        self._templates = Templates(self._language, self._candidates, cues_of(rules, lexicon, telling))
        self._kept = lru_cache(maxsize=READINGS_KEPT)(self._read)

    def read(
        self,
        text: str,
        *,
        game: str | None = None,
        name: str | None = None,
        parts: Collection[Part] = ALL_PARTS,
        classifier: Classifier | None = None,
        with_rules: bool = True,
    ) -> CardReading:
        """Read one text of the card with this name; the game is kept in the reading as it is.

        The ``classifier`` reads what no rule reads, or without the rules all. Databases list a text once for each of
        its prints, and pipelines read the same cards again and again: the latest readings are kept.
        """
        of = self._kept if len(text) <= LONGEST_KEPT else self._read
        return of(text, game, name, frozenset(parts), classifier, with_rules)

    def _read(
        self,
        text: str,
        game: str | None,
        name: str | None,
        parts: frozenset[Part],
        classifier: Classifier | None,
        with_rules: bool,
    ) -> CardReading:
        normal = Text(text)
        asks_little = classifier is None and len(parts) == 1 and "limits" in parts
        if asks_little and not self._limit_cues.places(self._language.fold(normal.normal)):
            return CardReading(text, self._lang, game, name)
        masked, names, folded, sentences, found = self._by_rules(normal, name, with_rules)
        if classifier:
            found = self._guessed(found, folded, sentences, classifier)
        if self._language.abilities:
            found = settled(found, sentences, folded, self._language.abilities)
        return CardReading(
            text,
            self._lang,
            game,
            name,
            *in_context(normal, masked, folded, names, sentences, found, parts, self._language),
        )

    def unread(self, text: str, name: str | None = None, *, with_rules: bool = True) -> list[str]:
        """Return the sentences of a text that no rule reads, as templates."""
        _, _, folded, sentences, found = self._by_rules(Text(text), name, with_rules)
        return [template for _, template in _unread(found, folded, sentences)]

    def _by_rules(self, normal: Text, name: str | None, with_rules: bool) -> _Read:
        masked, names = mask_names(normal.normal, self._language.quotes, name)
        folded = self._language.fold(masked)
        sentences = self._language.sentences(folded)
        found = self._found(folded, sentences) if with_rules else []
        return _Read(masked, names, folded, sentences, paired(found) if self._has_pairs else found)

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
                if reading.is_read or reading.is_unread or reading.cut_off:
                    found.append((number, reading))
        return found

    def _guessed(
        self, found: Sequence[Found], folded: str, sentences: Sequence[Sentence], classifier: Classifier
    ) -> list[Found]:
        """Return what was found with what the classifier finds in the sentences that no rule reads."""
        by_number = dict(found)
        for number, template in _unread(found, folded, sentences):
            # What stands inside a number is an effect, whatever it says.
            is_effect = sentences[number][2] & _INSIDE_NUMBER != 0
            finding = classifier.of(template)
            before = by_number.get(number, NOTHING_READ)
            if any(candidate.states.record is Limit for candidate in before.candidates):
                continue
            guessed = candidates_of(finding, template, self._lexicon, is_effect=is_effect or bool(before.candidates))
            if guessed:
                by_number[number] = before._replace(candidates=(*before.candidates, *guessed), is_unread=False)
        return sorted(by_number.items())

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
