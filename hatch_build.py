"""Put the rules, the models and the corpora into the wheel as ``onceper/_data``."""

from __future__ import annotations

from pathlib import Path
from typing import Any

from hatchling.builders.hooks.plugin.interface import BuildHookInterface

FOLDERS = ("patterns", "models", "corpora")


class DataHook(BuildHookInterface[Any]):
    """Force-include the data folders, which an editable install reads from the checkout instead."""

    def initialize(self, version: str, build_data: dict[str, Any]) -> None:
        """Add each data folder that holds files to the wheel."""
        if version != "editable":
            root = Path(self.root)
            for folder in FOLDERS:
                build_data["force_include"][str(root / folder)] = f"onceper/_data/{folder}"
