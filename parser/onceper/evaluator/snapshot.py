"""A game as one record: what was told, from which the same state follows."""

from __future__ import annotations

from msgspec import UNSET, Struct, UnsetType

from onceper.errors import OnceperError
from onceper.evaluator.event import Event


class SnapshotError(OnceperError):
    """A snapshot cannot be restored here."""


class Snapshot(Struct, frozen=True):
    """Hold a whole game of an `Evaluator`, as JSON too: the events that were applied.

    One of an older version can be decoded, so that `restore` says what to do.
    """

    schema_version: int
    players: tuple[str, str]
    events: tuple[Event, ...] | UnsetType = UNSET
