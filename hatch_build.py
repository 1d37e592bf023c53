"""Put the rules, the models and what they are trained on into the wheel as ``onceper/_data``."""

from __future__ import annotations

from pathlib import Path
from typing import Any

from hatchling.builders.hooks.plugin.interface import BuildHookInterface

FILES = (
    "patterns/**/*.toml",
    "models/*.json",
    "models/*.npz",
    "models/CARD.md",
    # What has a dot in its name, such as limits.test.jsonl, measures and is not learned from.
    "corpora/??/*.jsonl",
    "corpora/sample/*.cdb",
    "corpora/sample/*.jsonl",
    "corpora/scenarios/**/*.toml",
)


class DataHook(BuildHookInterface[Any]):
    """Force-include the data, which an editable install reads from the checkout instead."""

    def initialize(self, version: str, build_data: dict[str, Any]) -> None:
        """Add each file that reading, tagging and training take to the wheel."""
        if version != "editable":
            root = Path(self.root)
            for file in (file for files in FILES for file in sorted(root.glob(files)) if file.is_file()):
                if not file.stem.endswith(".test"):
                    build_data["force_include"][str(file)] = f"onceper/_data/{file.relative_to(root).as_posix()}"
