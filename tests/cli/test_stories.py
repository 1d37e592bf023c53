"""Calls of the program one after the other, in a folder with files: what each writes, as stories.toml tells it."""

from __future__ import annotations

import io
import shlex
import tomllib
from pathlib import Path
from typing import TYPE_CHECKING, Any

import pytest

from onceper.lang.languages import use_patterns

if TYPE_CHECKING:
    from tests.cli.conftest import Onceper

_TOLD = tomllib.loads(Path(__file__).with_name("stories.toml").read_text(encoding="utf-8"))


def _write(files: dict[str, str]) -> None:
    for name, content in files.items():
        Path(name).parent.mkdir(parents=True, exist_ok=True)
        Path(name).write_text(content, encoding="utf-8")


def _contents(folder: Path) -> dict[Path, bytes]:
    return {path: path.read_bytes() if path.is_file() else b"" for path in folder.rglob("*")}


@pytest.mark.parametrize("story", _TOLD["story"], ids=lambda story: story["says"])
def test_a_story(onceper: Onceper, tmp_path: Path, monkeypatch: pytest.MonkeyPatch, story: dict[str, Any]) -> None:
    monkeypatch.chdir(tmp_path)
    _write(_TOLD["files"])
    try:
        for call in story["call"]:
            _write(call.get("files", {}))
            if "input" in call:
                monkeypatch.setattr("sys.stdin", io.TextIOWrapper(io.BytesIO(call["input"].encode())))
            before = _contents(tmp_path)
            code, out, err = onceper(*shlex.split(call["run"]))
            assert code == call.get("code", 0), err
            for said, shown in ((call.get("out"), out), (call.get("err"), err)):
                assert isinstance(said, list) or said in {None, shown}
                assert [words for words in said or () if isinstance(said, list) and words not in shown] == []
            assert [words for words in call.get("without", ()) if words in out + err] == []
            assert call.get("lines") in {None, len(out.splitlines())}
            assert code == 0 or _contents(tmp_path) == before
            for name, words in call.get("writes", {}).items():
                assert words in Path(name).read_text(encoding="utf-8")
    finally:
        use_patterns(None)
