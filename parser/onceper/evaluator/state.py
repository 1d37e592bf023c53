"""All that changes during a Duel: tables of immutable values, in which every write can be taken back."""

from __future__ import annotations

from typing import Any, NamedTuple, TypeVar

from msgspec import Struct

from onceper.contract import SCHEMA_VERSION
from onceper.errors import OnceperError
from onceper.evaluator.event import Activated, Applied, CardType, Declined, Location, Occurred, Summoned

Key = TypeVar("Key")
Value = TypeVar("Value")

_ABSENT: Any = object()


class NothingToUndoError(OnceperError):
    """No event is left that could be taken back."""


class SnapshotError(OnceperError):
    """A snapshot cannot be restored here."""


class CopyState(Struct, frozen=True, gc=False):
    """Hold what is known of one copy.

    ``stay`` counts the places it has left, ``flips`` how often it was turned face-down, ``flips_by_other`` how
    often not by its own effect: what is counted "while it is there" is counted beside these numbers.
    """

    name: str
    controller: str
    location: Location | None = "field"
    face_up: bool = True
    card_type: CardType | None = None
    called: str | None = None
    stay: int = 0
    flips: int = 0
    flips_by_other: int = 0
    negated: bool = False
    gained: tuple[str, ...] = ()

    @property
    def is_face_down_on_field(self) -> bool:
        """Tell whether the copy lies face-down on the field, where its effects do not apply."""
        return self.location == "field" and not self.face_up

    @property
    def is_face_up_on_field(self) -> bool:
        """Tell whether the copy can be seen on the field."""
        return self.location == "field" and self.face_up


class Account(NamedTuple):
    """Identify one count of uses.

    ``holder`` is a copy or a player. ``part`` is the action, where every action has a count of its own.
    ``epoch`` is the time in which it counts: a later turn, or a later stay of the copy, is another account, so
    that nothing has to be reset.
    """

    holder: str
    limit: str
    part: str
    epoch: tuple[int, ...]


class Tally(NamedTuple):
    """Identify one count of occurrences: of what, to what, by which player or copy, in which time."""

    what: str
    object: str
    doer: str
    period: str
    epoch: int


class Snapshot(Struct, frozen=True, forbid_unknown_fields=True):
    """Hold the whole state of an `Evaluator`, as JSON too; equal states have equal snapshots."""

    schema_version: int
    players: tuple[str, str]
    applied: int
    numbers: dict[str, int]
    now: dict[str, str | None]
    copies: dict[str, CopyState]
    records: dict[str, Activated | Applied | Summoned]
    applications: dict[str, Applied]
    unnamed: dict[str, Declined | Occurred]
    chains: dict[str, int]
    fates: dict[str, str]
    spent: dict[str, tuple[Account, ...]]
    uses: tuple[tuple[Account, tuple[str, ...]], ...]
    tallies: tuple[tuple[Tally, int], ...]
    missed: tuple[Account, ...]


class State:
    """Hold the tables and the journal of what each event wrote into them."""

    def __init__(self, first_player: str) -> None:
        self.applied = 0
        self.numbers = dict.fromkeys(("turn", "chain", "attack", "battle", "phase", "over"), 0)
        self.now: dict[str, str | None] = {"player": first_player, "phase": None, "resolving": None}
        self.copies: dict[str, CopyState] = {}
        self.records: dict[str, Activated | Applied | Summoned] = {}
        self.applications: dict[str, Applied] = {}
        self.unnamed: dict[str, Declined | Occurred] = {}
        self.chains: dict[str, int] = {}
        self.fates: dict[str, str] = {}
        self.spent: dict[str, tuple[Account, ...]] = {}
        self.uses: dict[Account, tuple[str, ...]] = {}
        self.tallies: dict[Tally, int] = {}
        self.missed: dict[Account, bool] = {}
        self._journal: list[list[tuple[dict[Any, Any], Any, Any]]] = []

    def begin(self) -> None:
        """Start the journal of one event."""
        self._journal.append([])
        self.applied += 1

    def write(self, table: dict[Key, Value], key: Key, value: Value) -> None:
        """Set one value, in a way that can be taken back."""
        self._journal[-1].append((table, key, table.get(key, _ABSENT)))
        table[key] = value

    def undo(self) -> None:
        """Take back all that the last event wrote.

        Raises:
            NothingToUndoError: there is no event since the start, or since the last restore.
        """
        if not self._journal:
            raise NothingToUndoError("no event to take back", expected="an event applied since the start or restore")
        for table, key, before in reversed(self._journal.pop()):
            if before is _ABSENT:
                del table[key]
            else:
                table[key] = before
        self.applied -= 1

    def snapshot(self, players: tuple[str, str]) -> Snapshot:
        """Return a copy of the whole state."""
        return Snapshot(
            SCHEMA_VERSION,
            players,
            self.applied,
            dict(self.numbers),
            dict(self.now),
            dict(sorted(self.copies.items())),
            dict(sorted(self.records.items())),
            dict(sorted(self.applications.items())),
            dict(sorted(self.unnamed.items())),
            dict(sorted(self.chains.items())),
            dict(sorted(self.fates.items())),
            dict(sorted(self.spent.items())),
            tuple(sorted(self.uses.items())),
            tuple(sorted(self.tallies.items())),
            tuple(sorted(self.missed)),
        )

    def restore(self, snapshot: Snapshot) -> None:
        """Become what the snapshot holds; nothing before it can be taken back any more.

        Raises:
            SnapshotError: parts of it are missing.
        """
        missing = (self.numbers.keys() - snapshot.numbers.keys()) | (self.now.keys() - snapshot.now.keys())
        if missing:
            raise SnapshotError(f"{', '.join(sorted(missing))} missing", expected="a snapshot as it was taken")
        self.applied = snapshot.applied
        self.numbers = dict(snapshot.numbers)
        self.now = dict(snapshot.now)
        self.copies = dict(snapshot.copies)
        self.records = dict(snapshot.records)
        self.applications = dict(snapshot.applications)
        self.unnamed = dict(snapshot.unnamed)
        self.chains = dict(snapshot.chains)
        self.fates = dict(snapshot.fates)
        self.spent = dict(snapshot.spent)
        self.uses = dict(snapshot.uses)
        self.tallies = dict(snapshot.tallies)
        self.missed = dict.fromkeys(snapshot.missed, True)
        self._journal.clear()
