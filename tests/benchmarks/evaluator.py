"""Measure what an event, a question, a copy and an undo cost in a game of 100, 10,000 and 1,000,000 events.

Two players with 40 cards a side from the bundled sample: Summons, activations that resolve or are negated, what is
applied, copies that leave and come back. Beside the evaluator stands a loop that keeps one number for each event in a
dict. With ``--against CHECKOUT`` the code of another checkout plays the same rounds in turn, and ratios are printed.
"""

from __future__ import annotations

import argparse
import gc
import json
import os
import random
import sqlite3
import subprocess
import sys
from itertools import islice
from pathlib import Path
from statistics import median
from time import process_time
from typing import TYPE_CHECKING, Any

import onceper
from onceper.evaluator import event as events
from onceper.evaluator.action import Action
from onceper.evaluator.evaluator import Evaluator
from onceper.resources import resource

if TYPE_CHECKING:
    from collections.abc import Callable, Iterable, Iterator

    from onceper.contract.reading import CardReading
    from onceper.evaluator.event import Event

HERE = Path(__file__).resolve()
SIZES = (100, 10_000, 1_000_000)
ROUNDS = 5
SIDE = 40
USES_A_TURN = 12
# So much is timed in each round, behind the events that made the game so long.
TIMED = 2_000


def main() -> None:
    """Run the rounds, each arm in turn, and print a table."""
    arguments = argparse.ArgumentParser(description=__doc__)
    arguments.add_argument("--against", type=Path, metavar="CHECKOUT", help="play the code of this checkout too")
    arguments.add_argument("--sizes", type=int, nargs="+", default=SIZES, help="events in the games")
    arguments.add_argument("--rounds", type=int, default=ROUNDS)
    arguments.add_argument("--worker", action="store_true", help=argparse.SUPPRESS)
    told = arguments.parse_args()
    if told.worker:
        _work(told.sizes)
        return
    checkouts = [HERE.parents[2], *([told.against.resolve()] if told.against else [])]
    workers = [_start(checkout, told.sizes) for checkout in checkouts]
    rounds = [[_ask(worker) for worker in workers] for _ in range(told.rounds)]
    print(f"microseconds each, medians of {told.rounds} rounds" + (", and times the other" if told.against else ""))
    for what in rounds[0][0]:
        # What the other checkout cannot do it has no time for.
        mine, *others = (median(one.get(what, 0) for one in arm) for arm in zip(*rounds, strict=True))
        ratio = "".join(f"{other:>10.2f}{mine / other:>8.2f}x" for other in others if other)
        print(f"{what:<28}{mine:>10.2f}{ratio}")


def _start(checkout: Path, sizes: Iterable[int]) -> subprocess.Popen[str]:
    command = [sys.executable, str(HERE), "--worker", "--sizes", *map(str, sizes)]
    environment = {**os.environ, "PYTHONPATH": str(checkout / "parser")}
    return subprocess.Popen(command, stdin=subprocess.PIPE, stdout=subprocess.PIPE, text=True, env=environment)


def _ask(worker: subprocess.Popen[str]) -> dict[str, float]:
    """Let a worker play one round, and return what each thing took."""
    assert worker.stdin
    assert worker.stdout
    print(file=worker.stdin, flush=True)
    return dict(json.loads(worker.stdout.readline()))


def _work(sizes: Iterable[int]) -> None:
    """Play one round for each line that comes in."""
    cards = _cards()
    games = {size: (Evaluator(cards), _play(cards)) for size in sizes}
    for size, (game, log) in games.items():
        for event in islice(log, size):
            game.apply(event)
    # What is collected before each timing is its own.
    gc.freeze()
    for _ in sys.stdin:
        took = {"dict update": _time_updates(_play(cards))}
        for size, (game, log) in games.items():
            took |= {f"{what}, {size:,} events": each for what, each in _time_game(game, log).items()}
        print(json.dumps(took), flush=True)


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
            yield events.Summoned(copy, Action.special_summon(), player, f"s{used}")
            yield events.Activated(copy, effect, player, id_)
            ends: list[Event] = [events.Resolved(id_), events.ActivationNegated(id_), events.EffectNegated(id_)]
            yield chance.choice(ends)
            yield events.ChainEnded()
            yield events.Applied(copy, effect, player, f"p{used}")
            yield events.Occurred("attack", player, copy)
            yield events.LeftLocation(copy, "graveyard")
        turn += 1
        yield events.TurnEnded("AB"[turn % 2])


def _time_updates(log: Iterator[Event]) -> float:
    counts: dict[type, int] = {}

    def count(event: Event) -> None:
        counts[type(event)] = counts.get(type(event), 0) + 1

    return _time(count, [*islice(log, TIMED)])


def _time_game(game: Evaluator, log: Iterator[Event]) -> dict[str, float]:
    """Return what each thing takes in a game, which is as long afterwards as before but for where the log goes on."""
    coming = [*islice(log, TIMED)]
    took = {"event": _time(game.apply, coming)}
    asked = [event for event in coming if isinstance(event, events.Activated)]
    questions = (asked * (TIMED // len(asked) + 1))[:TIMED]
    took["question"] = _time(lambda event: game.may_use(event.copy, event.action, event.player), questions)
    if hasattr(game, "copy"):
        took["copy"] = _time(lambda _: game.copy(), coming)
    took["undo"] = _time(lambda _: game.undo(), coming)
    for event in coming:
        game.apply(event)
    return took


def _time(do: Callable[[Any], object], things: list[Any]) -> float:
    """Return the microseconds that each of these took."""
    gc.collect()
    gc.disable()
    start = process_time()
    for thing in things:
        do(thing)
    took = process_time() - start
    gc.enable()
    return took / len(things) * 1e6


if __name__ == "__main__":
    main()
