"""Text as scrapers leave it: wrapped lines, foreign tags and marks, lost spaces."""

import pytest

from onceper.reader.read import read

HARD = ("hard", "turn", "any", None)


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        pytest.param('You can only use this effect of\n"Ash" once per turn.', HARD, id="wrapped before a name"),
        pytest.param('You can only activate 1 "Ash" per\nDuel.', ("hard", "duel", "any", None), id="before a capital"),
        pytest.param(
            "Once per turn, during your\nStandby Phase: Draw 1.", ("soft", "turn", "own", "standby"), id="phase"
        ),
        pytest.param('Draw. You can only use this effect of<br>"Ash" once per turn.', HARD, id="<br>"),
        pytest.param('YOU CAN ONLY USE THIS EFFECT\nOF "ASH" ONCE PER TURN.', HARD, id="wrapped ALL CAPS"),
        pytest.param('You can only use this effect of "<a href="/x">Ash</a>" once per turn.', HARD, id="<a>"),
        pytest.param("<small>Once</small> per turn: Draw 1.", ("soft", "turn", "any", None), id="<small>"),
        pytest.param("Once \u200eper turn: Draw 1.", ("soft", "turn", "any", None), id="direction mark"),
        pytest.param(
            "Once per turn, during your opponent\u02bcs Standby Phase: D",
            ("soft", "turn", "opponent", "standby"),
            id="U+02BC",
        ),
        pytest.param("You can only use this Skill once per Duel.", ("soft", "duel", "any", None), id="this Skill"),
    ],
)
def test_read(text: str, expected: tuple[str | None, ...]) -> None:
    (limit,) = read(text, lang="en", game="yugioh").limits
    assert (limit.kind, limit.period, limit.whose_turn, limit.phase) == expected


def test_sentences_without_a_space_between() -> None:
    reading = read('You can only use this effect of "Ash" once per turn.You can only control 1 "Ash".', lang="en")
    assert [limit.text for limit in reading.limits] == [
        'You can only use this effect of "Ash" once per turn.',
        'You can only control 1 "Ash".',
    ]


def test_attacks_up_to_n_times_are_known() -> None:
    assert read("It can attack monsters up to 2 times.", lang="en").unread == ()
