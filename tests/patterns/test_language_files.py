"""Files that a language may have besides its rules and words: each may be missing, and is checked as it is loaded."""

from __future__ import annotations

from typing import TYPE_CHECKING

import pytest
from tests.bundled import CLASSIFIED
from tests.cases import cases
from tests.own_rules import WORDS, write_files

from onceper.lang.languages import Languages, language
from onceper.patterns.language_files import Noise, Terms
from onceper.patterns.records import Loader, RulesError

if TYPE_CHECKING:
    from pathlib import Path


@pytest.mark.parametrize("lang", CLASSIFIED)
def test_every_language_with_a_classifier_says_how_it_is_written_elsewhere(lang: str) -> None:
    noise = language(lang).noise
    assert all([noise.same, noise.alike, noise.letters, noise.limits, noise.non_effects])


def test_a_language_without_the_files_has_nothing_of_them(tmp_path: Path) -> None:
    write_files(tmp_path, {"nl/words.toml": WORDS})
    own = Languages(tmp_path).of("nl")
    assert (own.noise, own.terms, own.said) == (Noise(), Terms(), None)


@cases
def test_what_is_wrong_is_told_with_its_file(tmp_path: Path, file: str, content: str, told: tuple[str, ...]) -> None:
    write_files(tmp_path, {file: content})
    kinds: dict[str, type] = {"noise": Noise, "terms": Terms}
    loader = Loader()
    written = loader.parse(tmp_path / file, f"nl/{file}.toml")
    with pytest.raises(RulesError) as refused:
        loader.make_right(written, f"nl/{file}.toml", kinds[file])
    assert len(refused.value.problems) == len(told)
    assert [one for one in told if one not in str(refused.value)] == []
