"""A row in which every field of the contract holds something."""

from __future__ import annotations

import pytest

from onceper.contract.effect import Effect, Option
from onceper.contract.limit import AppliesTo, CountedEvent, Limit
from onceper.contract.non_effect import NonEffect
from onceper.contract.reading import Row
from onceper.contract.span import Unread


@pytest.fixture
def full_row() -> Row:
    text = "各ターン、はじめて自分の《深海の灯台》が攻撃する時、カードを1枚引く。"
    limit = Limit(
        kind="ordinal",
        scope="copy",
        period="turn",
        whose_turn="own",
        phase="main1",
        count=None,
        count_text="はじめて",
        condition="攻撃する時",
        at_least=True,
        verb="apply",
        summon_kind="xyz",
        shared=True,
        each_option=True,
        each_target=True,
        counts_from="presence",
        applies_to=AppliesTo("numbered", (1, 2), (2,), activation=True, summon=True),
        name="深海の灯台",
        names="card",
        player="each",
        owner="any",
        optional=True,
        spent_on="occurrence",
        refunded_if_negated=True,
        resets_on=("leaves_location", "flipped_face_down"),
        on_control_change="own_count",
        event=CountedEvent("attack", "own", "《深海の灯台》"),
        pattern="S1",
        edition="paper",
        span=(0, 9),
        text=text[:9],
        rule="ordinal.first",
        source="classifier",
        confidence=0.1 + 0.2,
    )
    non_effect = NonEffect(
        kind="activation_limit",
        span=(0, 9),
        text=text[:9],
        applies="on_field",
        effects=(1,),
        mandatory=True,
        material="others",
        wins="match",
        rule="ordinal.first",
        source="rule",
        confidence=1.0,
    )
    effect = Effect(
        index=1,
        label="①",
        kind="triggered",
        span=(0, 9),
        parts=((0, 4), (5, 9)),
        text=text[:9],
        options=(Option(1, "●", (0, 4), text[:4]), Option(2, None, (5, 9), text[5:9])),
        choose="any",
        kind_told_by="card_type",
    )
    return Row(
        id="7",
        name='Lighthouse "Abyss"\\\t𠮷\x00',
        lang="ja",
        game="duelmasters",
        field="pendulum",
        limits=(limit, limit),
        non_effects=(non_effect,),
        effects=(effect,),
        unread=(Unread((3, 9), text[3:9], "too_long"),),
    )
