"""``onceper explain``."""

from __future__ import annotations

import os
import subprocess
import sys
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from tests.cli.conftest import Onceper

TEXT = 'You can draw 1 card. You can only use this effect of "Ember [b] Warden" once per turn.'


def test_limits_rules_and_masked_names_are_shown(onceper: Onceper) -> None:
    code, out, err = onceper("explain", TEXT, "--name", "Ember [b] Warden", "--game", "yugioh")
    assert (code, err) == (0, "")
    assert "Ember [b] Warden  en · yugioh" in out
    assert "once per turn.¹" in out
    assert "hard · once per turn · use · " in out
    assert "rule hard.effect, characters 21 to 86" in out
    assert '- "Ember [b] Warden"' in out
    assert "\x1b" not in out


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
    assert "turn.\\xb9" in ended.stdout


def test_language_that_cannot_be_told(onceper: Onceper) -> None:
    code, out, err = onceper("explain", "Xyzzy plugh.")
    assert (code, out) == (1, "")
    assert "cannot be told" in err
    assert "; expected " in err
    assert "\n  remedy: " in err


def test_the_type_of_the_card_tells_what_the_print_does_not(onceper: Onceper) -> None:
    text = "Both players wager 1 card."
    shown = [onceper("explain", text, *option).out for option in ((), ("--card-type", "Trap / Continuous"))]
    assert "effect 1 · unknown ─" in shown[0]
    assert "effect 1 · continuous, as the card stays on the field ─" in shown[1]


def test_unknown_card_type(onceper: Onceper) -> None:
    code, out, err = onceper("explain", TEXT, "--card-type", "Sorcery")
    assert (code, out) == (2, "")
    assert "'--card-type': unknown card type 'Sorcery'; expected " in err
    assert "\n  remedy: " in err
    assert onceper("explain", TEXT, "--card-type", "Sorcery", "--game", "duelmasters").code == 0


def test_text_that_is_not_utf8(onceper: Onceper) -> None:
    code, out, err = onceper("explain", "Draw \udcff card.")
    assert (code, out) == (2, "")
    assert "character 5 is not UTF-8; expected text." in err
    assert "remedy: set the terminal to UTF-8" in err
