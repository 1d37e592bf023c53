"""How often what limits count has happened, by whom and in which time."""

from __future__ import annotations

from typing import TYPE_CHECKING

from onceper.evaluator.state import Tally

if TYPE_CHECKING:
    from collections.abc import Iterable

    from onceper.evaluator.clock import Clock
    from onceper.evaluator.counted_limit import CountedLimit
    from onceper.evaluator.event import Activated, Occurred, Summoned
    from onceper.evaluator.state import State, Watched
    from onceper.evaluator.table import KnownAction, Table, Watch

# What a card does that comes to the field.
_ARRIVALS = {"summon", "special_summon"}


class Tallies:
    """Count what happens, whether or not a card that looks at it is there yet."""

    def __init__(self, table: Table, state: State) -> None:
        self._table = table
        self._state = state

    def count_occurrences(self, counted: CountedLimit, copy: str, player: str) -> int:
        """Return how often what the limit counts has happened in its period, for the player "you"."""
        if counted.watched.by != "player":
            return self._count(counted, self._as_doer(copy))
        match counted.limit.event.whose if counted.limit.event else "own":
            case "own":
                return self._count(counted, player)
            case "opponent":
                return sum(self._count(counted, other) for other in self._table.players if other != player)
            case _:
                return sum(self._count(counted, doer) for doer in self._table.players)

    def count_ceiling(self, counted: CountedLimit, source: str, player: str, besides: str | None) -> int:
        """Return how often the player has done in its period what a ceiling of the source counts."""
        doer = self._as_doer(source, player) if counted.watched.by == "source" else player
        tally = self._find_tally(counted.watched, doer)
        # Who is Summoned together with others was counted with them, where Summons are counted.
        is_counted = (
            besides is not None and not tally.watched.counts_each and tally in self._state.tallied.get(besides, ())
        )
        return self._state.tallies.get(tally, 0) - is_counted

    def add_told(self, event: Occurred) -> None:
        """Count what was told as such; Summons and activations that are counted by themselves are not counted twice."""
        for watch in self._table.watches.get(event.what, ()):
            if not watch.counts_by_itself and self._fits(watch, event.copy, event.to, event.objects):
                self._add(self._find_tallies(watch, event.player, event.copy, event.to))

    def add_done(self, event: Activated | Summoned, known: KnownAction) -> None:
        """Count a Summon or an activation by itself; monsters that come together by one are one Summon."""
        state = self._state
        before = state.tallied.get(event.id, ())
        found: list[Tally] = []
        for what in known.counted_as:
            for watch in self._table.watches.get(what, ()):
                kind = watch.watched.summon_kind
                is_of_sort = not known.sorts.isdisjoint(watch.sorts)
                fits = is_of_sort or self._fits(watch, event.copy, objects=event.action.objects)
                if (not kind or kind in known.summon_kinds) and fits:
                    found += [
                        tally
                        for tally in self._find_tallies(watch, event.player, event.copy, id_=event.id)
                        if watch.watched.counts_each or tally not in before
                    ]
        if found:
            self._add(found)
            state.write(state.tallied, event.id, (*before, *found))

    def give_back(self, id_: str) -> None:
        """Take what was negated out of the ceilings that give it back."""
        state = self._state
        for tally in state.tallied.get(id_, ()):
            if tally.watched.is_given_back:
                state.write(state.tallies, tally, state.tallies[tally] - 1)

    def _add(self, tallies: Iterable[Tally]) -> None:
        for tally in tallies:
            self._state.write(self._state.tallies, tally, self._state.tallies.get(tally, 0) + 1)

    def _fits(self, watch: Watch, copy: str | None, to: str | None = None, objects: tuple[str, ...] = ()) -> bool:
        thing = watch.watched.object
        if not thing or watch.watched.by == "target" or thing in objects:
            return True
        involved = [self._state.copies[other] for other in (copy, to) if other is not None]
        return any(thing in {known.name, known.called} for known in involved)

    def _find_tallies(
        self, watch: Watch, player: str, copy: str | None, to: str | None = None, id_: str = ""
    ) -> list[Tally]:
        watched = watch.watched
        match watched.by:
            case "player":
                doers = [player]
            case "source":
                # A Summon by an effect is over before what the monster says begins (ygopro-core, `special_summon`).
                but = (copy, *self._state.find_together(id_)) if watched.what in _ARRIVALS else ()
                applies = [
                    id_
                    for id_, known in self._state.find_sources(but)
                    if known.name in watch.cards and (known.location == "field" or "fortress" in watch.sorts)
                ]
                doers = [self._as_doer(source, player) for source in applies]
            case "copy":
                doers = [] if copy is None else [self._as_doer(copy)]
            case "target":
                doers = [] if to is None else [self._as_doer(to)]
        return [self._find_tally(watched, doer) for doer in doers]

    def _count(self, counted: CountedLimit, doer: str) -> int:
        return self._state.tallies.get(self._find_tally(counted.watched, doer), 0)

    def _find_tally(self, watched: Watched, doer: str) -> Tally:
        return Tally(watched, doer, epoch_of(watched.period, self._state.clock))

    def _as_doer(self, copy: str, player: str = "") -> str:
        """Return the name under which is counted what one copy does, or a player before it, while it stays there."""
        known = self._state.copies[copy]
        return f"{copy}/{known.stay}/{known.flips}/{player}" if player else f"{copy}/{known.stay}"


def epoch_of(period: str | None, clock: Clock) -> int:
    """Return how many such periods have ended, zero where it never ends."""
    match period:
        case "turn":
            return clock.turns
        case "chain":
            return clock.chains
        case "attack":
            return clock.attacks
        case "battle":
            return clock.battles
        case "phase":
            return clock.phases
        case _:
            return 0
