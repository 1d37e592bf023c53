"""The structure of a language's print: phrases are read as texts are, and what counts for nothing is refused."""

from __future__ import annotations

from typing import TYPE_CHECKING

import pytest
from tests.cases import cases
from tests.own_rules import language_in, write_files

from onceper.patterns.records import RulesError
from onceper.patterns.structure import lists_of, styles

if TYPE_CHECKING:
    from pathlib import Path

PRINT = '[print]\nstyle = "{}"\nwords = "{}"\n'
STEMS = "\n".join(f"{key} = []" for key in ("apart", "particles", "nouns", "verbs")) + "\n[noun]\n[verb]\n"


def problems(folder: Path, structure: str) -> list[str]:
    write_files(folder, {"structure.toml": structure, "stems.toml": STEMS})
    with pytest.raises(RulesError) as refused:
        language_in(folder)
    return [str(problem) for problem in refused.value.problems]


@cases
def test_what_is_no_structure_is_refused(tmp_path: Path, structure: str, problem: str) -> None:
    (found,) = problems(tmp_path, structure)
    assert found.startswith(f"structure.toml: {problem}")
    assert "expected Expected" not in found


@cases
def test_a_list_that_the_print_never_asks_for_is_refused(tmp_path: Path, style: str, words: str) -> None:
    told_by = {"stems"} if words == "stems" else {style, words}
    asked = {key for one in told_by for key in lists_of(one)}
    every = {key for one in styles() for key in lists_of(one)}
    for key in every - asked:
        (found,) = problems(tmp_path, f'{key} = ["x y"]\n' + PRINT.format(style, words))
        assert found.startswith(f"structure.toml: unknown key {key!r}; expected one of ")


def test_phrases_of_endings_leave_letters_open_and_are_folded(tmp_path: Path) -> None:
    lists = 'refers = ["çağır"]\ndenies = ["-DIğIndA"]\nevents = ["-DIğIndA"]\n'
    write_files(tmp_path, {"stems.toml": STEMS, "structure.toml": lists + PRINT.format("psct", "stems")})
    structure = language_in(tmp_path).structure
    assert [structure[key] for key in ("refers", "denies", "events")] == [("cagir",), ("-DIgIndA",), ("-DIgIndA",)]


def test_marks_and_phrases_are_read_as_texts_are(tmp_path: Path) -> None:
    lists = 'terms = ["diese KARTE", "karte：", "karte  2"]\norders = ["Übel", "l’effet"]\n'
    marks = "[print]\nstops = '。！'\ncomma = '，'\nnames = [['„', '\"']]"
    write_files(tmp_path, {"structure.toml": lists + marks})
    structure = language_in(tmp_path).structure
    assert structure["terms"] == ("diese karte", "karte:", "karte 2")
    assert structure["orders"] == ("übel", "l'effet")
    assert (structure.print.stops, structure.print.comma, structure.print.names) == ("。!", ",", (('"', '"'),))


def test_a_phrase_with_choices_is_all_that_it_can_be_read_as(tmp_path: Path) -> None:
    write_files(tmp_path, {"structure.toml": 'terms = ["(full|new) (moon|moons)", "card(s)"]'})
    assert language_in(tmp_path).structure["terms"] == ("full moon", "full moons", "new moon", "new moons", "card(s)")


def test_words_of_stems_need_the_stems(tmp_path: Path) -> None:
    write_files(tmp_path, {"structure.toml": PRINT.format("psct", "stems")})
    with pytest.raises(RulesError, match=r"stems\.toml: no apart"):
        language_in(tmp_path)
