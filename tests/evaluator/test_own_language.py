"""A language of one's own has ceilings as the bundled ones do."""

from __future__ import annotations

from typing import TYPE_CHECKING

import pytest

import onceper
from onceper.evaluator.action import Action
from onceper.evaluator.evaluator import Evaluator
from onceper.evaluator.event import Activated, Appeared, Summoned
from onceper.patterns.records import RulesError

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator
    from pathlib import Path

FILES = {
    "words.toml": """
[[times]]
means = { count = 1 }
words = ["eenmaal"]
[[period]]
means = { period = "turn" }
words = ["beurt"]
""",
    "structure.toml": 'telling = ["times"]\nevidence = ["elke", "speler", "kan"]',
    "limits.toml": """
["cap.summon"]
pattern = "elke speler kan slechts {count} {object:8} per {period} oproepen"
limit = { kind = "cap", player = "each", what = "summon", verb = "do", reference = "card", reach = "none" }
matches = ["Elke speler kan slechts 1 Monster per beurt oproepen."]
source = "as printed"

["cap.activate"]
pattern = "elke speler kan slechts {count} {object:8} per {period} activeren"
limit = { kind = "cap", player = "each", what = "activate", verb = "do", reference = "card", reach = "none" }
matches = ["Elke speler kan slechts 1 Toverkaart per beurt activeren."]
source = "as printed"
""",
    "terms.toml": 'monster = ["Monster", "Wezen"]\nspell = ["toverkaart"]',
}


@pytest.fixture
def use_dutch(tmp_path: Path) -> Iterator[Callable[..., None]]:
    """Return the function that reads Dutch too, with its files changed or left out (null)."""

    def use(**changes: str | None) -> None:
        folder = tmp_path / "mine" / "nl"
        folder.mkdir(parents=True)
        for name, content in {**FILES, **{f"{name}.toml": content for name, content in changes.items()}}.items():
            if content is not None:
                (folder / name).write_text(content, encoding="utf-8")
        onceper.use_patterns(folder.parent)

    yield use
    onceper.use_patterns(None)


def _game(text: str) -> Evaluator:
    reading = onceper.read(text, lang="nl", game="yugioh", name="Gloedwachter")
    game = Evaluator([reading])
    game.apply(Appeared("w", "Gloedwachter", "A", card_type="monster"))
    for copy in ("v", "x"):
        game.apply(Appeared(copy, "Gloedwachter", "A", "hand", card_type="monster"))
    game.apply(Appeared("z", "Gloedwachter", "A", card_type="normal_spell"))
    return game


@pytest.mark.parametrize("word", ["Monster", "monster", "Wezen"])
def test_a_ceiling_on_summons_counts_them_by_itself(use_dutch: Callable[..., None], word: str) -> None:
    use_dutch()
    game = _game(f"Elke speler kan slechts 1 {word} per beurt oproepen.")
    assert game.counted_events() == {}
    assert game.may_use("x", Action("special_summon"), "A").allowed
    game.apply(Summoned("v", Action("special_summon"), "A", "s1"))
    verdict = game.may_use("x", Action("special_summon"), "A")
    assert (verdict.allowed, verdict.used, verdict.available_again) == (False, 1, "next_turn")
    assert game.may_use("x", Action("special_summon"), "B").allowed


def test_a_ceiling_on_activations_counts_them_by_itself(use_dutch: Callable[..., None]) -> None:
    use_dutch()
    game = _game("Elke speler kan slechts 1 Toverkaart per beurt activeren.")
    assert game.counted_events() == {}
    game.apply(Activated("z", Action("activation"), "A", "a1"))
    assert not game.may_use("z", Action("activation"), "A").allowed


def test_without_terms_the_words_have_to_be_told(use_dutch: Callable[..., None]) -> None:
    use_dutch(terms=None)
    game = _game("Elke speler kan slechts 1 Monster per beurt oproepen.")
    assert game.counted_events() == {"summon": ("Monster",)}


def test_wrong_terms_are_refused(use_dutch: Callable[..., None]) -> None:
    with pytest.raises(RulesError, match=r"nl/terms\.toml: monster = .*; expected a list of phrases"):  # noqa: PT012
        use_dutch(terms='monster = [""]')
        _game("Elke speler kan slechts 1 Monster per beurt oproepen.")
