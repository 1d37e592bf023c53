"""The catalogue of readings, and the rules that take what they mean from it."""

from __future__ import annotations

import tomllib
from typing import TYPE_CHECKING, get_args

import pytest
from tests.cases import cases
from tests.own_rules import WORDS, load_folder, write_files

from onceper.patterns.catalogue import catalogue, missing_readings, read_catalogue
from onceper.patterns.records import RulesError
from onceper.patterns.rule import ReadingKind
from onceper.resources import resource

if TYPE_CHECKING:
    from collections.abc import Mapping
    from pathlib import Path

    from onceper.patterns.rule import Rule
    from onceper.patterns.structure import Style

READING = """
["hard.effect"]
limit = { kind = "hard" }
source = "a rulebook"
"""


def problems_in(folder: Path, content: str) -> list[str]:
    file = folder / "readings.toml"
    file.write_text(content, encoding="utf-8")
    with pytest.raises(RulesError) as refused:
        read_catalogue(file)
    return [str(problem) for problem in refused.value.problems]


@cases
def test_what_is_wrong_in_the_catalogue(tmp_path: Path, content: str, problem: str) -> None:
    assert [told for told in problems_in(tmp_path, content) if told.startswith(f"readings.toml: {problem}")]


def test_all_problems_are_told_at_once(tmp_path: Path) -> None:
    assert len(problems_in(tmp_path, READING + "colour = 1\n[soft]\nlimit = { kind = 'soft' }")) == 2


RULE = """
["ID"]
pattern = "just {times} per {period}"
matches = ["Just once per turn."]
"""


def loaded(folder: Path, rule: str, style: str = "psct") -> Rule:
    files: Mapping[str, str] = {
        "words.toml": WORDS,
        "structure.toml": f'[print]\nstyle = "{style}"\n',
        "limits.toml": rule,
    }
    write_files(folder, files)
    return load_folder(folder).rules[0]


def test_a_rule_takes_reading_and_source_from_the_catalogue(tmp_path: Path) -> None:
    known = catalogue()["hard.effect"]
    rule = loaded(tmp_path, RULE.replace("ID", "hard.effect"))
    assert (rule.reading_kind, rule.reading, rule.source) == (known.kind, known.means, known.source)


def test_what_a_rule_says_besides_goes_first(tmp_path: Path) -> None:
    rule = loaded(tmp_path, RULE.replace("ID", "hard.effect") + 'source = "another rulebook"\nwhere = "after_colon"')
    assert (rule.source, set(rule.where)) == ("another rulebook", {"after_colon"})
    assert rule.reading == catalogue()["hard.effect"].means


def test_a_rule_that_says_its_own_reading_takes_nothing(tmp_path: Path) -> None:
    with pytest.raises(RulesError, match=r"hard\.effect: no source"):
        loaded(tmp_path, RULE.replace("ID", "hard.effect") + 'limit = { kind = "gain" }')
    own = 'limit = { kind = "gain" }\nsource = "another rulebook"'
    rule = loaded(tmp_path, RULE.replace("ID", "turn") + own)
    assert catalogue()["turn"].where
    assert (rule.reading, rule.where) == ({"kind": "gain"}, frozenset())


def test_no_bundled_rule_repeats_the_catalogue() -> None:
    for file in resource("patterns").glob("*/**/*.toml"):
        content = tomllib.loads(file.read_text(encoding="utf-8"))
        for name, rule in content.items():
            known = catalogue().get(name) if isinstance(rule, dict) and "matches" in rule else None
            said = {key: rule[key] for key in ("source", *get_args(ReadingKind)) if known and key in rule}
            of_known = {"source": known.source, known.kind: known.means} if known else {}
            repeated = {key for key, value in said.items() if value == of_known.get(key)}
            takes = known and said.keys() <= {"source"}
            assert not repeated or not (takes or len(repeated) == len(said)), (file, name)


def test_an_id_that_the_catalogue_has_not_needs_a_reading(tmp_path: Path) -> None:
    with pytest.raises(RulesError, match=r"gives no reading; expected one of limit, .*or an id of the catalogue"):
        loaded(tmp_path, RULE.replace("ID", "no.such.id") + 'source = "a rulebook"')


@pytest.mark.parametrize("style", ["psct", "ocg"])
def test_where_the_words_stand_hangs_on_the_style_of_print(tmp_path: Path, style: Style) -> None:
    differing = next(
        one
        for one in catalogue().values()
        if one.kind == "limit" and {"psct", "ocg"} & one.where.keys() and one.where.get("psct") != one.where.get("ocg")
    )
    rule = loaded(tmp_path, RULE.replace("ID", differing.id), style)
    assert rule.where == frozenset(differing.where.get(style, ()))


def test_what_is_missing_is_the_rest() -> None:
    missing = missing_readings({"hard.effect"}, {"duelmasters"})
    assert {one.id for one in missing} == catalogue().keys() - {"hard.effect"}
    assert all(one.game != "duelmasters" for one in missing_readings((), ()))
