"""The template of a text: how a text is prepared for its reading, and how it prints what was read there."""

from __future__ import annotations

from bisect import bisect_left
from functools import partial
from operator import attrgetter
from typing import TYPE_CHECKING, Any, NamedTuple, TypeVar

from msgspec.structs import replace

from onceper.contract.effect import Effect, Option
from onceper.contract.limit import Limit
from onceper.contract.non_effect import NonEffect
from onceper.contract.reading import CardReading
from onceper.contract.span import Guess, Span, Unread
from onceper.text.names import mask_names
from onceper.text.normal import Text  # noqa: TC001  mypyc resolves what a record names
from onceper.text.position import Sentence  # noqa: TC001  mypyc resolves what a record names

if TYPE_CHECKING:
    from collections.abc import Callable, Mapping

    from onceper.lang.base import Language
    from onceper.reader.template_reading import GroupedEffect, TemplateReading

_Record = TypeVar("_Record", Limit, NonEffect)
# An ability's word with its note. To look back without end takes time that grows with the square of the text.
_LONGEST_LABEL = 300


class PreparedText(NamedTuple):
    """Hold a text, its template, and where its names stand: their spans in the normalised text, their signs in that.

    The ``template`` are the folded words with one sign for each name and no space behind them, alike for all cards that
    print them. ``longer`` gives by how much the first names are longer in print than there, for each number of them.
    """

    text: Text
    template: str
    names: list[Span]
    signs: list[int]
    longer: list[int]

    def original_span(self, start: int, end: int) -> Span:
        """Return the span in the original of one in the template, which is not empty."""
        signs, longer = self.signs, self.longer
        start += longer[bisect_left(signs, start)]
        return self.text.original_span(start, end + longer[bisect_left(signs, end)])

    def print(self, place: Span) -> tuple[Span, str]:
        """Return the span in the original of one in the template, and what the original prints there."""
        span = self.original_span(*place)
        return span, self.text.original[span[0] : span[1]]

    def name(self, sign: Span) -> str:
        """Return the name of which the sign stands there as printed, in one line, without its quotes."""
        start, end = self.names[bisect_left(self.signs, sign[0])]
        start, end = self.text.original_span(start + 1, end - 1)
        return " ".join(self.text.original[start:end].strip().splitlines())


def prepare(text: Text, language: Language, name: str | None = None) -> PreparedText:
    """Prepare a text of the card with this name: put one sign in place of each name, and fold the words."""
    masked, names = mask_names(text.normal, language.quotes, name)
    longer, signs = [0], []
    for start, end in names:
        signs.append(start - longer[-1])
        longer.append(longer[-1] + end - start - 1)
    return PreparedText(text, language.fold(masked).rstrip(" \n"), names, signs, longer)


class CardTemplate(NamedTuple):
    """Hold the folded words of a text with one sign for each name, and its sentences."""

    words: str
    sentences: list[Sentence]

    @classmethod
    def of(cls, words: str, language: Language) -> CardTemplate:
        """Cut the words as the language prints sentences."""
        return cls(words, language.sentences(words))

    def words_of(self, number: int) -> str:
        """Return the words of the sentence with this number."""
        start, end, _ = self.sentences[number]
        return self.words[start:end]


def print_reading(
    read: TemplateReading,
    text: PreparedText,
    about: tuple[str, str | None, str | None],
    confidence: float,
    ask: Callable[[str], Guess | None],
) -> CardReading:
    """Return what was read in the template of a text as that prints it.

    ``about`` are its language, game and name, ``confidence`` is a factor of each record's; ``ask`` guesses at words.
    """
    non_effects = [
        _printed(record, place, text, confidence, effects=effects) for record, place, effects in read.non_effects
    ]
    if not text.text.is_even:
        # One sign of the original may be several of the template.
        non_effects.sort(key=attrgetter("span"))
    unread = [
        Unread.asking(*text.print(place), reason, None if words is None else partial(ask, words))
        for place, reason, words in read.unread
    ]
    return CardReading(
        text.text.original,
        *about,
        tuple([_limit(*limit, text, confidence) for limit in read.limits]),
        tuple(non_effects),
        tuple([_effect(index, effect, text) for index, effect in enumerate(read.effects, start=1)]),
        tuple(unread),
    )


def _printed(record: _Record, place: Span, text: PreparedText, confidence: float, **given: Any) -> _Record:
    """Return a record at its place in print, with what else is given."""
    span, words = text.print(place)
    sure = record.confidence if confidence == 1 else round(confidence * record.confidence, 4)
    return replace(record, **given, span=span, text=words, confidence=sure)


def _limit(
    record: Limit,
    place: Span,
    told: Mapping[str, Span],
    text: PreparedText,
    confidence: float,
) -> Limit:
    printed = {what: text.name(words) if what == "name" else text.print(words)[1] for what, words in told.items()}
    counted = printed.pop("object", None)
    if record.event and counted:
        record = replace(record, event=replace(record.event, object=counted))
    return _printed(record, place, text, confidence, **printed)


def _effect(index: int, effect: GroupedEffect, text: PreparedText) -> Effect:
    parts = tuple([text.original_span(*part) for part in effect.parts])
    span = parts[0][0], parts[-1][1]
    options: list[Option] = []
    for at, place in enumerate(effect.options, start=1):
        start = place[0] + text.longer[bisect_left(text.signs, place[0])]
        label = None if effect.is_either else label_before(start, text.text.normal)
        options.append(Option(at, label, *text.print(place)))
    words = text.text.original[span[0] : span[1]]
    return Effect(index, effect.label, effect.kind, span, parts, words, tuple(options), effect.choose, effect.told_by)


def label_before(start: int, words: str) -> str | None:
    """Return the bullet before a choice, or its word with a note."""
    before = words[max(0, start - _LONGEST_LABEL) : start].rstrip()
    if before.endswith((")", ":")):
        return before.split()[-1]
    return before[-1:] or None
