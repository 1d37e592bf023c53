"""The record of one card with how much it has of each, for tables that hold no lists."""

from __future__ import annotations

from typing import Literal

from onceper.contract.reading import Plain

OncePerTurn = Literal["soft", "hard", "both", "none"]


class FlatCard(Plain, frozen=True, gc=False):
    """Hold how many limits of each sort a card has in one language, its texts together.

    ``card_no`` is the number of its first row. ``once_per_turn`` says which limits of one use in a turn it has: of one
    copy, by card name, both or none; ``soft_once_per_turn`` and ``hard_once_per_turn`` say how many. ``shared_limits``
    share one use between effects; ``per_duel`` hold for the Duel, whatever their kind. ``errors`` are texts that cannot
    be read.
    """

    card_no: int
    id: str
    name: str | None
    lang: str | None
    game: str | None
    once_per_turn: OncePerTurn
    limits: int
    soft_limits: int
    hard_limits: int
    gain_limits: int
    summon_limits: int
    control_limits: int
    ordinal_limits: int
    ability_limits: int
    event_limits: int
    cap_limits: int
    soft_once_per_turn: int
    hard_once_per_turn: int
    shared_limits: int
    per_duel: int
    effects: int
    unread: int
    errors: int
