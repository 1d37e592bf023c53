"""The words in which a game can be told what happens: a misspelt one would count for nothing."""

from __future__ import annotations

import re
from functools import cached_property
from typing import TYPE_CHECKING, get_args

from onceper.contract.reading import CardReading
from onceper.evaluator.event import EventError
from onceper.evaluator.expected import one_of
from onceper.lang.languages import language, language_codes
from onceper.patterns.events import counted_events, counted_things
from onceper.patterns.terms import Sort

if TYPE_CHECKING:
    from collections.abc import Iterable, Mapping

    from onceper.contract.effect import Effect
    from onceper.contract.limit import Limit
    from onceper.contract.non_effect import NonEffect
    from onceper.contract.reading import Row

# Words between spaces, and where there are none what is written in one script.
_WORD = re.compile(r"[゠-ヿ]+|[一-鿿々]+|[^\W\d_ぁ-ヿ一-鿿々]+")


class Vocabulary:
    """Know what may occur, and the printed words for what it may happen to.

    ``counted`` are the words that limits of these cards count, by the event. Of other words the last is looked at,
    which says what the thing is: the ones before it may be what no card of this game asks for.
    """

    def __init__(self, readings: Iterable[CardReading | Row], counted: Mapping[str, Iterable[str]]) -> None:
        self._readings = readings
        self._events = counted_events() | counted.keys()
        self._objects = {word for words in counted.values() for word in words if word}

    def check(self, what: str, objects: Iterable[str]) -> None:
        """Refuse an event that no limit counts anywhere, and words for what is on no card.

        Raises:
            EventError: the message names the words that are near.
        """
        if what not in self._events:
            raise EventError(f"unknown event {what!r}", expected=one_of(self._events, "event", what))
        for said in objects:
            if said not in self._objects:
                words = _WORD.findall(said.casefold())
                if not words or words[-1] not in self._nouns:
                    near = self._objects or self._nouns
                    raise EventError(f"unknown object {said!r}", expected=one_of(near, "object", said))
                self._objects.add(said)

    @cached_property
    def _nouns(self) -> set[str]:
        spoken = {(reading.lang or "", reading.game) for reading in self._readings}
        terms = [language(lang, game).terms for lang, game in spoken if lang in language_codes()]
        said = [word for known in terms for sort in get_args(Sort) for word in getattr(known, sort)]
        printed = [text for reading in self._readings for text in find_texts(reading)]
        return {word for text in (*said, *printed, *counted_things()) for word in _WORD.findall(text.casefold())}


def find_texts(reading: CardReading | Row) -> Iterable[str]:
    """Yield the texts of a card: of a row those of its parts."""
    if isinstance(reading, CardReading):
        yield reading.text
    parts: tuple[Effect | NonEffect | Limit, ...] = (*reading.effects, *reading.non_effects, *reading.limits)
    yield from (part.text for part in parts)
    yield reading.name or ""
