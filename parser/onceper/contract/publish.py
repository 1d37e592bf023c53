"""Write the published schemas beside the records: ``python -m onceper.contract.publish``."""

from __future__ import annotations

from pathlib import Path

from onceper.contract import arrow_schema, json_schema

FOLDER = Path(__file__).parent
PUBLISHED = {"row.schema.json": json_schema.published, "row.arrow.txt": arrow_schema.published}


def publish(folder: Path = FOLDER) -> None:
    """Write each schema to its file in this folder."""
    for name, text in PUBLISHED.items():
        (folder / name).write_text(text(), encoding="utf-8", newline="\n")


if __name__ == "__main__":
    publish()
