"""Hand-made cards: what the evaluator does must not hang on what the reader can read."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any, Protocol

import msgspec
import pytest

from onceper.contract.effect import Effect
from onceper.contract.limit import AppliesTo, Limit, LimitKind
from onceper.contract.reading import CardReading
from onceper.evaluator.action import Action
from onceper.evaluator.evaluator import Evaluator
from onceper.evaluator.event import Activated, Appeared

if TYPE_CHECKING:
    from onceper.evaluator.verdict import Verdict

_BASE = Limit(
    kind="soft",
    scope="copy",
    period="turn",
    whose_turn="any",
    phase=None,
    count=1,
    at_least=False,
    verb="use",
    shared=False,
    applies_to=AppliesTo("this"),
    name=None,
    names=None,
    player="you",
    optional=None,
    spent_on="use",
    refunded_if_negated=False,
    resets_on=(),
    event=None,
    span=(0, 4),
    text="text",
    rule="by hand",
    source="rule",
    confidence=1.0,
)
_KINDS: dict[LimitKind, dict[str, Any]] = {
    "soft": {"resets_on": ("leaves_location", "flipped_face_down")},
    "hard": {"scope": "name", "names": "card"},
    "gain": {"scope": "player", "verb": "gain", "spent_on": "application"},
    "summon": {"scope": "name", "names": "card", "verb": "special_summon", "spent_on": "occurrence"},
}
_ACTIVATE: dict[str, Any] = {"verb": "activate", "spent_on": "activation", "refunded_if_negated": True}
_APPLY: dict[str, Any] = {"verb": "apply", "spent_on": "application"}


def _make_limit(kind: LimitKind = "soft", *effects: int, verb: str = "", **changes: Any) -> Limit:
    governs = {key: changes.pop(key) for key in ("activation", "summon") if key in changes}
    fields: dict[str, Any] = {"kind": kind, "applies_to": AppliesTo("this", effects, **governs)}
    fields |= _KINDS.get(kind, {})
    fields |= {"activate": _ACTIVATE, "apply": _APPLY}.get(verb, {})
    return msgspec.structs.replace(_BASE, **fields | changes)


def _make_card(*limits: Limit, name: str = "Ember Warden", effects: int = 2) -> CardReading:
    numbered = tuple(Effect(n, None, "unknown", (0, 4), ((0, 4),), "text") for n in range(1, effects + 1))
    return CardReading("text", "en", "yugioh", name, limits=limits, effects=numbered)


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


class MakeLimit(Protocol):
    def __call__(self, kind: LimitKind = "soft", *effects: int, verb: str = "", **changes: Any) -> Limit: ...


class MakeCard(Protocol):
    def __call__(self, *limits: Limit, name: str = "Ember Warden", effects: int = 2) -> CardReading: ...


@pytest.fixture(scope="session")
def make_limit() -> MakeLimit:
    """Return the function that makes a limit of a kind over effects, with any field changed."""
    return _make_limit


@pytest.fixture(scope="session")
def make_card() -> MakeCard:
    """Return the function that makes a card with limits and a number of effects."""
    return _make_card


@pytest.fixture(scope="session")
def new_game() -> type[Game]:
    """Return the class of games: two copies of every card, all with player A."""
    return Game
