"""What every reading of every text has to fulfil."""

from __future__ import annotations

from collections.abc import Callable
from functools import lru_cache
from itertools import pairwise
from typing import TYPE_CHECKING

import msgspec
import pytest

from onceper.contract.reading import CardReading
from onceper.lang.games import RULINGS
from onceper.matching.compile import WayList
from onceper.matching.rejection import Ways
from onceper.patterns.catalogue import BY_PARTS
from onceper.reader.reader import Reader
from onceper.reader.readers import reader_of
from onceper.reader.sentence import SentenceReader

if TYPE_CHECKING:
    from onceper.contract.effect import Effect
    from onceper.contract.limit import Limit
    from onceper.contract.non_effect import NonEffect
    from onceper.contract.span import Unread

CheckReading = Callable[[CardReading], None]
CheckRejection = Callable[[Reader, CardReading], None]


def _spans_are_exact(reading: CardReading) -> None:
    _keeps_to_the_contract(reading)
    text = reading.text
    records: list[Limit | NonEffect | Effect | Unread] = [*reading.limits, *reading.non_effects, *reading.effects]
    for record in [*records, *reading.unread]:
        start, end = record.span
        assert 0 <= start < end <= len(text), record
        assert record.text == text[start:end], record
    assert [effect.index for effect in reading.effects] == list(range(1, len(reading.effects) + 1))
    parts = [part for effect in reading.effects for part in effect.parts]
    assert all(before[1] <= after[0] for before, after in pairwise(parts)), parts
    for non_effect in reading.non_effects:
        start, end = non_effect.span
        assert not any(first < end and start < last for first, last in parts) or _is_of_a_number(non_effect, reading)
    for effect in reading.effects:
        assert effect.span == (effect.parts[0][0], effect.parts[-1][1]), effect
    for limit in reading.limits:
        assert set(limit.applies_to.effects) <= {effect.index for effect in reading.effects}, limit
        assert limit.name is None or limit.name in text, limit
        assert limit.source == "rule", limit
        assert 0.5 <= limit.confidence < 1.0 if limit.rule.endswith(BY_PARTS) else limit.confidence == 1.0, limit


# When a limit of each pattern of Duel Masters is spent; over the game it is as one of its turn.
_SPENT_ON = {
    "1": {"occurrence"},
    "2": {"use"},
    "3": {"activation", "application"},
    "4": {"resolution"},
    "5": {"occurrence"},
    "S1": {"occurrence", "use", "resolution"},
    "S2": {"activation", "application"},
}


def _keeps_to_the_contract(reading: CardReading) -> None:
    """Check what holds of each record as design and schema say, whatever the text."""
    indexes = {effect.index for effect in reading.effects}
    for record in reading.non_effects:
        assert set(record.effects) <= indexes, record
        assert list(record.effects) == sorted(set(record.effects)), record
        assert (record.mandatory is not None) == (record.kind == "maintenance_cost"), record
        assert (record.material is not None) == (record.kind == "material_restriction"), record
        assert (record.wins is not None) == (record.kind == "victory_condition"), record
    for limit in reading.limits:
        if reading.game != "duelmasters":
            assert (limit.pattern, limit.edition) == (None, None), limit
            continue
        assert limit.pattern, limit
        assert limit.edition == ("plays" if limit.pattern in {"3", "S2"} else "paper"), limit
        assert limit.spent_on in _SPENT_ON[limit.pattern], limit
        assert limit.optional is not None, limit
        assert (limit.owner is not None) == (limit.scope in {"name", "ability"}), limit
        is_shared_by_all = limit.scope == "name" and limit.owner == "any"
        if limit.kind == "soft" or is_shared_by_all:
            assert limit.on_control_change == "stays_spent", limit
        else:
            assert limit.on_control_change == ("own_count" if limit.scope == "name" else None), limit


def _is_of_a_number(non_effect: NonEffect, reading: CardReading) -> bool:
    """Tell whether a text that is no effect by the rulebook stands inside a number, where it is part of that effect."""
    start, end = non_effect.span
    return non_effect.kind in {"cannot_respond", "victory_condition"} and any(
        effect.label and any(first <= start and end <= last for first, last in effect.parts)
        for effect in reading.effects
    )


@lru_cache(32)
def _rejecting_nothing(reader: Reader) -> Reader:
    """Return who reads every clause of a text, whether a way leads to it or not."""
    every = Ways(WayList(is_open=True))
    made = reader.sentences.compiled._replace(ways=every)
    rulings = [field for field in RULINGS if field not in reader._unruled]
    sentences = SentenceReader(reader.language, made, reader.sentences.parts)
    return Reader(reader.language, (), rulings=rulings, sentences=sentences)


def _without_amendments(reading: CardReading) -> CardReading:
    """Return a reading without what a rule changes that reads another clause, which need not hold a cue of a limit."""
    amended = {"verb": "use", "spent_on": "use", "resets_on": (), "phase": None, "whose_turn": "any"}
    return msgspec.structs.replace(
        reading, limits=tuple(msgspec.structs.replace(limit, **amended) for limit in reading.limits)
    )


def _rejection_changes_nothing(reader: Reader, reading: CardReading) -> None:
    lenient = _rejecting_nothing(reader)
    every = lenient.read(reading.text, game=reading.game, name=reading.name)
    assert _without_amendments(every) == _without_amendments(reading)


@pytest.fixture(scope="session")
def spans_are_exact() -> CheckReading:
    """Check every span of a reading against its text."""
    return _spans_are_exact


@pytest.fixture(scope="session")
def rejection_changes_nothing() -> CheckRejection:
    """Check that clauses without a cue hold nothing that a rule reads."""
    return _rejection_changes_nothing


@pytest.fixture(scope="session")
def english() -> Reader:
    """Return the reader that knows all English rules."""
    return reader_of("en", None)


@pytest.fixture(scope="session")
def japanese() -> Reader:
    """Return the reader that knows all Japanese rules."""
    return reader_of("ja", None)
