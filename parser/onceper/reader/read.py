"""Read a card's text: limits, effects, and text that is not an effect."""

from __future__ import annotations

import warnings
from collections.abc import Iterable
from typing import TYPE_CHECKING, Any

import msgspec

from onceper.contract.reading import ALL_PARTS, CardReading
from onceper.errors import OnceperError
from onceper.lang.games import find_game
from onceper.lang.languages import check_game, check_language, language, languages_in_use
from onceper.reader.card_type import card_type_of, checked_card_type, has_card_types
from onceper.reader.options import ASKED_OF_ALL, BY_DEFAULT, Options
from onceper.reader.readers import readers_in_use
from onceper.reader.template import prepare
from onceper.text.normal import Text

if TYPE_CHECKING:
    from collections.abc import Collection, Iterator
    from pathlib import Path

    from onceper.contract.reading import Part
    from onceper.contract.span import Span
    from onceper.reader.options import Mode

_WORD = (str, type(None))


class NotATextError(OnceperError, TypeError):
    """What is to be read, or told of it, is no string."""


def read(
    text: str,
    *,
    lang: str | None = None,
    game: str | None = None,
    name: str | None = None,
    card_type: str | None = None,
    parts: Collection[Part] = ALL_PARTS,
    classifier: Mode = BY_DEFAULT,
    model: Path | str | None = None,
) -> CardReading:
    """Read one card's text.

    ``lang`` is a BCP 47 tag, in any spelling such as ``EN`` or ``ja_JP``, and ``game`` is ``yugioh`` or
    ``duelmasters``, by any usual name such as ``Yu-Gi-Oh!``; each is told from the text where it is not given. Any
    other game is read with the language's general rules. ``name`` is the card's own name.
    ``card_type`` is what a Yu-Gi-Oh! card is, in the words of its print or database, such as ``Trap / Continuous``:
    it tells kinds of effects where the text does not. ``parts`` are those of ``limits``, ``non_effects`` and
    ``effects`` that are wanted, or one of these: limits alone come faster. ``classifier`` says who reads: by default,
    ``auto``, the rules, and the classifier where print is damaged; with ``off`` the rules alone; with ``on`` the
    classifier reads all that no rule does, and with ``only`` it reads alone. ``model`` is the ``.json`` of a model of
    one's own.
    All spans count code points of ``text``.

    Raises:
        LanguageError: the language is not one that onceper reads, or cannot be told from the text.
        GameError: the game is not given, cannot be told from the text, and the games' rules differ in how they read it;
            or what is given is no name.
        PartsError: a part is none of the three.
        ModeError: the classifier's mode is none of the four.
        ModelError: the model file is missing, damaged, or of another format.
        CardTypeError: the card type names none of Yu-Gi-Oh!, and the game is no other.
        NotATextError: the text, language, game, name or card type is no string.

    >>> import onceper
    >>> reading = onceper.read('Once per turn: You can draw 1 card.', lang="en")
    >>> reading.limits[0].kind, reading.limits[0].text, reading.limits[0].span
    ('soft', 'Once per turn', (0, 13))
    """
    if not isinstance(text, str):
        raise NotATextError(
            f"the text is a {type(text).__name__}",
            expected="a string, the text of one card",
            remedy="onceper.read_many reads many texts, onceper.tag a table of them, onceper.tag_file a file",
        )
    for what, given in (("lang", lang), ("game", game), ("name", name), ("card_type", card_type)):
        if not isinstance(given, _WORD):
            raise NotATextError(f"the {what} is a {type(given).__name__}", expected="a string or null")
    game = check_game(game)
    if card_type is not None and has_card_types(game):
        checked_card_type(card_type)
    options = Options.checked(parts, classifier, model)
    reading = read_text(text, options, lang=lang, game=game, name=name, card_type=card_type)
    refuse_without_model(reading.lang, reading.game, options)
    return reading


def read_text(
    text: str,
    options: Options,
    *,
    lang: str | None = None,
    game: str | None = None,
    name: str | None = None,
    card_type: str | None = None,
    is_kept: bool = True,
) -> CardReading:
    """Read one card's text as ``read`` does, with options that are checked, and keep the reading if ``is_kept``.

    An unknown card type tells nothing, nor does that of a card of another game than Yu-Gi-Oh!.

    Raises:
        LanguageError, GameError, ModelError: as ``read`` does.
    """
    if lang is None:
        lang = languages_in_use().detector.detect(text)
        if lang is None:
            return CardReading(text, None, find_game(game) if game else game, name)
    reader, told_as = readers_in_use().for_text(text, lang, game)
    told = card_type_of(card_type) if card_type and has_card_types(told_as) else None
    return reader.read(text, options, game=told_as, name=name, card_type=told, is_kept=is_kept)


