"""``onceper train`` and the models that it writes."""

from __future__ import annotations

import json
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from pathlib import Path

    from tests.cli.conftest import Onceper, WriteLines

ODD = "同名クリーチャーのこの能力は各ターン1度のみ。"


def test_a_model_learned_from_tags_is_used_by_tag(onceper: Onceper, write_lines: WriteLines, tmp_path: Path) -> None:
    cards = write_lines(*({"id": n, "lang": "ja", "game": "duelmasters", "text": ODD} for n in range(3)))
    tags, work = tmp_path / "tags.jsonl", tmp_path / "work.jsonl"
    assert onceper("tag", cards, "-o", tags).code == 0
    code, _, err = onceper("train", "--from", tags, "-o", tmp_path, "--disagreements", work)
    assert (code, err.count("wrote")) == (0, 1)
    assert all(row["difference"] >= 0.5 for row in map(json.loads, work.read_text("utf-8").splitlines()))
    assert onceper("tag", cards, "--classifier", "on", "--model", tmp_path / "ja.duelmasters.json").code == 0


def test_disagreements_take_nobodys_place(onceper: Onceper, tmp_path: Path) -> None:
    tags = tmp_path / "tags.jsonl"
    tags.write_text("{}\n")
    code, _, err = onceper("train", "--from", tags, "-o", tmp_path, "--disagreements", tags)
    assert code == 1
    assert err.startswith(f"onceper: {tags}: the output is the input file itself; expected another file")
    assert tags.read_text() == "{}\n"


def test_tag_asks_the_classifier(onceper: Onceper, write_lines: WriteLines) -> None:
    cards = write_lines({"id": 1, "lang": "en", "text": 'This effect of "Chapel of Rime" awakens only once per turn.'})
    found = {mode: json.loads(onceper("tag", cards, "--classifier", mode).out)["limits"] for mode in ("off", "on")}
    assert found["off"] == []
    assert [limit["source"] for limit in found["on"]] == ["classifier"]


def test_explain_asks_the_classifier(onceper: Onceper) -> None:
    text = 'You can only actvate 1 "Chapel of Rime" per turn.'
    assert "classifier, " in onceper("explain", text, "--lang", "en", "--classifier", "on").out


def test_wrong_use_is_told(onceper: Onceper, write_lines: WriteLines, tmp_path: Path) -> None:
    empty = tmp_path / "empty.jsonl"
    empty.touch()
    assert onceper("train", "--lang", "nl").code == 2
    assert onceper("train", "--disagreements", tmp_path / "work.jsonl").code == 2
    assert onceper("tag", empty, "--classifier", "maybe").code == 2
    code, _, err = onceper("train", "-o", tmp_path / "none")
    assert (code, "there is no folder" in err) == (1, True)
    tags = tmp_path / "tags.jsonl"
    assert onceper("tag", write_lines({"id": 1, "text": "Ohne Belang."}), "-o", tags).code == 0
    for rows in (tags, empty):
        code, _, err = onceper("train", "--from", rows, "-o", tmp_path)
        assert (code, "no row to learn from" in err) == (1, True)
    for mode, why in (("on", "no such file"), ("off", "the classifier is off")):
        code, _, err = onceper("tag", empty, "--classifier", mode, "--model", tmp_path / "x.json")
        assert (code, why in err) == (1, True)


def test_a_model_is_asked_for_where_there_is_none(onceper: Onceper, write_lines: WriteLines) -> None:
    code, _, err = onceper("explain", "Ziehe 1 Karte.", "--lang", "de", "--classifier", "only")
    assert (code, "no model of 'de' is installed" in err, "en, ja, tr" in err) == (1, True, True)
    lines = {"en": "Draw 1 card.", "de": "Ziehe 1 Karte.", "fr": "Piochez 1 carte."}
    cards = write_lines(*({"lang": lang, "text": text} for lang, text in lines.items()))
    code, _, err = onceper("tag", cards, "-o", cards.parent / "tags.jsonl", "--classifier", "on")
    assert code == 0
    assert err.count("of which the classifier has no model") == 1
    counted = {line.split()[1]: line.split()[3] for line in err.splitlines() if line.startswith("│   ")}
    assert counted == {"de": "1", "fr": "1"}
