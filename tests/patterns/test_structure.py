"""The structure of a language's print: phrases that no text can hold, or that count for nothing, are refused."""

from __future__ import annotations

from typing import TYPE_CHECKING

import pytest
from tests.own_rules import language_in, write_files

from onceper.patterns.records import RulesError
from onceper.patterns.structure import LISTS, OF_ENDINGS, Structure, read_structure

if TYPE_CHECKING:
    from pathlib import Path

PRINT = '[print]\nstyle = "{}"\nwords = "{}"\n'
STEMS = "\n".join(f"{key} = []" for key in ("apart", "particles", "nouns", "foreign", "verbs"))


def problems(folder: Path, structure: str) -> list[str]:
    write_files(folder, {"structure.toml": structure})
    with pytest.raises(RulesError) as refused:
        language_in(folder)
    return [str(problem) for problem in refused.value.problems]


@pytest.mark.parametrize("key", ["terms", "orders", "continues_plainly", "procedures", "ends_no_line"])
@pytest.mark.parametrize(("phrase", "small"), [("Karte", "karte"), ("diese KARTE", "diese karte"), ("Übel", "übel")])
def test_capitals_which_no_folded_text_has_are_refused(tmp_path: Path, key: str, phrase: str, small: str) -> None:
    assert problems(tmp_path, f'{key} = ["{phrase}"]') == [
        f"structure.toml: {key}: the phrase {phrase!r} has capitals; expected {small!r}"
    ]


def test_capitals_of_words_that_tell_the_language_are_refused(tmp_path: Path) -> None:
    assert problems(tmp_path, 'evidence = ["der", "Karte"]') == [
        "structure.toml: evidence: the word 'Karte' has capitals; expected 'karte'"
    ]


def test_turkish_letters_are_folded_and_need_not_be_written_so(tmp_path: Path) -> None:
    files = {"structure.toml": PRINT.format("psct", "stems").replace("[print]", 'refers = ["çağır"]\n[print]')}
    write_files(tmp_path, {**files, "stems.toml": f"{STEMS}\n[noun]\nacc = []\n[verb]\ncan = []\n"})
    assert language_in(tmp_path).structure.refers == ("cagir",)


@pytest.mark.parametrize(
    ("phrase", "normal"), [("l’effet", "l'effet"), ("karte：", "karte:"), ("ｏ", "o"), ("karte  2", "karte 2")]
)
def test_a_phrase_that_no_normalised_text_holds_is_refused(tmp_path: Path, phrase: str, normal: str) -> None:
    assert problems(tmp_path, f'terms = ["{phrase}"]') == [
        f"structure.toml: terms: the phrase {phrase!r} is read as {normal!r}; expected {normal!r}"
    ]


@pytest.mark.parametrize(
    ("structure", "mark", "normal"),
    [
        ("stops = '。！'", "！", "!"),
        ("comma = '，'", "，", ","),
        ("names = [['„', '”']]", "„", '"'),
    ],
)
def test_a_mark_that_no_normalised_text_holds_is_refused(
    tmp_path: Path, structure: str, mark: str, normal: str
) -> None:
    found = problems(tmp_path, f"[print]\n{structure}")
    assert found[0] == f"structure.toml: print: the mark {mark!r} is read as {normal!r}; expected {normal!r}"


@pytest.mark.parametrize("phrase", ["", " ", "  "])
def test_an_empty_phrase_is_refused(tmp_path: Path, phrase: str) -> None:
    assert problems(tmp_path, f'orders = ["ziehe", "{phrase}"]') == [
        "structure.toml: orders: an empty phrase; expected words"
    ]


@pytest.mark.parametrize(
    "structure",
    [
        'orders = ["ziehe", "nimm", "ziehe"]',
        '[[orders]]\nwords = ["ziehe", "nimm"]\n[[orders]]\nwords = ["wirf", "ziehe"]',
    ],
)
def test_a_phrase_that_stands_twice_in_a_list_is_refused(tmp_path: Path, structure: str) -> None:
    assert problems(tmp_path, structure) == ["structure.toml: orders: the phrase 'ziehe' stands there twice"]


def test_a_phrase_may_stand_in_two_lists(tmp_path: Path) -> None:
    write_files(tmp_path, {"structure.toml": 'orders = ["ziehe"]\nterms = ["ziehe"]'})
    assert language_in(tmp_path).structure.orders == language_in(tmp_path).structure.terms


@pytest.mark.parametrize("style", ["psct", "ocg", "abilities"])
@pytest.mark.parametrize("key", LISTS)
def test_a_list_that_the_style_never_asks_for_is_refused(tmp_path: Path, style: str, key: str) -> None:
    phrase = "x y" if key == "kana_or_kanji" else "x"
    words = "stems" if key in OF_ENDINGS else "mecab"
    structure = f'{key} = ["{phrase}"]\n{PRINT.format(style, words)}'
    if words == "stems":
        write_files(tmp_path, {"stems.toml": f"{STEMS}\n[noun]\n[verb]\n"})
    if style in LISTS[key]:
        write_files(tmp_path, {"structure.toml": structure})
        assert getattr(language_in(tmp_path).structure, key) == (phrase,)
        return
    (problem,) = problems(tmp_path, structure)
    styles = " or ".join(sorted(LISTS[key]))
    assert problem == (
        f"structure.toml: {key}: print in the style {style!r} asks for no such phrases; "
        f"expected the list in print of the style {styles}"
    )


