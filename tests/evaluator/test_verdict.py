"""Which of several limits a verdict speaks of, and what it says where nothing stands in the way."""

from __future__ import annotations

from typing import TYPE_CHECKING

import msgspec

from onceper.contract.verdict import Verdict

if TYPE_CHECKING:
    from tests.conftest import MakeLimit
    from tests.evaluator.conftest import Game, MakeCard


def test_a_free_limit(new_game: type[Game], make_card: MakeCard, make_limit: MakeLimit) -> None:
    limit = make_limit("hard", 1)
    verdict = new_game(make_card(limit)).ask()
    because = 'Effect 1 of "Ember Warden" is free: 0 of 1 spent this turn; once per turn by card name'
    assert verdict == Verdict(True, because, limit, 0, None)


def test_of_several_free_limits_the_tightest(new_game: type[Game], make_card: MakeCard, make_limit: MakeLimit) -> None:
    tight = make_limit("soft", 1)
    assert new_game(make_card(make_limit("hard", 1, count=2), tight)).ask().limit == tight


def test_of_several_spent_limits_the_one_that_lasts(
    new_game: type[Game], make_card: MakeCard, make_limit: MakeLimit
) -> None:
    turn, duel = make_limit("soft", 1), make_limit("hard", 1, period="duel")
    game = new_game(make_card(turn, duel))
    game.activate("a1")
    assert game.ask().limit == duel


def test_a_verdict_survives_json(new_game: type[Game], make_card: MakeCard, make_limit: MakeLimit) -> None:
    game = new_game(make_card(make_limit("hard", 1)))
    game.activate("a1")
    verdict = game.ask()
    assert msgspec.json.decode(msgspec.json.encode(verdict), type=Verdict) == verdict


def test_what_is_printed_is_short(new_game: type[Game], make_card: MakeCard, make_limit: MakeLimit) -> None:
    game = new_game(make_card(make_limit("soft", 1)))
    game.activate("a1")
    verdict = game.ask()
    assert verdict.limit
    assert repr(verdict) == (
        f"Verdict(allowed=False, because={verdict.because!r}, limit='soft {verdict.limit.rule}', used=1, "
        "available_again='next_turn', spent_by=('a1',))"
    )
