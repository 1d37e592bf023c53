"""The blocks on the pages work: commands run, TOML loads, rules read their examples."""

from __future__ import annotations

import doctest
import json
import re
import shlex
import shutil
import tomllib
from typing import TYPE_CHECKING, Any

import pytest
from tests.docs.conftest import PAGES, ROOT, Block, blocks, name_of, write_patterns

from onceper.cli.main import main
from onceper.lang.languages import use_patterns
from onceper.resources import resource

if TYPE_CHECKING:
    from collections.abc import Iterator
    from pathlib import Path

_COMMAND = re.compile(r"^\$ (?P<command>.+)\n(?P<output>(?:(?!\$ ).*\n)*)", re.MULTILINE)
_MAKES_IT_ALIKE = doctest.ELLIPSIS | doctest.NORMALIZE_WHITESPACE
DUEL: list[dict[str, Any]] = [
    {"type": "log", "schema_version": 2, "players": ["Yuki", "Ada"]},
    {"type": "turn_ended", "next_player": "Ada"},
]


def _id(block: Block) -> str:
    return f"{name_of(block.page)}: {block.text.splitlines()[0]}"


@pytest.fixture
def mine(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Iterator[Path]:
    """Work in a folder with what the commands of the pages read."""
    sample = resource("corpora/sample")
    shutil.copy(sample / "cards.en.cdb", tmp_path / "cards.cdb")
    shutil.copy(sample / "cards.ja.cdb", tmp_path / "cards.ja.cdb")
    (tmp_path / "expansions").mkdir()
    for copied in ("prerelease.cdb", "expansions/cards.cdb", "expansions/prerelease.cdb"):
        shutil.copy(sample / "cards.en.cdb", tmp_path / copied)
    scripts = tmp_path / "CardScripts"
    scripts.mkdir()
    (scripts / "constant.lua").write_text("EFFECT_TYPE_IGNITION=1\n")
    (scripts / "utility.lua").write_text("function GetID() return self_table,self_code end\n")
    (tmp_path / "cards.csv").write_text('id,rules_text\n1,"Once per turn: You can draw 1 card."\n')
    dutch = {"id": 1, "name": "Gloedwachter", "text": "Eenmaal per beurt: Je kunt 1 kaart trekken."}
    (tmp_path / "cards.nl.jsonl").write_text(json.dumps(dutch) + "\n")
    (tmp_path / "duel.jsonl").write_text("".join(json.dumps(line) + "\n" for line in DUEL))
    monkeypatch.chdir(tmp_path)
    monkeypatch.setenv("COLUMNS", "80")
    yield tmp_path
    use_patterns(None)


@pytest.mark.parametrize("page", PAGES, ids=name_of)
def test_commands_print_what_the_page_says(page: Path, mine: Path, capsys: pytest.CaptureFixture[str]) -> None:
    write_patterns(page, mine)
    for block in (block for block in blocks("console") if block.page == page):
        for command, expected in _COMMAND.findall(block.text):
            out = _run(command, capsys)
            assert not expected or doctest.OutputChecker().check_output(expected, out, _MAKES_IT_ALIKE), out


def _run(command: str, capsys: pytest.CaptureFixture[str]) -> str:
    """Run a command in this process, where it is one of onceper's, and return what it prints."""
    program, *arguments = shlex.split(command, comments=True)
    if program == "make":
        targets = re.findall(r"^(\w+):", (ROOT / "Makefile").read_text(encoding="utf-8"), re.MULTILINE)
        assert {argument for argument in arguments if "=" not in argument} <= set(targets)
        return ""
    assert program == "onceper"
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr("sys.argv", ["onceper", *arguments])
        with pytest.raises(SystemExit) as ended:
            main()
    out, err = capsys.readouterr()
    assert not ended.value.code, err
    return out


@pytest.mark.parametrize("block", blocks("toml"), ids=_id)
def test_toml_is_toml(block: Block) -> None:
    assert tomllib.loads(block.text)


@pytest.mark.parametrize("page", PAGES, ids=name_of)
def test_rules_on_a_page_are_held_to_their_examples_by_a_command(page: Path) -> None:
    on_page = [block for block in blocks("toml", "console") if block.page == page]
    if any(block.kind == "toml" and "\nmatches = " in block.text for block in on_page):
        assert any("--check" in block.text for block in on_page)


@pytest.mark.parametrize("block", blocks("python"), ids=_id)
def test_python_is_a_doctest_or_compiles(block: Block) -> None:
    if ">>> " not in block.text:
        compile(block.text, name_of(block.page), "exec")
