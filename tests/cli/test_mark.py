"""``onceper mark`` and ``onceper explain --style``."""

from __future__ import annotations

import json
from typing import TYPE_CHECKING

import pytest

if TYPE_CHECKING:
    from pathlib import Path

    from tests.cli.conftest import Onceper, WriteLines

TEXT = "Draw 1 card. You can banish this card from your GY; draw 1 card."
CARD = {"id": 1, "lang": "en", "game": "yugioh", "text": TEXT}


def test_the_summary_counts_texts(onceper: Onceper, write_lines: WriteLines, tmp_path: Path) -> None:
    code, out, err = onceper("mark", write_lines(CARD, CARD | {"lang": "xx"}), "-o", tmp_path / "out.jsonl")
    assert (code, out) == (0, "")
    for words in ("texts changed", "texts left as they are", "unknown language"):
        assert words in err
    first, second = map(json.loads, (tmp_path / "out.jsonl").read_text("utf-8").splitlines())
    assert first == CARD | {"text": TEXT.replace(". You", ". \u00a0\u00a0\nYou")}
    assert second["text"] == TEXT


def test_where_a_witness_was_followed_is_told(onceper: Onceper, write_lines: WriteLines, tmp_path: Path) -> None:
    witness = tmp_path / "ja.jsonl"
    text = "①：カードを１枚ドローし、その後、このカードを除外する。自分はカードを１枚ドローする。"
    witness.write_text(json.dumps(CARD | {"lang": "ja", "text": text}) + "\n", encoding="utf-8")
    given = write_lines(CARD | {"text": "Gain 500 LP. Draw 1 card. You can banish this card; draw 1 card."})
    told = tmp_path / "told.jsonl"
    out = tmp_path / "out.jsonl"
    code, _, err = onceper("mark", given, "-o", out, "--style", "numbers", "--like", witness, "--told", told)
    assert code == 0
    found = json.loads(told.read_text("utf-8"))
    assert (found["id"], found["of_witness"]) == ("1", 1)
    assert "the witness" in err


@pytest.mark.parametrize(
    ("arguments", "code", "message"),
    [
        (("-o", "out.jsonl", "--style", "line"), 2, "unknown style 'line', perhaps 'lines'"),
        (
            ("-o", "out.cdb"),
            1,
            "is jsonl, and the name of the output says otherwise; expected a file of the same format",
        ),
        (("-o", "cards.jsonl"), 1, "the output is the input file itself"),
        (("-o", "out.jsonl", "--told", "told.jsonl"), 2, "nothing is to be told of; expected a witness"),
        (("-o", "out.jsonl", "--like", "cards.jsonl", "--style", "plain"), 2, "a witness for plain text"),
        (("-o", "out.jsonl", "--like", "none.jsonl"), 1, "no such file"),
        (("-o", "out.jsonl", "--like", "cards.jsonl", "--told", "out.jsonl"), 1, "would take each other's place"),
        (("-o", "out.jsonl", "--column", "x"), 2, "'x' is no pair"),
        (("-o", "no/out.jsonl"), 1, "there is no folder"),
    ],
)
def test_what_is_wrong_is_said(
    onceper: Onceper,
    write_lines: WriteLines,
    tmp_path: Path,
    monkeypatch: pytest.MonkeyPatch,
    arguments: tuple[str, ...],
    code: int,
    message: str,
) -> None:
    monkeypatch.chdir(tmp_path)
    cards = write_lines(CARD)
    before = cards.read_bytes()
    result = onceper("mark", cards.name, *arguments)
    assert result.code == code
    assert message in " ".join(result.err.split())
    assert [path.name for path in tmp_path.iterdir()] == ["cards.jsonl"]
    assert cards.read_bytes() == before


def test_a_folder_is_no_file_to_mark(onceper: Onceper, tmp_path: Path) -> None:
    code, _, err = onceper("mark", tmp_path, "-o", tmp_path / "out.jsonl")
    assert code == 1
    assert "this is a folder" in err


def test_explain_prints_a_text_in_a_style(onceper: Onceper) -> None:
    code, out, _ = onceper("explain", TEXT, "--lang", "en", "--style", "lines")
    assert (code, out.splitlines()) == (
        0,
        ["Draw 1 card. \u00a0\u00a0", "You can banish this card from your GY; draw 1 card."],
    )
    code, _, err = onceper("explain", TEXT, "--style", "lines", "--json")
    assert code == 2
    assert "JSON has no style" in err
