"""Measure what an event, a question, a copy and an undo cost in a game of 100, 10,000 and 1,000,000 events.

Two players with 40 cards a side from the bundled sample: Summons, activations that resolve or are negated, what is
applied, copies that leave and come back.
"""

from __future__ import annotations

import argparse
import random
import sqlite3
from itertools import islice
from statistics import median
from typing import TYPE_CHECKING, Any

from results import timed

import onceper
from onceper.evaluator import event as events
from onceper.evaluator.action import Action
from onceper.evaluator.evaluator import Evaluator
from onceper.resources import resource

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator

    from onceper.contract.reading import CardReading
    from onceper.evaluator.event import Event

SIZES = (100, 10_000, 1_000_000)
ROUNDS = 5
SIDE = 40
USES_A_TURN = 12
# So much is timed in each round, behind the events that made the game so long.
TIMED = 2_000


def main() -> None:
    """Play the rounds, and print a table."""
    arguments = argparse.ArgumentParser(description=__doc__)
    arguments.add_argument("--sizes", type=int, nargs="+", default=SIZES, help="events in the games")
    sizes = arguments.parse_args().sizes
    cards = _cards()
    games = {size: (Evaluator(cards), _play(cards)) for size in sizes}
    for size, (game, log) in games.items():
        for event in islice(log, size):
            game.apply(event)
    took: dict[str, list[float]] = {}
    for _ in range(ROUNDS):
        for size, (game, log) in games.items():
            for what, each in _time_game(game, log):
                took.setdefault(f"{what}, {size:,} events", []).append(each)
    print(f"microseconds each, medians of {ROUNDS} rounds")
    for what, times in took.items():
        print(f"{what:<28}{median(times):>10.2f}")


def _cards() -> list[CardReading]:
    database = sqlite3.connect(resource("corpora/sample") / "cards.en.cdb")
    texts = dict(database.execute("SELECT name, desc FROM texts ORDER BY id"))
    readings = [onceper.read(text, lang="en", game="yugioh", name=name) for name, text in texts.items()]
    # Nobody asks before they play here: a use of the whole Duel would be one of thousands, and each is named.
    readings = [one for one in readings if all(limit.period != "duel" for limit in one.limits)]
    return [reading for reading in readings if reading.effects][:SIDE]


def _play(cards: list[CardReading]) -> Iterator[Event]:
    """Yield the events of a game that does not end."""
    chance = random.Random(8)  # noqa: S311  Nothing here is a secret
    copies = {f"{player}{number}": cards[number % len(cards)] for player in "AB" for number in range(SIDE)}
    for copy, card in copies.items():
        yield events.Appeared(copy, str(card.name), copy[0], "deck")
    used = turn = 0
    while True:
        player = "AB"[turn % 2]
        for _ in range(USES_A_TURN):
            used += 1
            copy, id_ = f"{player}{chance.randrange(SIDE)}", f"x{used}"
            effect = Action.use(chance.randrange(len(copies[copy].effects)) + 1)
            yield events.Summoned(copy, Action("special_summon"), player, f"s{used}")
            yield events.Activated(copy, effect, player, id_)
            ends: list[Event] = [events.Resolved(id_), events.ActivationNegated(id_), events.EffectNegated(id_)]
            yield chance.choice(ends)
            yield events.ChainEnded()
            yield events.Applied(copy, effect, player, f"p{used}")
            yield events.Occurred("attack", player, copy)
            yield events.LeftLocation(copy, "graveyard")
        turn += 1
        yield events.TurnEnded("AB"[turn % 2])


def _time_game(game: Evaluator, log: Iterator[Event]) -> Iterator[tuple[str, float]]:
    """Yield what each thing takes in a game, which is as long afterwards as before but for where the log goes on."""
    coming = [*islice(log, TIMED)]
    yield "event", _microseconds(game.apply, coming)
    asked = [event for event in coming if isinstance(event, events.Activated)]
    yield "question", _microseconds(lambda event: game.may_use(event.copy, event.action, event.player), asked)
    yield "copy", _microseconds(lambda _: game.copy(), coming)
    yield "undo", _microseconds(lambda _: game.undo(), coming)
    for event in coming:
        game.apply(event)


def _microseconds(do: Callable[[Any], object], things: list[Any]) -> float:
    return timed(lambda: [do(thing) for thing in things]) / len(things) * 1e6


if __name__ == "__main__":
    main()
