"""What every reading of every text has to fulfil."""

from __future__ import annotations

from collections.abc import Callable
from itertools import pairwise
from operator import attrgetter
from typing import TYPE_CHECKING

import pytest

from onceper.contract.limit import Limit
from onceper.contract.non_effect import NonEffect
from onceper.contract.reading import CardReading
from onceper.lang.languages import language
from onceper.reader.reader import Reader
from onceper.reader.readers import reader_of

if TYPE_CHECKING:
    from onceper.contract.effect import Effect
    from onceper.contract.span import Unread

CheckReading = Callable[[CardReading], None]
CheckRejection = Callable[[Reader, CardReading], None]


def _spans_are_exact(reading: CardReading) -> None:
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
        assert not any(first < end and start < last for first, last in parts), non_effect
    for effect in reading.effects:
        assert effect.span == (effect.parts[0][0], effect.parts[-1][1]), effect
    for limit in reading.limits:
        assert set(limit.applies_to.effects) <= {effect.index for effect in reading.effects}, limit
        assert limit.name is None or limit.name in text, limit
        assert (limit.source, limit.confidence) == ("rule", 1.0), limit


def _rejection_changes_nothing(reader: Reader, reading: CardReading) -> None:
    """Compare a reading with what the rules say of each clause, cue or not."""
    clauses = reader.every_clause(reading.text, reading.name)
    records = [candidate.statement.record for _, clause in clauses for candidate in clause.candidates]
    limits = [record for record in records if isinstance(record, Limit)]
    # The verb may be amended by a rule that reads another clause of the sentence.
    fields = ("rule", "kind", "scope", "period", "whose_turn", "phase", "count", "at_least")
    of_fields = attrgetter(*fields)
    assert [of_fields(limit) for limit in reading.limits] == [of_fields(limit) for limit in limits]
    # A sentence is a non-effect of one kind once, neighbouring clauses of one kind are one, and the sentence of a limit
    # is one without a rule of its own; lore is told by what no rule reads.
    kinds = {(record.rule, record.kind) for record in records if isinstance(record, NonEffect)}
    assert reading.lang
    limit_rules = {rule.id for rule in language(reading.lang).every_rule if rule.reading_kind == "limit"}
    others = {*limit_rules, "flavor"}
    found = {(record.rule, record.kind) for record in reading.non_effects if record.rule not in others}
    assert found <= kinds
    assert {kind for _, kind in found} == {kind for _, kind in kinds}
    assert any(clause.is_unread for _, clause in clauses) == any(u.reason == "no_rule" for u in reading.unread)


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
