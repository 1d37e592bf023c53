"""The limits that look at more than uses: what occurs, what is on the field, what others may do."""

from __future__ import annotations

from typing import TYPE_CHECKING

import pytest

from onceper.contract.limit import CountedEvent
from onceper.evaluator.action import Action
from onceper.evaluator.event import (
    Occurred,
    Summoned,
)

if TYPE_CHECKING:
    from tests.conftest import MakeLimit
    from tests.evaluator.conftest import Game, MakeCard


WARDEN, SECOND = "Ember Warden-1", "Ember Warden-2"
CAST = CountedEvent("cast", "own", "spell")


@pytest.mark.parametrize(
    ("whose", "by_a", "by_b", "by_other_copy"),
    [("own", 1, 0, 1), ("opponent", 0, 1, 0), ("any", 1, 1, 1), ("this", 1, 0, 0)],
)
def test_whose_deeds_are_counted(
    new_game: type[Game],
    make_card: MakeCard,
    make_limit: MakeLimit,
    whose: str,
    by_a: int,
    by_b: int,
    by_other_copy: int,
) -> None:
    for player, copy, counted in (("A", WARDEN, by_a), ("B", None, by_b), ("A", SECOND, by_other_copy)):
        event = CountedEvent("attack", whose)  # type: ignore[arg-type]
        game = new_game(make_card(make_limit("ordinal", 1, spent_on="occurrence", event=event)))
        game.apply(Occurred("attack", player, copy))
        assert game.ask().used == counted


@pytest.mark.parametrize(
    ("lang", "words", "fits"),
    [
        ("en", "monster", True),
        ("en", "Monster", True),
        ("en", "モンスター", False),
        ("en", "", True),
        ("ja", "モンスター", True),
        ("ja", "monster", False),
        ("tr", "CANAVAR", True),
        ("nl", "monster", False),
        (None, "monster", False),
    ],
)
def test_a_summon_counts_by_the_words_of_the_language_of_the_text(
    new_game: type[Game], make_card: MakeCard, make_limit: MakeLimit, lang: str | None, words: str, *, fits: bool
) -> None:
    cap = make_limit("cap", scope="player", player="each", event=CountedEvent("special_summon", "any", words))
    game = new_game(make_card(cap, lang=lang))
    assert game.evaluator.counted_events() == ({} if fits else {"special_summon": (words,)})
    game.apply(Summoned(SECOND, Action("special_summon"), "A", "s1"))
    assert game.ask(SECOND, Action("special_summon")).allowed is not fits
