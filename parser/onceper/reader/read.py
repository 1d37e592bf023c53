"""Read a card's text: limits, effects, and text that is not an effect."""

from __future__ import annotations

from itertools import islice
from typing import TYPE_CHECKING, TypeVar

from onceper.classifier.mode import DEFAULT, known_mode, usable_mode
from onceper.contract.reading import CardReading
from onceper.errors import OnceperError
from onceper.lang.base import LanguageError
from onceper.lang.detect import GameError
from onceper.lang.languages import language, languages_in_use
from onceper.reader.context import ALL_PARTS, Part
from onceper.reader.readers import readers_in_use
from onceper.text.names import mask_names
from onceper.text.normal import Text

if TYPE_CHECKING:
    from collections.abc import Callable, Collection, Iterable, Iterator
    from pathlib import Path

    from onceper.classifier.classifier import Classifier
    from onceper.classifier.mode import Mode

Span = tuple[int, int]
Told = tuple[str, str | None, str | None, str | None]
"""A text with the language, game and own name that are told of it."""

_Card = TypeVar("_Card")


class PartsError(OnceperError):
    """A reading was asked for a part that readings do not have."""


# So many texts are taken before the classifier is asked.
AT_ONCE = 256


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
        lang = languages_in_use().detector.detect(text)
        if lang is None:
            return CardReading(text, None, game, name)
    reader, told_as = readers_in_use().for_text(text, lang, game)
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
    if usable_mode(classifier, model) != "off":
        texts = looked_ahead(texts, lambda pair: (pair[0], lang, game, pair[1]), classifier, model)
    if lang is None:
        for text, name in texts:
            yield read(text, game=game, name=name, parts=wanted, classifier=classifier, model=model)
        return
    readers, with_rules = readers_in_use(), classifier != "only"
    for text, name in texts:
        reader, told_as = readers.for_text(text, lang, game)
        asked = _asked(classifier, lang, told_as, model)
        yield reader.read(text, game=told_as, name=name, parts=wanted, classifier=asked, with_rules=with_rules)


def looked_ahead(
    cards: Iterable[_Card], told_of: Callable[[_Card], Told | None], mode: Mode, model: Path | str | None
) -> Iterator[_Card]:
    """Yield the cards as they are, after the classifier has seen the texts of those around each at once.

    ``told_of`` gives a card's text, language, game and own name, or null where it is not to be read.

    Raises:
        ModelError: the model file is missing, damaged, or of another format.
    """
    rest = iter(cards)
    while some := list(islice(rest, AT_ONCE)):
        _look_ahead(filter(None, map(told_of, some)), mode, model)
        yield from some


def _look_ahead(texts: Iterable[Told], mode: Mode, model: Path | str | None) -> None:
    """Let the classifier see what it will be asked; what cannot be read is passed over, for reading it says why."""
    asked: dict[Classifier, list[str]] = {}
    for text, lang, game, name in texts:
        try:
            known = lang or languages_in_use().detector.detect(text)
            if known is None:
                continue
            reader, told_as = readers_in_use().for_text(text, known, game)
        except (LanguageError, GameError):
            continue
        classifier = _asked(mode, known, told_as, model)
        if classifier:
            asked.setdefault(classifier, []).extend(reader.unread(text, name, with_rules=mode != "only"))
    for classifier, templates in asked.items():
        classifier.learn(templates)


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
