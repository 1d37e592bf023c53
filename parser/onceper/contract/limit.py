"""The record of one usage limit."""

from __future__ import annotations

from typing import Annotated, Literal

from msgspec import Meta, Struct

from onceper.contract.span import Confidence, Source, Span

LimitKind = Literal["soft", "hard", "gain", "summon", "control", "ordinal", "ability", "event", "cap"]
Scope = Literal["copy", "name", "player", "ability"]
Period = Literal["turn", "duel", "chain", "battle", "attack", "phase", "while_there"]
WhoseTurn = Literal["any", "own", "opponent"]
Phase = Literal["draw", "standby", "main", "main1", "battle", "main2", "end"]
Verb = Literal["use", "activate", "apply", "gain", "summon", "special_summon", "control", "select", "do"]
Reference = Literal["this", "previous", "each", "one_of", "following", "preceding", "numbered", "card", "this_way"]
Names = Literal["card", "archetype", "ability"]
Player = Literal["you", "opponent", "each"]
SpentOn = Literal["activation", "use", "resolution", "application", "occurrence"]
ResetsOn = Literal["leaves_location", "flipped_face_down", "flipped_by_other"]
Whose = Literal["own", "opponent", "any", "this"]
SummonKind = Literal["normal", "tribute", "flip", "special", "fusion", "ritual", "synchro", "xyz", "pendulum", "link"]
CountsFrom = Literal["period", "presence"]
Owner = Literal["you", "any"]
OnControlChange = Literal["stays_spent", "own_count"]
# The five patterns of the definition of Duel Masters' ターン1, and its two supplements.
Pattern = Literal["1", "2", "3", "4", "5", "S1", "S2"]
Edition = Literal["paper", "plays"]


class AppliesTo(Struct, frozen=True, gc=False, repr_omit_defaults=True):
    """Say what a limit governs: effects by 1-based index, the card's activation, or a Summon.

    ``options`` are the 1-based indexes of the choices of its one effect that it binds, empty for all of that.
    """

    reference: Reference
    effects: tuple[int, ...] = ()
    options: tuple[int, ...] = ()
    activation: bool = False
    summon: bool = False


class CountedEvent(Struct, frozen=True, gc=False, repr_omit_defaults=True):
    """Say what an ordinal, event or cap limit counts: what happens, by whom, and of what (the printed words)."""

    what: str
    whose: Whose = "any"
    object: str = ""


class Limit(Struct, frozen=True, gc=False):
    """Hold one usage limit: how often, of what, for whom, when spent and when free again.

    ``span`` counts code points of the original text, and ``text == original[span[0]:span[1]]``.
    ``count`` is the number of uses allowed, or for an ordinal its place; null where the print gives no number, but says
    how many by ``count_text``. A limit with a ``condition`` holds only where that does. ``summon_kind`` is null where
    it is not about Summons, or about all kinds of them; ``counts_from`` is said of ceilings alone. ``spent_on`` and
    ``refunded_if_negated`` are rulings, null for a game that declares none.
    """

    kind: LimitKind
    scope: Scope
    period: Period | None
    whose_turn: WhoseTurn
    phase: Phase | None
    count: Annotated[int, Meta(ge=1)] | None
    count_text: str | None
    condition: str | None
    at_least: bool
    verb: Verb
    summon_kind: SummonKind | None
    shared: bool
    each_option: bool
    each_target: bool
    counts_from: CountsFrom | None
    applies_to: AppliesTo
    name: str | None
    names: Names | None
    player: Player
    owner: Owner | None
    optional: bool | None
    spent_on: SpentOn | None
    refunded_if_negated: bool | None
    resets_on: tuple[ResetsOn, ...]
    on_control_change: OnControlChange | None
    event: CountedEvent | None
    pattern: Pattern | None
    edition: Edition | None
    span: Span
    text: str
    rule: str
    source: Source
    confidence: Confidence

    def __repr__(self) -> str:
        fields = ((name, getattr(self, name)) for name in self.__struct_fields__)
        # What is null, false or empty would be half of it.
        return f"Limit({', '.join(f'{name}={value!r}' for name, value in fields if value)})"
