"""``onceper explain``."""

from __future__ import annotations

import io
import json
import os
import subprocess
import sys
from typing import TYPE_CHECKING

import pytest

from onceper.contract.reading import CardReading
from onceper.reader.read import read
from onceper.resources import resource

if TYPE_CHECKING:
    from pathlib import Path

    import pytest
    from tests.cli.conftest import Onceper

TEXT = 'You can draw 1 card. You can only use this effect of "Ember [b] Warden" once per turn.'


def test_limits_rules_and_masked_names_are_shown(onceper: Onceper) -> None:
    code, out, err = onceper("explain", TEXT, "--name", "Ember [b] Warden", "--game", "yugioh")
    assert (code, err) == (0, "")
    assert "Ember [b] Warden  en · yugioh" in out
    assert "once per turn.[●a]" in out
    assert "a ● hard  By card name, once per turn" in out
    assert "rule hard.effect, characters 21 to 86" in out
    assert '- "Ember [b] Warden"' in out
    assert "\x1b" not in out


def test_a_game_that_no_rules_are_for_is_told(onceper: Onceper) -> None:
    code, out, err = onceper("explain", TEXT, "--game", "yugiho")
    assert (code, "● hard" in out) == (0, True)
    assert err.startswith("no rules are of the game 'yugiho', perhaps 'yugioh': it was read with general ones; ")
    assert not onceper("explain", TEXT, "--game", "Yu-Gi-Oh!").err


def test_language_is_told_where_none_is_given(onceper: Onceper) -> None:
    assert onceper("explain", TEXT).out == onceper("explain", TEXT, "--lang", "en").out


def test_text_without_a_letter(onceper: Onceper) -> None:
    code, out, _ = onceper("explain", "1 + 1")
    assert code == 0
    assert "Nothing was read in this text." in out


def test_output_that_is_not_utf8_shows_escapes() -> None:
    command = [sys.executable, "-c", "from onceper.cli.main import main; main()", "explain", TEXT]
    ended = subprocess.run(
        command, env=os.environ | {"PYTHONIOENCODING": "ascii"}, check=True, capture_output=True, text=True
    )
    assert "turn.[\\u25cfa]" in ended.stdout


def test_language_that_cannot_be_told(onceper: Onceper) -> None:
    code, out, err = onceper("explain", "Xyzzy plugh.")
    assert (code, out) == (1, "")
    assert "cannot be told" in err
    assert "; expected " in err
    assert "\n  remedy: " in err


def test_the_type_of_the_card_tells_what_the_print_does_not(onceper: Onceper) -> None:
    text = "Both players wager 1 card."
    shown = [onceper("explain", text, *option).out for option in ((), ("--card-type", "Trap / Continuous"))]
    assert "effect 1 · kind unknown ─" in shown[0]
    assert "effect 1 · continuous, as the card stays on the field ─" in shown[1]


def test_text_that_is_not_utf8(onceper: Onceper) -> None:
    code, out, err = onceper("explain", "Draw \udcff card.")
    assert (code, out) == (2, "")
    assert "character 5 is not UTF-8; expected text." in err
    assert "remedy: set the terminal to UTF-8" in err


def test_help_has_a_short_name(onceper: Onceper) -> None:
    assert onceper("explain", "-h") == onceper("explain", "--help")


def test_text_of_standard_input_and_of_a_file(
    onceper: Onceper, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    quoted = f"{TEXT} It's called \"Warden's Rest\"."
    file = tmp_path / "card.txt"
    file.write_text(f"{quoted}\n", encoding="utf-8")
    monkeypatch.setattr("sys.stdin", io.TextIOWrapper(io.BytesIO(f"{quoted}\n".encode())))
    shown = {onceper("explain", given).out for given in (quoted, "-", str(file))}
    assert len(shown) == 1
    assert "hard.effect" in shown.pop()


def test_json_is_the_reading(onceper: Onceper) -> None:
    import msgspec  # noqa: PLC0415

    written = onceper("explain", TEXT, "--game", "yugioh", "--json").out
    assert msgspec.json.decode(written, type=CardReading) == read(TEXT, game="yugioh")


SAMPLE = resource("corpora/sample") / "cards.en.cdb"


def test_a_card_of_a_database(onceper: Onceper) -> None:
    by_id = onceper("explain", SAMPLE, "--id", "099000001")
    assert (by_id.code, by_id.err) == (0, "")
    assert "Lanternwright Apprentice  en · yugioh" in by_id.out
    assert onceper("explain", SAMPLE, "--name", "lanternwright apprentice") == by_id


def test_a_card_with_several_texts(onceper: Onceper, tmp_path: Path) -> None:
    card = {"id": 7, "lang": "EN", "text": TEXT}
    cards = tmp_path / "cards.json"
    others = [
        {**card, "lang": "ja", "text": "このカード名の効果は１ターンに１度しか使用できない。"},
        {**card, "lang": "nl"},
    ]
    cards.write_text(json.dumps([card, *others]), encoding="utf-8")
    lines = onceper("explain", cards, "--json").out.splitlines()
    assert [json.loads(line)["lang"] for line in lines] == ["en", "ja"]
    (line,) = onceper("explain", cards, "--json", "--lang", "ja").out.splitlines()
    assert json.loads(line)["lang"] == "ja"
