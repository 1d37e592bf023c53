"""The page on the notation names every key, place and slot, and says what each refusal means."""

from __future__ import annotations

from typing import TYPE_CHECKING, get_args

import pytest
from tests.cases import cases
from tests.docs.conftest import ROOT
from tests.own_rules import language_in, load_folder, write_files

if TYPE_CHECKING:
    from pathlib import Path


from onceper.patterns.fields import Reach
from onceper.patterns.records import RulesError
from onceper.patterns.rule import Where, WrittenRule
from onceper.patterns.word_list import BUILT_IN

TEXT = (ROOT / "docs" / "notation.md").read_text(encoding="utf-8")
NAMED = [*WrittenRule.__struct_fields__, *get_args(Where), *get_args(Reach), *(f"{{{slot}}}" for slot in BUILT_IN)]
WORDS = '[[times]]\nwords = ["once"]\n'
RULE = """
["a"]
pattern = "PATTERN"
limit = { kind = "soft" }
matches = ["Once."]
source = "a rulebook"
"""


@pytest.mark.parametrize("name", NAMED)
def test_everything_is_named(name: str) -> None:
    assert f"`{name}`" in TEXT


@cases
def test_what_is_refused_is_there(
    tmp_path: Path, message: str, files: dict[str, str] | None, pattern: str | None
) -> None:
    given = files or {"a.toml": RULE.replace("PATTERN", str(pattern))}
    write_files(tmp_path, {"words.toml": WORDS, **given})
    with pytest.raises(RulesError) as refused:
        load_folder(tmp_path)
    assert message in str(refused.value)
    assert f"`{message}`" in TEXT


def test_phrases_are_read_as_texts_are(tmp_path: Path) -> None:
    words = '[[times]]\nwords = ["ONCE"]'
    structure = 'terms = ["card", "card", "l’effet"]'
    write_files(tmp_path, {"words.toml": words, "structure.toml": structure, "a.toml": RULE.replace("PATTERN", "once")})
    spoken = language_in(tmp_path)
    assert spoken.book.lexicon.phrases_of("times") == ["once"]
    assert [one.phrases for one in spoken.structure.examples["terms"]] == [("card", "card", "l'effet")]
