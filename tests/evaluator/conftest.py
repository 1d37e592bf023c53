"""Hand-made cards: what the evaluator does must not hang on what the reader can read."""

from __future__ import annotations

from typing import TYPE_CHECKING, Protocol

import pytest

from onceper.contract.effect import Effect
from onceper.contract.reading import CardReading
from onceper.evaluator.action import Action
from onceper.evaluator.evaluator import Evaluator
from onceper.evaluator.event import Activated, Appeared

if TYPE_CHECKING:
    from onceper.contract.limit import Limit
    from onceper.contract.verdict import Verdict


def _make_card(*limits: Limit, name: str = "Ember Warden", effects: int = 2, lang: str | None = "en") -> CardReading:
    numbered = tuple(Effect(n, None, "unknown", (0, 4), ((0, 4),), "text") for n in range(1, effects + 1))
    return CardReading("text", lang, "yugioh", name, limits=limits, effects=numbered)


class Game:
    """An evaluator with copies on it, and shorter words for what the tests do most."""

    def __init__(self, *cards: CardReading) -> None:
        self.evaluator = Evaluator(cards)
        self.apply = self.evaluator.apply
        for card in cards:
            assert card.name
            for number in (1, 2):
                self.apply(Appeared(f"{card.name}-{number}", card.name, "A"))

    def ask(self, copy: str = "Ember Warden-1", action: Action | int = 1, player: str = "A") -> Verdict:
        return self.evaluator.may_use(copy, Action.use(action) if isinstance(action, int) else action, player)

    def activate(
        self, activation: str, copy: str = "Ember Warden-1", action: Action | int = 1, player: str = "A"
    ) -> None:
        did = Action.use(action) if isinstance(action, int) else action
        self.apply(Activated(copy, did, player, activation))


class MakeCard(Protocol):
    def __call__(
        self, *limits: Limit, name: str = "Ember Warden", effects: int = 2, lang: str | None = "en"
    ) -> CardReading: ...


@pytest.fixture(scope="session")
def make_card() -> MakeCard:
    """Return the function that makes a card with limits and a number of effects."""
    return _make_card


@pytest.fixture(scope="session")
def new_game() -> type[Game]:
    """Return the class of games: two copies of every card, all with player A."""
    return Game
