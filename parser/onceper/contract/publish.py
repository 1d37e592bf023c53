"""Write the published schemas beside the records: ``python -m onceper.contract.publish``."""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING

from onceper.contract import arrow_schema, json_schema
from onceper.replay.json_schema import log_json_schema, outcome_json_schema, snapshot_json_schema

if TYPE_CHECKING:
    from collections.abc import Callable

FOLDER = Path(__file__).parent
PUBLISHED: dict[str, Callable[[], str]] = {
    "row.schema.json": json_schema.published,
    "difference.schema.json": json_schema.published_difference,
    "finding.schema.json": json_schema.published_finding,
    "row.arrow.txt": arrow_schema.published,
    "log.schema.json": lambda: json_schema.write_schema(log_json_schema()),
    "outcome.schema.json": lambda: json_schema.write_schema(outcome_json_schema()),
    "snapshot.schema.json": lambda: json_schema.write_schema(snapshot_json_schema()),
}


def publish(folder: Path = FOLDER) -> None:
    """Write each schema to its file in this folder."""
    for name, text in PUBLISHED.items():
        (folder / name).write_text(text(), encoding="utf-8", newline="\n")


if __name__ == "__main__":
    publish()
