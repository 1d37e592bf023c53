"""Compare the evaluator with a bare loop that updates a dict, the two in turn, and print events per second.

A Duel of 40 cards a side from the bundled sample, with the events of 400 turns built beforehand: Summons,
activations that resolve or are negated, what is applied, copies that leave and come back. The bare loop keeps one
number for each event. The last line is the question "may this be used now".
"""

from __future__ import annotations

import gc
import random
import sqlite3
from statistics import median
from time import process_time
from typing import TYPE_CHECKING

import onceper
from onceper.evaluator import event as events
from onceper.evaluator.action import Action
from onceper.evaluator.evaluator import Evaluator
from onceper.resources import resource

if TYPE_CHECKING:
    from onceper.contract.reading import CardReading
    from onceper.evaluator.event import Event

ROUNDS = 7
SIDE = 40
TURNS = 400
USES_A_TURN = 12


def main() -> None:
    """Run the arms in turn and print a table."""
    cards = _cards()
    log = _log(cards)
    seconds: dict[str, list[float]] = {"dict update": [], "evaluator": [], "questions": []}
    for _ in range(ROUNDS):
        seconds["dict update"].append(_timed_updates(log))
        game = Evaluator(cards)
        seconds["evaluator"].append(_timed_events(game, log))
        seconds["questions"].append(_timed_questions(game, log))
    bare = median(seconds["dict update"])
    print(f"{len(log):,} events, 2 x {SIDE} copies of {len(cards)} cards, {ROUNDS} rounds, medians")
    print(f"{'arm':<14}{'a second':>12}{'us each':>10}{'times bare':>12}")
    for arm, times in seconds.items():
        each = median(times) / len(log)
        print(f"{arm:<14}{1 / each:>12,.0f}{each * 1e6:>10.2f}{median(times) / bare:>12.1f}")


def _cards() -> list[CardReading]:
    database = sqlite3.connect(resource("corpora/sample") / "cards.en.cdb")
    texts = dict(database.execute("SELECT name, desc FROM texts ORDER BY id"))
    readings = [onceper.read(text, lang="en", game="yugioh", name=name) for name, text in texts.items()]
    return [reading for reading in readings if reading.effects][:SIDE]


def _log(cards: list[CardReading]) -> list[Event]:
    chance = random.Random(8)  # noqa: S311  Nothing here is a secret
    log: list[Event] = []
    copies = {}
    for player in "AB":
        for number in range(SIDE):
            card = cards[number % len(cards)]
            copies[f"{player}{number}"] = card
            log.append(events.Appeared(f"{player}{number}", str(card.name), player, "deck"))
    used = 0
    for turn in range(TURNS):
        player = "AB"[turn % 2]
        for _ in range(USES_A_TURN):
            used += 1
            copy, id_ = f"{player}{chance.randrange(SIDE)}", f"x{used}"
            effect = Action.use(chance.randrange(len(copies[copy].effects)) + 1)
            log.append(events.Summoned(copy, Action.special_summon(), player, f"s{used}"))
            log.append(events.Activated(copy, effect, player, id_))
            ends: list[Event] = [events.Resolved(id_), events.ActivationNegated(id_), events.EffectNegated(id_)]
            log.append(chance.choice(ends))
            log.append(events.ChainEnded())
            log.append(events.Applied(copy, effect, player, f"p{used}"))
            log.append(events.Occurred("attack", player, copy))
            log.append(events.LeftLocation(copy, "graveyard"))
        log.append(events.TurnEnded("AB"[(turn + 1) % 2]))
    return log


def _timed_updates(log: list[Event]) -> float:
    counts: dict[type, int] = {}
    gc.collect()
    start = process_time()
    for event in log:
        kind = type(event)
        counts[kind] = counts.get(kind, 0) + 1
    return process_time() - start


def _timed_events(game: Evaluator, log: list[Event]) -> float:
    gc.collect()
    start = process_time()
    for event in log:
        game.apply(event)
    return process_time() - start


def _timed_questions(game: Evaluator, log: list[Event]) -> float:
    asked = [(event.copy, event.action, event.player) for event in log if isinstance(event, events.Activated)]
    # As many questions as there are events.
    asked = (asked * (len(log) // len(asked) + 1))[: len(log)]
    gc.collect()
    start = process_time()
    for copy, action, player in asked:
        game.may_use(copy, action, player)
    return process_time() - start


if __name__ == "__main__":
    main()
