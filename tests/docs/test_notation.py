"""The page on the notation names every key, place and slot, and says what each refusal means."""

from __future__ import annotations

from typing import TYPE_CHECKING, get_args

import pytest
from tests.docs.conftest import ROOT
from tests.own_rules import load_folder

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


REFUSED = [
    ({"a.toml": "[[rule"}, "not TOML"),
    ({"a.toml": "[a]\nx = 1"}, "unknown key"),
    ({"a.toml": "x = 1"}, "expected a rule"),
    ({"words.toml": "times = 1"}, "expected a list of tables"),
    *(({"a.toml": "[a]"}, f"no {key}") for key in ("pattern", "matches", "source")),
    ({"a.toml": RULE.replace("limit", "# limit")}, "gives no reading"),
    ({"a.toml": RULE + 'non_effect = { kind = "flavor" }'}, "gives limit and non_effect"),
    ({"a.toml": RULE.replace('kind = "soft"', "")}, "no limit.kind"),
    ({"a.toml": RULE, "b.toml": RULE}, "this id is used in"),
    *(
        ({"a.toml": RULE.replace("PATTERN", pattern)}, message)
        for pattern, message in (
            ("{nowhere} once", "unknown slot"),
            ("{No Slot} once", "is not the name of a slot"),
            ("once {gap} more", "has no bound"),
            ("once {gap:3}", "a gap at the edge of the pattern"),
            ("once (a)", "the choice (a) has one side"),
            ("once [(a|b)]", "a group inside a group"),
            ("once [", "unpaired"),
            ("once" + " [a]" * 7, "more than 64 variants"),
            ("<once", "do not enclose one run of words"),
            ("once <[a]>", "enclose nothing that must be there"),
            ("[once]", "no word that must be there"),
        )
    ),
    ({"a.toml": RULE.replace("PATTERN", "once: draw")}, "ends a clause"),
    ({"structure.toml": 'terms = ["card", "card"]'}, "stands there twice"),
    ({"structure.toml": 'terms = ["l’effet"]'}, "is read as"),
    ({"structure.toml": 'triggers = ["when"]'}, "asks for no such phrases"),
    ({"words.toml": '[[times]]\nwords = ["ONCE"]'}, "has capitals"),
    ({"words.toml": WORDS + '[[verb]]\nwords = ["once"]'}, "stands in slot"),
    ({"words.toml": '[[times]]\nwords = [""]'}, "an empty phrase"),
    ({"words.toml": '[[name]]\nwords = ["once"]'}, "this slot is built in"),
    ({"words.toml": '[["A B"]]\nwords = ["once"]'}, "no pattern can name this slot"),
]


@pytest.mark.parametrize(("files", "message"), REFUSED, ids=[message for _, message in REFUSED])
def test_what_is_refused_is_there(tmp_path: Path, files: dict[str, str], message: str) -> None:
    for name, text in {"words.toml": WORDS, **files}.items():
        (tmp_path / name).write_text(text.replace("PATTERN", "once"))
    with pytest.raises(RulesError) as refused:
        load_folder(tmp_path)
    assert message in str(refused.value)
    assert f"`{message}`" in TEXT
