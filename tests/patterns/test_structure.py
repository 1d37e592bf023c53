"""The structure of a language's print: phrases that no text can hold, or that count for nothing, are refused."""

from __future__ import annotations

from typing import TYPE_CHECKING

import pytest
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


@pytest.mark.parametrize(
    ("structure", "problem"),
    [
        ('terms = ["diese KARTE"]', "terms: the phrase 'diese KARTE' is read as 'diese karte'; expected 'diese karte'"),
        ('orders = ["Übel"]', "orders: the phrase 'Übel' is read as 'übel'; expected 'übel'"),
        ('orders = ["l’effet"]', "orders: the phrase 'l’effet' is read as \"l'effet\"; expected \"l'effet\""),
        ('terms = ["karte："]', "terms: the phrase 'karte：' is read as 'karte:'; expected 'karte:'"),
        ('terms = ["karte  2"]', "terms: the phrase 'karte  2' is read as 'karte 2'; expected 'karte 2'"),
        ('evidence = ["der", "Karte"]', "evidence: the word 'Karte' is read as 'karte'; expected 'karte'"),
        ("[print]\nstops = '。！'", "print: the mark '！' is read as '!'; expected '!'"),
        ("[print]\ncomma = '，'", "print: the mark '，' is read as ','; expected ','"),
        ("[print]\nnames = [['„', '\"']]", "print: the mark '„' is read as '\"'; expected '\"'"),
        ('orders = ["ziehe", " "]', "orders = ['ziehe', ' ']; expected a list of phrases, words in each"),
        ('orders = ["..."]', "orders = ['...']; expected a list of phrases, words in each"),
        ('orders = ["nimm", "ziehe", "nimm"]', "orders: the phrase 'nimm' stands there twice"),
        (
            '[orders.activated]\n"{} 1." = ["ziehe", "nimm"]\n[orders.continuous]\n"{} 2." = ["ziehe"]',
            "orders: the phrase 'ziehe' stands there twice",
        ),
        ("[orders.activated]\n'{} 1.' = 'ziehe'", "orders.activated.{} 1. = 'ziehe'; expected a list, got a string"),
        ("orders = 'ziehe'", "orders = 'ziehe'; expected a list of phrases, words in each"),
        ("orders = ['x', 1]", "orders = ['x', 1]; expected a list of phrases, words in each"),
        ("colour = 1", "unknown key 'colour'; expected one of abbreviations, "),
        ('examples = ["x"]', "unknown key 'examples'; expected one of abbreviations, "),
        ("[print]\ncolour = 1", "unknown key 'print.colour'; expected "),
        ('[print]\nstyle = "tcg"', "print.style = 'tcg'; expected "),
        ("[print]\nstops = ''", "print.stops = ''; expected "),
        ("[print]\nnames = []", "print.names = []; expected "),
        ("[print]\nnames = [['<<', '>>']]", "print.names = [['<<', '>>']]; expected "),
        (
            "bullets = ['->']",
            "bullets = ['->']; expected a list of marks of one sign, or with #",
        ),
        ("script = 'z-a'", "script: 'z-a' gives no letters: "),
        ("orders = [", "not TOML: "),
        (
            'kana_or_kanji = ["事"]\n' + PRINT.format("ocg", "mecab"),
            "kana_or_kanji = ['事']; expected a list of words in kanji, a space, and in kana",
        ),
    ],
)
def test_what_is_no_structure_is_refused(tmp_path: Path, structure: str, problem: str) -> None:
    (found,) = problems(tmp_path, structure)
    assert found.startswith(f"structure.toml: {problem}")
    assert "expected Expected" not in found


@pytest.mark.parametrize(
    ("style", "words"),
    [("psct", "spaced"), ("psct", "stems"), ("ocg", "unspaced"), ("ocg", "mecab"), ("abilities", "spaced")],
)
def test_a_list_that_the_print_never_asks_for_is_refused(tmp_path: Path, style: str, words: str) -> None:
    told_by = {"stems"} if words == "stems" else {style, words}
    asked = {key for one in told_by for key in lists_of(one)}
    every = {key for one in styles() for key in lists_of(one)}
    lists = (f'{key} = ["{"x y" if key == "kana_or_kanji" else "x"}"]' for key in every)
    found = problems(tmp_path, "\n".join(lists) + "\n" + PRINT.format(style, words))
    assert {problem.split(": ")[1] for problem in found} == every - asked
    assert f"print of {' and '.join(sorted(told_by))} asks for no such phrases; expected the list in print " in found[0]


def test_phrases_of_endings_leave_letters_open_and_are_folded(tmp_path: Path) -> None:
    lists = 'refers = ["çağır"]\ndenies = ["-DIğIndA"]\nevents = ["-DIğIndA"]\n'
    write_files(tmp_path, {"stems.toml": STEMS, "structure.toml": lists + PRINT.format("psct", "stems")})
    structure = language_in(tmp_path).structure
    assert [structure[key] for key in ("refers", "denies", "events")] == [("cagir",), ("-DIgIndA",), ("-DIgIndA",)]


def test_words_of_stems_need_the_stems(tmp_path: Path) -> None:
    write_files(tmp_path, {"structure.toml": PRINT.format("psct", "stems")})
    with pytest.raises(RulesError, match=r"stems\.toml: missing; expected the stems and endings of this language"):
        language_in(tmp_path)


def test_all_that_is_wrong_is_told_at_once(tmp_path: Path) -> None:
    assert len(problems(tmp_path, 'orders = ["Ziehe", "x", "x"]\nterms = ["Y"]\nevidence = ["Z"]')) == 4
