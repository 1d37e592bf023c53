"""What the file of a game says of it, and what is read by that."""

from __future__ import annotations

import pytest
from tests.cases import cases

from onceper import read
from onceper.evaluator.limits import find_rulebook, load_rulebook
from onceper.lang.games import default_game, find_game, game_by_heading, known_games, part_headings, ruled_as

LIMIT = "If this card is Summoned: You can draw 1 card. You can only use this effect once per turn."
HEADED = [(game, lang, printed) for game, of in known_games().items() for lang, printed in of.headings.items()]


@cases
def test_a_game_by_its_names(spelled: str, game: str) -> None:
    assert find_game(spelled) == game


def test_the_games_of_the_contract() -> None:
    assert [*known_games()] == ["duelmasters", "rushduel", "yugioh"]


def test_one_game_is_what_a_text_of_none_is_taken_for() -> None:
    assert [name for name, game in known_games().items() if game.default] == [default_game()]
    assert ruled_as(None) is known_games()[default_game()]


def test_each_limit_of_the_rulebook_holds_in_some_game_and_each_game_names_those_there_are() -> None:
    assert set().union(*(game.rulebook for game in known_games().values())) == load_rulebook().keys()


@cases
def test_the_rulebook_of_a_game(game: str | None, limits: tuple[str, ...]) -> None:
    assert sorted(rule.key.removeprefix("rulebook.") for rule in find_rulebook(game)) == [*limits]


@pytest.mark.parametrize(("game", "lang"), [(game, lang) for game, lang, _ in HEADED])
def test_each_heading_heads_a_part_and_is_no_effect(game: str, lang: str) -> None:
    printed = known_games()[game].headings[lang]
    for heading in filter(None, (printed.effect, printed.multi_choice, printed.continuous)):
        above = f"{printed.requirement}\n{printed.nothing}" if printed.requirement else printed.activation
        reading = read(f"{above}\n{heading}\n123 DEF.", lang=lang, game=game)
        assert [text.text for text in reading.non_effects if text.kind == "heading"] == [above, heading]
        if printed.requirement:
            (effect,) = reading.effects
            assert effect.kind == ("continuous" if heading == printed.continuous else "activated")


@pytest.mark.parametrize(("game", "requirement"), [(game, of.requirement) for game, _, of in HEADED if of.requirement])
def test_a_game_is_told_by_what_heads_a_requirement(game: str, requirement: str) -> None:
    assert game_by_heading(f"A story.\n {requirement}\n...") == game
    assert game_by_heading(f"A story of {requirement}") is None


def test_a_language_has_the_headings_of_each_game_that_prints_it() -> None:
    assert len(part_headings("en")) == 2
    assert part_headings("tr") == []


@cases
def test_only_a_game_with_rulings_has_them_in_its_limits(
    game: str | None,
    spent_on: str | None,
    refunded: bool | None,
    resets_on: tuple[str, ...],
    on_control_change: str | None,
) -> None:
    (limit,) = read(LIMIT, lang="en", game=game).limits
    told = (limit.spent_on, limit.refunded_if_negated, limit.resets_on, limit.on_control_change)
    assert told == (spent_on, refunded, resets_on, on_control_change)


def test_an_ability_is_a_line_where_no_game_says_otherwise() -> None:
    text = "When this attacks, draw a card. Gain 1 life. This ability triggers only once each turn.\nDraw a card."
    assert [effect.index for effect in read(text, lang="en", game="Odd Game").effects] == [1, 2]
