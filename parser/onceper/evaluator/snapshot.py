"""A state as one record, whose decoding is most of its check."""

from __future__ import annotations

from typing import TYPE_CHECKING

import msgspec
from msgspec import UNSET, Struct, UnsetType
from msgspec.structs import replace

from onceper.contract import SCHEMA_VERSION
from onceper.errors import OnceperError
from onceper.evaluator.changes import find_in_chain
from onceper.evaluator.state import Clock, Copy, Count, Fate, Mapped, State, Use, walk

if TYPE_CHECKING:
    from onceper.evaluator.cards import Cards

_REPLAY = "restore it where it was taken, or apply the events of the game once more"


class SnapshotError(OnceperError):
    """A snapshot cannot be restored here."""


class Snapshot(Struct, frozen=True):
    """Hold the whole state of an `Evaluator`, as JSON too.

    ``readings`` is the fingerprint of the cards' readings, to whose limits and effects the uses belong. ``fates`` say
    what became of an id, and ``declined`` are those of which a player made nothing. One of an older version can be
    decoded, so that `restore` says what to do.
    """

    schema_version: int
    readings: str
    players: tuple[str, str]
    applied: Count
    clock: Clock
    copies: dict[str, Copy]
    log: tuple[Use, ...] | UnsetType = UNSET
    fates: dict[str, Fate] = {}
    declined: tuple[str, ...] = ()

    def __repr__(self) -> str:
        return (
            f"{type(self).__name__}(players={self.players!r}, applied={self.applied}, copies={len(self.copies)}, ...)"
        )


def take_snapshot(state: State, applied: int, cards: Cards) -> Snapshot:
    """Return the whole state, with the fingerprint of the readings."""
    told = state.told.to_dict()
    return Snapshot(
        SCHEMA_VERSION,
        cards.fingerprint,
        cards.players,
        applied,
        state.clock,
        state.copies.to_dict(),
        tuple(walk(state.log))[::-1],
        {id_: one.fate for id_, one in told.items() if one.fate},
        tuple(id_ for id_, one in told.items() if one.declined),
    )


def restore_state(snapshot: Snapshot, cards: Cards) -> State:
    """Return the state that a snapshot holds.

    Raises:
        SnapshotError: it is of another version, of other players or readings, or damaged.
    """
    if not isinstance(snapshot, Snapshot):
        raise SnapshotError(f"{type(snapshot).__name__!r} is no snapshot", expected="what `snapshot` returns")
    for name, wanted in (("schema_version", SCHEMA_VERSION), ("players", cards.players)):
        if getattr(snapshot, name) != wanted:
            what = f"taken with {name} {getattr(snapshot, name)!r}"
            raise SnapshotError(what, expected=f"{wanted!r}", remedy=_REPLAY)
    if snapshot.readings != cards.fingerprint:
        raise SnapshotError("taken with other readings of the cards", expected="the same ones", remedy=_REPLAY)
    try:
        return _rebuild(msgspec.msgpack.decode(msgspec.msgpack.encode(snapshot), type=Snapshot), cards)
    except (OnceperError, msgspec.MsgspecError, ValueError, LookupError, TypeError, RecursionError) as error:
        what = error.what if isinstance(error, OnceperError) else str(error)
        raise SnapshotError(f"damaged: {what}", expected="a snapshot as it was taken", remedy=_REPLAY) from error


def _rebuild(snapshot: Snapshot, cards: Cards) -> State:
    """Return the state, in which whatever is spoken of is there."""
    passing = {id_ for id_, copy in snapshot.copies.items() if any(gained.until for gained in copy.gained)}
    state = State(snapshot.clock, Mapped((snapshot.copies,)), passing=frozenset(passing))
    copies = [*snapshot.copies.values()]
    if snapshot.log is UNSET:
        raise ValueError("no log")
    for use in snapshot.log:
        copies += (copy for copy in (use.copy, use.to) if copy)
        others = (use.told.copy, getattr(use.told, "to", None), use.action.target)
        if use.number != state.number or (use.copy is None) is not (use.told.copy is None):
            raise ValueError(f"use {use.number} is not in its place")
        for other in filter(None, others):
            state.find_copy(other)
        for player in (use.told.player, use.when.player):
            cards.check_player(player)
        state = state.with_use(use, cards.find_keys(use))
    for copy in copies:
        cards.check_player(copy.controller)
        for name in (copy.name, *(gained.of for gained in copy.gained)):
            cards.limits[name]
        for other in filter(None, (copy.under, *copy.covers)):
            state.find_copy(other)
    cards.check_player(state.clock.player)
    if state.clock.resolving:
        find_in_chain(state, state.clock.resolving)
    told = state.told.to_dict()
    for id_ in {*snapshot.fates, *snapshot.declined}:
        if id_ not in told:
            raise ValueError(f"what became of {id_!r}, which is not there")
        told[id_] = replace(told[id_], fate=snapshot.fates.get(id_), declined=id_ in snapshot.declined)
    return replace(state, told=Mapped((told,)))
