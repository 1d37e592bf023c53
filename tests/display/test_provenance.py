"""Why a record is there."""

from __future__ import annotations

from typing import TYPE_CHECKING

import msgspec

from onceper.contract.limit import CountedEvent
from onceper.contract.reading import CardReading
from onceper.display.provenance import fields_of, ruling_of

if TYPE_CHECKING:
    from onceper.contract.limit import Limit


def test_fields_are_named_as_in_the_contract(limit: Limit) -> None:
    counting = msgspec.structs.replace(limit, event=CountedEvent("attack", "own"), optional=False)
    assert fields_of(counting) == (
        "kind: hard · scope: name · period: turn · whose_turn: any · count: 1 · verb: use · "
        "applies_to.reference: each · applies_to.effects: 1, 3 · player: you · owner: you · optional: false · "
        "spent_on: use · on_control_change: own_count · event.what: attack · event.whose: own"
    )


def test_what_the_classifier_found_rests_on_no_ruling(limit: Limit) -> None:
    reading = CardReading("text", "en", "yugioh", None)
    assert ruling_of(limit, reading) != ""
    assert ruling_of(msgspec.structs.replace(limit, source="classifier"), reading) == ""
