"""What a snapshot must hold to be restored: a part that is missing would break, or answer wrongly, much later."""

from __future__ import annotations

from typing import TYPE_CHECKING

import msgspec

from onceper.contract import SCHEMA_VERSION
from onceper.errors import OnceperError
from onceper.evaluator.event import Activated, Applied
from onceper.evaluator.state import UNNAMED, Snapshot, SnapshotError

if TYPE_CHECKING:
    from collections.abc import Iterator

    from onceper.evaluator.action import Action
    from onceper.evaluator.event import Declined, EffectsGained, Occurred, Stated, Summoned
    from onceper.evaluator.state import CopyState
    from onceper.evaluator.table import Table

    _Kept = Activated | Applied | Summoned | Declined | Occurred

_encode = msgspec.msgpack.Encoder().encode
_decode = msgspec.msgpack.Decoder(Snapshot).decode
_AS_TAKEN = "a snapshot as it was taken"
_REPLAY = "restore it where it was taken, or apply the events of the game once more"


def check_snapshot(snapshot: Snapshot, table: Table) -> None:
    """Refuse what cannot be restored in a game with these readings and players.

    Raises:
        SnapshotError: it is of another version, of other players or readings, or damaged.
    """
    if not isinstance(snapshot, Snapshot):
        raise SnapshotError(f"{type(snapshot).__name__!r} is no snapshot", expected="what `snapshot` returns")
    if snapshot.schema_version != SCHEMA_VERSION:
        expected, version = f"{SCHEMA_VERSION}", snapshot.schema_version
        raise SnapshotError(f"schema version {version}", expected=expected, remedy=_REPLAY)
    try:
        _decode(_encode(snapshot))
    except (msgspec.MsgspecError, TypeError, ValueError, RecursionError) as error:
        raise SnapshotError(f"damaged: {error}", expected=_AS_TAKEN) from error
    if snapshot.players != table.players:
        raise SnapshotError(f"the players {snapshot.players!r}", expected=f"{table.players!r}")
    if snapshot.readings != table.fingerprint:
        raise SnapshotError("taken with other readings of the cards", expected="the same ones", remedy=_REPLAY)
    for wrong in _find_wrong(snapshot, table):
        raise SnapshotError(f"damaged: {wrong}", expected=_AS_TAKEN)


def _find_wrong(snapshot: Snapshot, table: Table) -> Iterator[str]:
    """Yield each reference to what is not in the snapshot or the game."""
    clock = snapshot.clock
    if clock.player not in table.players:
        yield f"the turn of {clock.player!r}"
    if clock.resolving is not None and not isinstance(snapshot.records.get(clock.resolving), Activated):
        yield f"activation {clock.resolving!r} resolves, which is not there"
    for id_, copy in snapshot.copies.items():
        yield from _find_wrong_copy(id_, copy, snapshot, table)
    kept: dict[str, _Kept] = {**snapshot.records, **snapshot.unnamed}
    for id_, record in kept.items():
        yield from _find_wrong_record(id_, record, snapshot, table)
    yield from _find_wrong_ids(snapshot)
    yield from _find_wrong_counts(snapshot, table)


def _find_wrong_copy(id_: str, copy: CopyState, snapshot: Snapshot, table: Table) -> Iterator[str]:
    cards = {copy.name, *(gained.of for gained in copy.gained)}
    if not cards <= table.texts.keys() or copy.controller not in table.players:
        yield f"copy {id_!r} is of no card or player of the game"
    told: tuple[EffectsGained | Stated, ...] = (*copy.gained, *copy.stated)
    if any(one.copy != id_ for one in told):
        yield f"copy {id_!r} has what was told of another"
    for other in (copy.under, *copy.covers):
        if other is not None and other not in snapshot.copies:
            yield f"copy {id_!r} lies over or under {other!r}, which is not there"


def _find_wrong_record(id_: str, record: _Kept, snapshot: Snapshot, table: Table) -> Iterator[str]:
    action: Action | None = getattr(record, "action", None)
    copy: str | None = getattr(record, "copy", None)
    copies = {copy, getattr(record, "to", None), action and action.target} - {None}
    if not copies <= snapshot.copies.keys() or record.player not in table.players:
        yield f"{id_!r} is of no copy or player of the game"
    elif action:
        try:
            table.look_up(snapshot.copies[copy or ""], action)
        except (OnceperError, KeyError):
            yield f"{id_!r} is an action that its card does not have"
    if id_ in snapshot.records and getattr(record, "id", None) != id_.partition(UNNAMED)[0]:
        yield f"{id_!r} is kept under another id"


def _find_wrong_ids(snapshot: Snapshot) -> Iterator[str]:
    records, known = snapshot.records, snapshot.records.keys() | snapshot.unnamed.keys()
    told = {id_ for id_, record in records.items() if UNNAMED not in id_ and not isinstance(record, Applied)}
    repeated = {
        f"{id_}{UNNAMED}{n}" for id_, times in snapshot.repeats.items() for n in range(1, min(times, len(records)) + 1)
    }
    if told != snapshot.chains.keys() or any(number > snapshot.clock.chains for number in snapshot.chains.values()):
        yield "the Chains are not those of the activations and Summons"
    if repeated != {id_ for id_ in records if UNNAMED in id_} or len(repeated) != sum(snapshot.repeats.values()):
        yield "what was told again under one id is not all there"
    for name, ids in (
        ("fates", snapshot.fates.keys()),
        ("latest", set(snapshot.latest.values())),
        ("tallied", snapshot.tallied.keys()),
    ):
        if not ids <= records.keys():
            yield f"{name} of ids that are not there"
    if not snapshot.spent.keys() <= known:
        yield "uses of ids that are not there"
    clock, fates = snapshot.clock, snapshot.fates
    links = [id_ for id_ in told if snapshot.chains.get(id_) == clock.chains and isinstance(records[id_], Activated)]
    if (clock.links, clock.pending) != (len(links), sum(id_ not in fates for id_ in links)):
        yield "the present Chain has other links"


def _find_wrong_counts(snapshot: Snapshot, table: Table) -> Iterator[str]:
    keys = {counted.key for card in table.limits.values() for counted in card} | {
        governing.counted.key for _, governing in table.rules
    }
    keys |= {key for ability in table.abilities.values() for key in ability.values()}
    holders = snapshot.copies.keys() | {*table.players, ""}
    accounts = {account for account, _ in snapshot.uses}
    spent = {(id_, account) for id_, of_id in snapshot.spent.items() for account in of_id}
    if any((use, account) not in spent for account, uses in snapshot.uses for use in uses):
        yield "a count has a use that its id does not know of"
    for account in (*accounts, *snapshot.missed, *(account for _, account in spent)):
        if account.limit not in keys or account.holder not in holders:
            yield f"a count under {account.limit!r} of {account.holder!r}, which the game does not have"
    if not {account for _, account in spent} <= accounts:
        yield "a use was counted where there is no count"
    watched = {watch.watched for watches in table.watches.values() for watch in watches}
    tallies = {tally for tally, _ in snapshot.tallies}
    if not {tally.watched for tally in tallies} <= watched:
        yield "a count of what no limit counts"
    if not {tally for of_id in snapshot.tallied.values() for tally in of_id} <= tallies:
        yield "an occurrence was counted where there is no count"
