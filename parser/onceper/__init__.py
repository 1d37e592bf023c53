"""Read trading-card text: tag usage limits and text that is not an effect, and apply the limits to a game."""

from __future__ import annotations

from importlib import import_module
from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from onceper.auditing.run import audit, audit_file
    from onceper.classifier.about import ModelError
    from onceper.comparing.run import compare_file
    from onceper.contract import SCHEMA_VERSION
    from onceper.contract.difference import Difference
    from onceper.contract.effect import Effect
    from onceper.contract.finding import Finding
    from onceper.contract.flat_card import FlatCard
    from onceper.contract.limit import AppliesTo, CountedEvent, Limit
    from onceper.contract.non_effect import NonEffect
    from onceper.contract.reading import CardReading, Row
    from onceper.contract.span import Unread
    from onceper.contract.verdict import Verdict
    from onceper.display.several import readings_table, side_by_side
    from onceper.duckdb import register
    from onceper.errors import OnceperError
    from onceper.evaluator.action import Action, EventError
    from onceper.evaluator.cards import SetupError
    from onceper.evaluator.evaluator import Choice, Evaluator
    from onceper.evaluator.event import Event
    from onceper.evaluator.snapshot import Snapshot
    from onceper.files.finished import OutputError
    from onceper.files.opening import InputError
    from onceper.files.source.columns import ColumnsError
    from onceper.integrations.compare import compare
    from onceper.integrations.flat import flat
    from onceper.integrations.tag import tag
    from onceper.lang.base import LanguageError
    from onceper.lang.detect import GameError
    from onceper.lang.languages import use_patterns
    from onceper.marking.run import mark_file
    from onceper.marking.styles import MarkError
    from onceper.marking.unmark import unmark
    from onceper.patterns.records import RulesError
    from onceper.reader.card_type import CardTypeError
    from onceper.reader.read import read, read_many
    from onceper.report.run import report_file
    from onceper.tagging.batch import tag_batch, tag_batches
    from onceper.tagging.rows import BadRowError
    from onceper.tagging.run import tag_file

# Told by the installed distribution, which has it from pyproject.toml.
__version__: str

# Reading needs spaCy, which takes a second to import: whoever only imports onceper must not wait for it.
_HOME = {
    "audit": "onceper.auditing.run",
    "audit_file": "onceper.auditing.run",
    "ModelError": "onceper.classifier.about",
    "compare_file": "onceper.comparing.run",
    "SCHEMA_VERSION": "onceper.contract",
    "Difference": "onceper.contract.difference",
    "Effect": "onceper.contract.effect",
    "Finding": "onceper.contract.finding",
    "FlatCard": "onceper.contract.flat_card",
    "AppliesTo": "onceper.contract.limit",
    "CountedEvent": "onceper.contract.limit",
    "Limit": "onceper.contract.limit",
    "NonEffect": "onceper.contract.non_effect",
    "CardReading": "onceper.contract.reading",
    "Row": "onceper.contract.reading",
    "Unread": "onceper.contract.span",
    "readings_table": "onceper.display.several",
    "side_by_side": "onceper.display.several",
    "register": "onceper.duckdb",
    "OnceperError": "onceper.errors",
    "Action": "onceper.evaluator.action",
    "Choice": "onceper.evaluator.evaluator",
    "SetupError": "onceper.evaluator.cards",
    "Evaluator": "onceper.evaluator.evaluator",
    "Event": "onceper.evaluator.event",
    "EventError": "onceper.evaluator.action",
    "Snapshot": "onceper.evaluator.snapshot",
    "Verdict": "onceper.contract.verdict",
    "InputError": "onceper.files.opening",
    "OutputError": "onceper.files.finished",
    "compare": "onceper.integrations.compare",
    "flat": "onceper.integrations.flat",
    "tag": "onceper.integrations.tag",
    "LanguageError": "onceper.lang.base",
    "GameError": "onceper.lang.detect",
    "use_patterns": "onceper.lang.languages",
    "mark_file": "onceper.marking.run",
    "MarkError": "onceper.marking.styles",
    "unmark": "onceper.marking.unmark",
    "RulesError": "onceper.patterns.records",
    "CardTypeError": "onceper.reader.card_type",
    "read": "onceper.reader.read",
    "read_many": "onceper.reader.read",
    "report_file": "onceper.report.run",
    "tag_batch": "onceper.tagging.batch",
    "tag_batches": "onceper.tagging.batch",
    "ColumnsError": "onceper.files.source.columns",
    "BadRowError": "onceper.tagging.rows",
    "tag_file": "onceper.tagging.run",
}

__all__ = [
    "SCHEMA_VERSION",
    "Action",
    "AppliesTo",
    "BadRowError",
    "CardReading",
    "CardTypeError",
    "Choice",
    "ColumnsError",
    "CountedEvent",
    "Difference",
    "Effect",
    "Evaluator",
    "Event",
    "EventError",
    "Finding",
    "FlatCard",
    "GameError",
    "InputError",
    "LanguageError",
    "Limit",
    "MarkError",
    "ModelError",
    "NonEffect",
    "OnceperError",
    "OutputError",
    "Row",
    "RulesError",
    "SetupError",
    "Snapshot",
    "Unread",
    "Verdict",
    "audit",
    "audit_file",
    "compare",
    "compare_file",
    "flat",
    "mark_file",
    "read",
    "read_many",
    "readings_table",
    "register",
    "report_file",
    "side_by_side",
    "tag",
    "tag_batch",
    "tag_batches",
    "tag_file",
    "unmark",
    "use_patterns",
]


def __getattr__(name: str) -> Any:
    if name == "__version__":
        value = import_module("importlib.metadata").version("onceper")
    elif name in _HOME:
        value = getattr(import_module(_HOME[name]), name)
    else:
        raise AttributeError(f"module 'onceper' has no attribute {name!r}")
    globals()[name] = value
    return value


def __dir__() -> list[str]:
    return sorted({*globals(), *__all__, "__version__"})
