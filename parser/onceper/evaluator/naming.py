"""What players call cards and effects: a name in any form, an id of a database, a label or the first words."""

from __future__ import annotations

from typing import TYPE_CHECKING
from unicodedata import normalize

from msgspec.structs import replace

from onceper.contract.reading import Row
from onceper.errors import OnceperError
from onceper.evaluator.event import (
    Activated,
    Appeared,
    Applied,
    Declined,
    EffectsGained,
    EffectsLost,
    Renamed,
    Summoned,
)
from onceper.evaluator.expected import one_of

if TYPE_CHECKING:
    from collections.abc import Iterable

    from onceper.contract.effect import Effect
    from onceper.contract.reading import CardReading, Field
    from onceper.evaluator.action import Action
    from onceper.evaluator.event import Event
    from onceper.evaluator.state import CopyState, State

_SHOWN = 40


class UnknownNameError(OnceperError):
    """There is no reading of a card with this name or id."""


class UnknownEffectError(OnceperError):
    """No effect of a card, or more than one, has this label or begins with these words."""


class Names:
    """Know the cards of a game by all that they are called, and their effects."""

    def __init__(self, readings: Iterable[CardReading | Row]) -> None:
        self._effects: dict[tuple[str, Field], tuple[Effect, ...]] = {}
        self._cards: dict[str, str] = {}
        ids: dict[str, str] = {}
        for reading in readings:
            name = reading.name or ""
            field = reading.field if isinstance(reading, Row) else "text"
            self._effects[name, field] = reading.effects
            self._cards |= {normalize("NFC", name): name, name: name}
            if isinstance(reading, Row):
                ids[reading.id] = name
        self._cards = ids | self._cards

    def find_card(self, called: str) -> str:
        """Return the printed name of a card.

        Raises:
            UnknownNameError: no reading has this name or id; the message has those that are near.
        """
        name = self._cards.get(called) or self._cards.get(normalize("NFC", called))
        if name is None:
            names = {*self._cards.values()}
            expected = one_of(names, "card", called) if names else "the name or id of a card that was read; none was"
            raise UnknownNameError(f"no reading of a card named {called!r}", expected=expected)
        return name

    def understand(self, event: Event, state: State) -> Event:
        """Return an event in which cards have their printed names and effects their numbers.

        Raises:
            OnceperError: a copy, a card or an effect is unknown.
        """
        match event:
            case Activated() | Applied() | Summoned() | Declined():
                if event.action.words is None and event.action.of is None:
                    return event
                return replace(event, action=self.find_action(state.find_copy(event.copy), event.action))
            case Appeared():
                name = self.find_card(event.name)
                return event if name == event.name else replace(event, name=name)
            case EffectsGained() | EffectsLost():
                return replace(event, of=self.find_card(event.of))
            case Renamed(name=str() as name):
                # It may be called what no card of this game is.
                return replace(event, name=self._cards.get(normalize("NFC", name), name))
            case _:
                return event

    def find_action(self, copy: CopyState, action: Action) -> Action:
        """Return an action whose effect has its number.

        Raises:
            UnknownNameError: it was gained from a card of which there is no reading.
            UnknownEffectError: no effect is called so, or several are; the message has all of them.
        """
        if action.words is None and action.of is None:
            return action
        of = None if action.of is None else self.find_card(action.of)
        number = action.effect if action.words is None else self._find_effect(of or copy.name, action)
        return replace(action, effect=number, words=None, of=of)

    def _find_effect(self, name: str, action: Action) -> int:
        words = normalize("NFC", action.words or "").casefold()
        effects = self._effects.get((name, action.field), ())
        found = [effect for effect in effects if effect.label and effect.label.casefold() == words]
        found = found or [
            effect for effect in effects if any(text.startswith(words) for text in _find_beginnings(effect))
        ]
        if len(found) != 1:
            many = f"{len(found)} effects called" if found else "no effect called"
            listed = "; ".join(f"{effect.index}: {effect.text[:_SHOWN]!r}" for effect in found or effects)
            raise UnknownEffectError(
                f"{name!r} has {many} {action.words!r}",
                expected=f"a label or the first words of {listed}" if listed else "",
            )
        return found[0].index


def _find_beginnings(effect: Effect) -> tuple[str, str]:
    """Return how the effect begins with its label and without it."""
    text = normalize("NFC", effect.text).casefold()
    return text, text.removeprefix((effect.label or "").casefold()).lstrip(":： ●")