def read_many(
    texts: Iterable[str | tuple[str, str | None]],
    *,
    lang: str | None = None,
    game: str | None = None,
    parts: Collection[Part] = ALL_PARTS,
    classifier: Mode = BY_DEFAULT,
    model: Path | str | None = None,
) -> Iterator[CardReading]:
    """Read many texts in their order, each alone or in a pair with the card's own name or null.

    Raises:
        LanguageError, GameError: as ``read`` does, of what is given for all texts at once, else when the text in
            question is reached.
        PartsError, ModeError, ModelError: as ``read`` does, at once.
        NotATextError: this is one text alone, at once, or an item is neither a text nor such a pair.

    >>> import onceper
    >>> texts = ["Once per turn: You can draw 1 card.", ("Draw 1 card.", "Tide Caller")]
    >>> readings = onceper.read_many(texts, lang="en")
    >>> [(reading.name, len(reading.limits)) for reading in readings]
    [(None, 1), ('Tide Caller', 0)]
    """
    if isinstance(texts, str) or not isinstance(texts, Iterable):
        raise NotATextError(
            f"the texts are one {type(texts).__name__}",
            expected="an iterable of texts, or of pairs of text and name",
            remedy="put a single text into a list, or give it to onceper.read",
        )
    options = Options.checked(parts, classifier, model)
    return _read_cards(texts, options, check_language(lang), check_game(game))


def _read_cards(texts: Iterable[Any], options: Options, lang: str | None, game: str | None) -> Iterator[CardReading]:
    for number, item in enumerate(texts, start=1):
        try:
            text, name = (item, None) if isinstance(item, str) else msgspec.convert(item, tuple[str, str | None])
        except msgspec.ValidationError:
            raise NotATextError(
                f"this is {item!r:.80}",
                where=f"item {number}",
                expected="a text, or a pair of a text and a name or null",
            ) from None
        reading = read_text(text, options, lang=lang, game=game, name=name)
        refuse_without_model(reading.lang, reading.game, options)
        yield reading


def has_no_model(lang: str | None, game: str | None, options: Options) -> bool:
    """Tell whether the classifier is asked to read texts of this language and game, and cannot.

    Raises:
        ModelError: the model file is damaged, or of another format.
    """
    if options.classifier not in ASKED_OF_ALL or lang is None:
        return False
    return readers_in_use().of(lang, game).classifier(options) is None


class ModelWarning(UserWarning):
    """The classifier is asked, and texts of a language without a model are read by the rules alone."""


def warn_without_model(read: Iterable[tuple[str | None, str | None]], options: Options) -> None:
    """Warn of each language, with its game, of which texts were read and the classifier that is asked has no model.

    Raises:
        ModelError: as ``has_no_model`` does.
    """
    for lang in sorted({lang for lang, game in set(read) if lang and has_no_model(lang, game, options)}):
        warnings.warn(
            f"the classifier has no model of {lang!r}: its texts are read by the rules alone",
            ModelWarning,
            stacklevel=3,
        )


def refuse_without_model(lang: str | None, game: str | None, options: Options) -> None:
    """Refuse to let the rules read alone where the classifier was asked as well, and none was named.

    A model of one's own is of one language: it says nothing of texts in others, and leaves them to the rules.

    Raises:
        ModelError: the installation holds no model of this language.
    """
    if options.model is not None or not has_no_model(lang, game, options):
        return
    # Only those who ask the classifier need wait for what is said of models.
    from onceper.classifier.about import ModelError, shipped_models  # noqa: PLC0415

    raise ModelError(
        f"no model of {lang!r} is installed for the classifier",
        expected=f"one of {', '.join(sorted({name.partition('.')[0] for name in shipped_models()}))}",
        remedy=f"name a model that `onceper train --from TAGS --lang {lang}` wrote as model=… (--model), "
        'or say classifier="auto" (--classifier auto)',
    )


def masked_names(text: str, lang: str, name: str | None = None, game: str | None = None) -> list[Span]:
    """List the spans of the quoted names that are masked before the text is read, quotes included."""
    prepared = prepare(Text(text), language(lang, game), name)
    return [prepared.text.original_span(*span) for span in prepared.names]
