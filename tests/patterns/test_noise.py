"""How a language is written elsewhere is data, checked as it is loaded."""

from __future__ import annotations

from typing import TYPE_CHECKING

import pytest
from tests.bundled import CLASSIFIED

from onceper.lang.languages import Languages, language
from onceper.patterns.language_files import Noise
from onceper.patterns.records import RulesError, read_file

if TYPE_CHECKING:
    from pathlib import Path


@pytest.mark.parametrize("lang", CLASSIFIED)
def test_every_language_has_all_of_it(lang: str) -> None:
    noise = language(lang).noise
    assert all([noise.same, noise.alike, noise.letters, noise.limits, noise.non_effects])


def test_a_language_without_the_file_has_no_noise(tmp_path: Path) -> None:
    (tmp_path / "nl").mkdir()
    (tmp_path / "nl" / "words.toml").write_text('[[times]]\nwords = ["eenmaal"]\n')
    assert Languages(tmp_path).of("nl").noise == Noise()


@pytest.mark.parametrize(
    ("content", "told"),
    [
        ('like = [["l", "1"]]', "unknown key 'like'"),
        ('alike = [["l", "1", "i"]]', "alike = .*a list of length 2"),
        ("letters = [", "Invalid value"),
    ],
)
def test_what_is_wrong_is_told_with_its_file(content: str, told: str, tmp_path: Path) -> None:
    (tmp_path / "noise.toml").write_text(content)
    with pytest.raises(RulesError, match=f"nl/noise.toml: .*{told}"):
        read_file(Noise, tmp_path / "noise.toml", "nl/noise.toml")
