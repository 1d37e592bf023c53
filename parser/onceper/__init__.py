"""Read trading-card text: tag usage limits and text that is not an effect, and apply the limits to a game."""

from __future__ import annotations

from importlib import import_module
from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from onceper.auditing.run import audit as audit
    from onceper.auditing.run import audit_file as audit_file
    from onceper.classifier.about import ModelError as ModelError
    from onceper.comparing.compare import compare_file as compare_file
    from onceper.contract import SCHEMA_VERSION as SCHEMA_VERSION
    from onceper.contract.difference import Difference as Difference
    from onceper.contract.effect import Effect as Effect
    from onceper.contract.finding import Finding as Finding
    from onceper.contract.flat_card import FlatCard as FlatCard
    from onceper.contract.limit import AppliesTo as AppliesTo
    from onceper.contract.limit import CountedEvent as CountedEvent
    from onceper.contract.limit import Limit as Limit
    from onceper.contract.non_effect import NonEffect as NonEffect
    from onceper.contract.reading import CardReading as CardReading
    from onceper.contract.reading import Row as Row
    from onceper.contract.span import Unread as Unread
    from onceper.contract.verdict import Verdict as Verdict
    from onceper.display.several import readings_table as readings_table
    from onceper.display.several import side_by_side as side_by_side
    from onceper.duckdb import register as register
    from onceper.errors import OnceperError as OnceperError
    from onceper.evaluator.action import Action as Action
    from onceper.evaluator.action import EventError as EventError
    from onceper.evaluator.cards import SetupError as SetupError
    from onceper.evaluator.evaluator import Choice as Choice
    from onceper.evaluator.evaluator import Evaluator as Evaluator
    from onceper.evaluator.evaluator import Snapshot as Snapshot
    from onceper.evaluator.event import Event as Event
    from onceper.files.finished import OutputError as OutputError
    from onceper.files.opening import InputError as InputError
    from onceper.files.source.columns import ColumnsError as ColumnsError
    from onceper.integrations.tag import tag as tag
    from onceper.integrations.tagged import compare as compare
    from onceper.integrations.tagged import flat as flat
    from onceper.lang.base import LanguageError as LanguageError
    from onceper.lang.detect import GameError as GameError
    from onceper.lang.languages import use_patterns as use_patterns
    from onceper.marking.run import mark_file as mark_file
    from onceper.marking.styles import MarkError as MarkError
    from onceper.marking.unmark import unmark as unmark
    from onceper.patterns.records import RulesError as RulesError
    from onceper.reader.card_type import CardTypeError as CardTypeError
    from onceper.reader.read import read as read
    from onceper.reader.read import read_many as read_many
    from onceper.report.run import report_file as report_file
    from onceper.tagging.batch import tag_batch as tag_batch
    from onceper.tagging.batch import tag_batches as tag_batches
    from onceper.tagging.rows import BadRowError as BadRowError
    from onceper.tagging.run import tag_file as tag_file

# Told by the installed distribution, which has it from pyproject.toml.
__version__: str

# Reading needs spaCy, which takes a second to import: whoever only imports onceper must not wait for it.
_HOME = {
    "audit": "onceper.auditing.run",
    "audit_file": "onceper.auditing.run",
    "ModelError": "onceper.classifier.about",
    "compare_file": "onceper.comparing.compare",
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
    "Snapshot": "onceper.evaluator.evaluator",
    "Verdict": "onceper.contract.verdict",
    "InputError": "onceper.files.opening",
    "OutputError": "onceper.files.finished",
    "compare": "onceper.integrations.tagged",
    "flat": "onceper.integrations.tagged",
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

__all__ = list(_HOME)


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
