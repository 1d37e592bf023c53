"""Everything read in the template of a text, kept for all cards that print it: in few objects, and small ones."""

from __future__ import annotations

from collections.abc import Mapping

from msgspec import Struct

from onceper.contract.effect import Choose, EffectKind, ToldBy
from onceper.contract.limit import Limit
from onceper.contract.non_effect import NonEffect
from onceper.contract.span import Reason, Span

# A limit, its span, and where what it quotes stands, by what that tells: its ``name``, a ``condition``, a
# ``count_text``, the ``object`` of its event.
LimitOfCard = tuple[Limit, Span, Mapping[str, Span]]
# Text that is no effect, its span, and the effects that it speaks of.
NonEffectOfCard = tuple[NonEffect, Span, tuple[int, ...]]


# Thousands are kept: what holds no cycle need not be looked through for any.
class GroupedEffect(Struct, gc=False):
    """Hold an effect's printed number, the sentence that begins it, its parts and its choices.

    ``opening`` is the position of that sentence with what its words tell. ``is_either`` tells that words set the
    choices apart, of which one is taken. ``told_by`` says what shows its ``kind``.
    """

    label: str | None
    first: int
    opening: int
    parts: list[Span]
    options: list[Span] = []
    is_either: bool = False
    choose: Choose | None = None
    kind: EffectKind = "unknown"
    told_by: ToldBy = "print"


class TemplateReading(Struct, frozen=True, gc=False):
    """Hold everything read in a template, in printed order, with spans in it and without what a text prints.

    What is unread comes as its span, why, and its words where somebody may guess what they say.
    """

    limits: tuple[LimitOfCard, ...] = ()
    non_effects: tuple[NonEffectOfCard, ...] = ()
    effects: tuple[GroupedEffect, ...] = ()
    unread: tuple[tuple[Span, Reason, str | None], ...] = ()
