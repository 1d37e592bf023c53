"""Where the package's own data is looked for."""

from __future__ import annotations

from typing import TYPE_CHECKING

import pytest

from onceper import resources
from onceper.errors import OnceperError
from onceper.resources import ResourceError, resource

if TYPE_CHECKING:
    from pathlib import Path


@pytest.mark.parametrize(
    ("folder", "file"),
    [("patterns", "en/words.toml"), ("patterns/en", "structure.toml"), ("corpora/sample", "cards.en.cdb")],
)
def test_bundled_folders_are_found(folder: str, file: str) -> None:
    assert (resource(folder) / file).is_file()


def test_data_inside_the_package_goes_first(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    (tmp_path / "onceper" / "_data" / "patterns").mkdir(parents=True)
    monkeypatch.setattr(resources, "__file__", str(tmp_path / "onceper" / "resources.py"))
    assert resource("patterns") == tmp_path / "onceper" / "_data" / "patterns"


@pytest.mark.parametrize("folder", ["nowhere", "patterns/nowhere", "pyproject.toml"])
def test_a_folder_that_is_missing_is_told_with_a_remedy(folder: str) -> None:
    with pytest.raises(ResourceError) as refused:
        resource(folder)
    assert isinstance(refused.value, OnceperError)
    message = str(refused.value)
    assert f"holds no folder {folder!r}" in message
    assert "_data" in refused.value.where
    assert "install onceper again" in refused.value.remedy
