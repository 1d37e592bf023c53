"""Which counts go up by what happens, and which are given back."""

from __future__ import annotations

from typing import TYPE_CHECKING

from onceper.evaluator.action import Action
from onceper.evaluator.counting import ability_key, by_copy, counts_by_itself
from onceper.evaluator.state import Account, Tally

if TYPE_CHECKING:
    from onceper.evaluator.counting import Counted, Happening, Undone
    from onceper.evaluator.event import Activated, Applied, Declined, Summoned
    from onceper.evaluator.state import CopyState, State
    from onceper.evaluator.table import Table


class Spending:
    """Count uses and occurrences in the state."""

    def __init__(self, table: Table, state: State) -> None:
        self._table = table
        self._state = state

    def occurrences(self, counted: Counted, copy: str, player: str) -> int:
        """Return how often what the limit counts has happened in its period."""
        state = self._state
        tallies = counted.tallies(copy, player, self._table.players, state.numbers, state.copies[copy].stay)
        return sum(state.tallies.get(tally, 0) for tally in tallies)

    def account(self, counted: Counted, part: str, copy: str, player: str) -> Account:
        """Return the count that a use by this player adds to now; of an ordinal, each occurrence has one."""
        state = self._state
        account = counted.account(counted.holder(copy, player), part, state.numbers, state.copies[copy])
        if counted.manner == "ordinal":
            nth = self.occurrences(counted, copy, player)
            account = account._replace(part=f"{part} for {player}", epoch=(*account.epoch, nth))
        return account

    def by(self, event: Activated | Applied | Summoned | Declined, id_: str, copy: CopyState, how: Happening) -> None:
        """Count what was done with a copy under this id, for every limit that is spent by it."""
        for counted, part in self._table.governing(copy, event.action):
            if how in counted.spent_by:
                self._add(self.account(counted, part, event.copy, event.player), id_)

    def missed(self, copy: str) -> None:
        """Take from a copy that arrives what has occurred before (DM 1): it reacts to the next time at the earliest."""
        state = self._state
        known = state.copies[copy]
        for counted in self._table.limits(known.name):
            if counted.manner == "ordinal" and not counted.is_about_to:
                for effect in counted.limit.applies_to.effects:
                    part = counted.part(Action.use(effect, field=counted.field))
                    account = self.account(counted, part, copy, known.controller)
                    if account.epoch[-1]:
                        state.write(state.missed, account, True)

    def by_resolving(self, event: Activated | Summoned) -> None:
        """Count what has resolved, for every limit that looks back at it.

        Cards look back over different times at one keyword ability: the turn, the attack, the game.
        """
        numbers = self._state.numbers
        for counted, part in self._table.governing(self._state.copies[event.copy], event.action):
            if counted.limit.kind == "ability" and counted.limit.name:
                for period in self._table.abilities[counted.limit.name]:
                    key = ability_key(counted.limit.name, period)
                    self._add(Account(event.player, key, "", (numbers.get(period, 0),)), event.id)
            elif "resolved" in counted.spent_by:
                self._add(self.account(counted, part, event.copy, event.player), event.id)

    def by_rules(self, kind: str, copy: str, player: str, id_: str, *, is_additional: bool = False) -> None:
        """Count what the rulebook limits; an additional Normal Summon is not the player's own of the turn."""
        for rule, counted in self._table.rules:
            if kind not in rule.spent_by or (is_additional and rule.scope == "player"):
                continue
            if not rule.spent_by_turn_player or player == self._state.now["player"]:
                self._add(self.account(counted, "", copy, player), id_)

    def give_back(self, id_: str, undone: Undone) -> None:
        """Take a use out of the counts of the limits that give it back."""
        state = self._state
        record = state.records[id_]
        limits = self._table.limits(record.action.of or state.copies[record.copy].name)
        keys = {counted.key for counted in limits if undone in counted.given_back_if}
        for account in state.spent.get(id_, ()):
            if account.limit in keys:
                kept = tuple(use for use in state.uses[account] if use != id_)
                state.write(state.uses, account, kept)

    def tally(
        self,
        what: str,
        player: str,
        copy: str | None,
        to: str | None = None,
        objects: tuple[str, ...] = (),
        *,
        is_told: bool = False,
    ) -> None:
        """Count an occurrence, whether or not a card that looks at it is there yet.

        What is counted of Summons and activations by themselves is not counted once more where it ``is_told``.
        """
        state, numbers = self._state, self._state.numbers
        involved = [state.copies[id_] for id_ in (copy, to) if id_ is not None]
        named = {name for known in involved for name in (known.name, known.called)}
        for thing, period, by in self._table.watches.get(what, ()):
            if is_told and counts_by_itself(what, thing):
                continue
            if thing and by != "target" and thing not in objects and thing not in named:
                continue
            counted = {"player": None, "copy": copy, "target": to}[by]
            if by == "player":
                tally = Tally(what, thing, player, period, numbers.get(period, 0))
            elif counted is not None:
                tally = by_copy(what, thing, counted, state.copies[counted].stay, period, numbers)
            else:
                continue
            state.write(state.tallies, tally, state.tallies.get(tally, 0) + 1)

    def _add(self, account: Account, id_: str) -> None:
        state = self._state
        uses = state.uses.get(account, ())
        if id_ not in uses:
            state.write(state.uses, account, (*uses, id_))
            state.write(state.spent, id_, (*state.spent.get(id_, ()), account))
