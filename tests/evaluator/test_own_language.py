"""A language of one's own has ceilings as the bundled ones do."""

from __future__ import annotations

from typing import TYPE_CHECKING

import pytest

import onceper
from onceper.evaluator.action import Action
from onceper.evaluator.evaluator import Evaluator
from onceper.evaluator.event import Activated, Appeared, Summoned
from onceper.patterns.problems import RulesError

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator
    from pathlib import Path

FILES = {
    "words.toml": """
[[times]]
means = { count = 1 }
words = ["einmal"]
[[period]]
means = { period = "turn" }
words = ["zug"]
""",
    "structure.toml": 'telling = ["times"]\nevidence = ["jeder", "spieler", "kann"]',
    "limits.toml": """
[[rule]]
id = "cap.summon"
pattern = "jeder spieler kann nur {count} {object:8} pro {period} beschwören"
limit = { kind = "cap", player = "each", what = "summon", verb = "do", reference = "card", reach = "none" }
matches = ["Jeder Spieler kann nur 1 Monster pro Zug beschwören."]
source = "as printed"

[[rule]]
id = "cap.activate"
pattern = "jeder spieler kann nur {count} {object:8} pro {period} aktivieren"
limit = { kind = "cap", player = "each", what = "activate", verb = "do", reference = "card", reach = "none" }
matches = ["Jeder Spieler kann nur 1 Zauberkarte pro Zug aktivieren."]
source = "as printed"
""",
    "terms.toml": 'monster = ["Monster", "Kreatur"]\nspell = ["zauberkarte"]',
}


@pytest.fixture
def use_german(tmp_path: Path) -> Iterator[Callable[..., None]]:
    """Return the function that reads German too, with its files changed or left out (null)."""

    def use(**changes: str | None) -> None:
        folder = tmp_path / "mine" / "de"
        folder.mkdir(parents=True)
        for name, content in {**FILES, **{f"{name}.toml": content for name, content in changes.items()}}.items():
            if content is not None:
                (folder / name).write_text(content, encoding="utf-8")
        onceper.use_patterns(folder.parent)

    yield use
    onceper.use_patterns(None)


def _game(text: str) -> Evaluator:
    reading = onceper.read(text, lang="de", game="yugioh", name="Glutwächter")
    game = Evaluator([reading])
    game.apply(Appeared("w", "Glutwächter", "A", card_type="monster"))
    for copy in ("v", "x"):
        game.apply(Appeared(copy, "Glutwächter", "A", "hand", card_type="monster"))
    game.apply(Appeared("z", "Glutwächter", "A", card_type="normal_spell"))
    return game


@pytest.mark.parametrize("word", ["Monster", "monster", "Kreatur"])
def test_a_ceiling_on_summons_counts_them_by_itself(use_german: Callable[..., None], word: str) -> None:
    use_german()
    game = _game(f"Jeder Spieler kann nur 1 {word} pro Zug beschwören.")
    assert game.counted_events() == {}
    assert game.may_use("x", Action.special_summon(), "A").allowed
    game.apply(Summoned("v", Action.special_summon(), "A", "s1"))
    verdict = game.may_use("x", Action.special_summon(), "A")
    assert (verdict.allowed, verdict.used, verdict.available_again) == (False, 1, "next_turn")
    assert game.may_use("x", Action.special_summon(), "B").allowed


def test_a_ceiling_on_activations_counts_them_by_itself(use_german: Callable[..., None]) -> None:
    use_german()
    game = _game("Jeder Spieler kann nur 1 Zauberkarte pro Zug aktivieren.")
    assert game.counted_events() == {}
    game.apply(Activated("z", Action.activate_card(), "A", "a1"))
    assert not game.may_use("z", Action.activate_card(), "A").allowed


def test_without_terms_the_words_have_to_be_told(use_german: Callable[..., None]) -> None:
    use_german(terms=None)
    game = _game("Jeder Spieler kann nur 1 Monster pro Zug beschwören.")
    assert game.counted_events() == {"summon": ("Monster",)}


def test_wrong_terms_are_refused(use_german: Callable[..., None]) -> None:
    with pytest.raises(RulesError, match=r"de/terms\.toml: monster: an empty phrase"):  # noqa: PT012
        use_german(terms='monster = [""]')
        _game("Jeder Spieler kann nur 1 Monster pro Zug beschwören.")