def test_letters_that_only_mecab_tells_are_for_it_alone(tmp_path: Path) -> None:
    (problem,) = problems(tmp_path, 'kana_or_kanji = ["事 こと"]\n' + PRINT.format("ocg", "unspaced"))
    assert problem.startswith("structure.toml: kana_or_kanji: only words that MeCab cuts")


def test_a_word_in_kana_or_kanji_is_a_pair(tmp_path: Path) -> None:
    (problem,) = problems(tmp_path, 'kana_or_kanji = ["事"]\n' + PRINT.format("ocg", "mecab"))
    assert problem.startswith("structure.toml: kana_or_kanji: '事' is no pair; expected a word in kanji, a space")


@pytest.mark.parametrize("key", ["activates_in_old_print", "buys"])
def test_what_endings_tell_needs_no_list(tmp_path: Path, key: str) -> None:
    write_files(tmp_path, {"stems.toml": f"{STEMS}\n[noun]\n[verb]\n"})
    (problem,) = problems(tmp_path, f'{key} = ["x"]\n' + PRINT.format("psct", "stems"))
    assert problem.startswith(f"structure.toml: {key}: words that change with their endings tell this otherwise")


@pytest.mark.parametrize("key", ["denies", "events"])
def test_a_phrase_may_leave_letters_open_where_words_change_with_their_endings(tmp_path: Path, key: str) -> None:
    structure = f'{key} = ["-DIğIndA"]\n' + PRINT.format("psct", "stems")
    write_files(tmp_path, {"stems.toml": f"{STEMS}\n[noun]\n[verb]\n", "structure.toml": structure})
    assert getattr(language_in(tmp_path).structure, key) == ("-DIgIndA",)


def test_only_words_that_change_with_their_endings_are_told_by_them(tmp_path: Path) -> None:
    (problem,) = problems(tmp_path, 'denies = ["x"]')
    assert problem.startswith("structure.toml: denies: only words that change with their endings tell this")


def test_words_of_stems_need_the_stems(tmp_path: Path) -> None:
    assert problems(tmp_path, PRINT.format("psct", "stems")) == [
        "stems.toml: missing; expected the stems and endings of this language"
    ]


@pytest.mark.parametrize(
    ("structure", "problem"),
    [
        pytest.param("colour = 1", "unknown key 'colour'; expected one of abbreviations, ", id="key"),
        pytest.param('groups = ["x"]', "unknown key 'groups'; expected one of abbreviations, ", id="no key of files"),
        pytest.param("[print]\ncolour = 1", "print = {'colour': 1}; expected ", id="key of the print"),
        pytest.param('[print]\nstyle = "tcg"', "print = {'style': 'tcg'}; expected ", id="style"),
        pytest.param(
            "[[orders]]\nwords = ['x']\ncolour = 1", "orders 1: unknown key 'colour'; expected ", id="key of a group"
        ),
        pytest.param("[[orders]]\nwords = 'x'", "orders 1: words = 'x'; expected a list, got a string", id="group"),
        pytest.param("orders = 'ziehe'", "orders = 'ziehe'; expected a list, got a string", id="no list"),
        pytest.param("orders = ['x', 1]", "orders = ['x', 1]; expected a string, got a whole number", id="a number"),
        pytest.param("bullets = '●'", "bullets = '●'; expected a list, got a string", id="bullets"),
        pytest.param("bullets = ['->']", "bullets: the mark '->' has 2 signs; expected one for each", id="mark"),
        pytest.param("script = 'z-a'", "script: 'z-a' gives no letters: ", id="script"),
        pytest.param("[print]\nstops = ''", "print = {'stops': ''}; expected ", id="no stops"),
        pytest.param("[print]\nnames = []", "print = {'names': []}; expected ", id="no names"),
        pytest.param("[print]\nnames = [['<<', '>>']]", "print = {'names': [['<<', '>>']]}; expected ", id="names"),
        pytest.param("orders = [", "not TOML: ", id="no TOML"),
    ],
)
def test_what_is_no_structure_is_refused(tmp_path: Path, structure: str, problem: str) -> None:
    (found,) = problems(tmp_path, structure)
    assert found.startswith(f"structure.toml: {problem}")
    assert "expected Expected" not in found


def test_all_that_is_wrong_is_told_at_once(tmp_path: Path) -> None:
    found = problems(tmp_path, 'orders = ["Ziehe", "", "x", "x"]\nterms = ["Y"]\nevidence = ["Z"]')
    assert len(found) == 5


def test_phrases_alone_and_groups_with_examples_say_the_same() -> None:
    alone, _ = read_structure({"orders": ["ziehe", "nimm"]}, "structure.toml")
    groups = [{"words": ["ziehe"], "examples": {"{} 1.": "activated"}}, {"words": ["nimm"]}]
    grouped, problems = read_structure({"orders": groups}, "structure.toml")
    assert not problems
    assert alone.orders == grouped.orders == ("ziehe", "nimm")
    assert [group.words for group in grouped.groups["orders"]] == [("ziehe",), ("nimm",)]
    assert grouped.groups["orders"][0].examples == {"{} 1.": "activated"}


def test_every_list_is_a_field() -> None:
    assert set(LISTS) <= set(Structure.__struct_fields__)
