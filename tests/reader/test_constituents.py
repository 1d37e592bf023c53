"""Limits are read by their constituents in any order, as the measured readings of the catalogue, or told as unread."""

from __future__ import annotations

from itertools import product
from typing import TYPE_CHECKING

import pytest
from tests.cases import cases

import onceper
from onceper.patterns.catalogue import BY_PARTS, catalogue

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator
    from pathlib import Path

    from onceper.contract.limit import Limit

EFFECT = "If this card is Summoned: You can draw 1 card. "
TIMES = {"once": 1, "one time": 1, "twice": 2, "3 times": 3}
PERIODS = {"per turn": "turn", "each turn": "turn", "every turn": "turn", "per Duel": "duel", "in each Chain": "chain"}
BY_NAME = (
    "You can only use this effect of {name} {times} {period}.",
    "You may use this effect of {name} no more than {times} {period}.",
    "This effect of {name} can be used only {times} {period}.",
    "This effect of {name} is limited to {times} {period}.",
    "{period}, you can use this effect of {name} just {times}.",
    "You cannot use this effect of {name} more than {times} {period}.",
    "{period}, this effect of {name} may be used at most {times}.",
    "This effect of {name}: up to {times} {period}.",
    "(You can only use this effect of {name} {times} {period}.)",
    "A player can use this effect of {name} {times} {period}, and no more than that.",
)


def orders(name: str) -> Iterator[tuple[str, int, str]]:
    """Yield a limit in every order, number and period, with its count and the contract's period."""
    for form, times, period in product(BY_NAME, TIMES, PERIODS):
        said = form.format(name=name, times=times, period=period).replace(" of :", ":")
        yield EFFECT + said[0].upper() + said[1:], TIMES[times], PERIODS[period]


def told(limit: Limit) -> tuple[str, int | None, str | None, tuple[int, ...]]:
    return limit.kind, limit.count, limit.period, limit.applies_to.effects


@pytest.mark.parametrize(("text", "count", "period"), list(orders('"Ember Warden"')))
def test_a_limit_by_name_is_read_in_any_order_or_told(text: str, count: int, period: str) -> None:
    reading = onceper.read(text, lang="en", game="yugioh")
    if not reading.unread:
        assert [told(limit) for limit in reading.limits] == [("hard", count, period, (1,))]
    assert len(reading.effects) == 1


def test_nearly_all_orders_are_read() -> None:
    texts = list(orders('"Ember Warden"'))
    read = sum(not onceper.read(text, lang="en", game="yugioh").unread for text, _, _ in texts)
    assert read > 0.9 * len(texts)


@cases
def test_what_nobody_may_do_twice_may_be_done_once(text: str, count: int) -> None:
    (limit,) = onceper.read(EFFECT + text, lang="en", game="yugioh").limits
    assert told(limit) == ("soft", count, "turn", (1,))


def test_what_was_read_by_parts_says_so_with_its_measured_confidence_and_the_source_of_the_reading() -> None:
    (limit,) = onceper.read(EFFECT + "Each turn, this effect can be used just once.", lang="en", game="yugioh").limits
    assert limit.rule == "soft.this_effect" + BY_PARTS
    assert limit.confidence == catalogue()["soft.this_effect"].by_parts["en"]
    assert onceper.lang.languages.language("en").rulings[limit.rule] == catalogue()["soft.this_effect"].source


DUTCH = {
    "words.toml": """
[[times]]
means = { count = 1 }
words = ["eenmaal"]
[[times]]
means = { count = 2 }
words = ["tweemaal"]
[[period]]
means = { period = "turn" }
words = ["beurt"]
[[verb]]
means = { verb = "use" }
words = ["gebruiken", "gebruikt"]
[[reference]]
means = { reference = "this" }
words = ["dit effect"]
""",
    "structure.toml": 'telling = ["times"]\ncontinues_plainly = ["dan"]',
    "limits.toml": """
["soft"]
pattern = "<{times} per {period}>"
matches = ["Eenmaal per beurt: Trek 1 kaart."]
""",
    "parts.toml": """
[[who]]
words = ["je"]
[[may]]
words = ["kunt", "kun", "kan", "worden"]
[[only]]
words = ["slechts", "hoogstens"]
[[times]]
words = ["{times}"]
[[period]]
words = ["(per|elke|in elke) {period}"]
[[verb]]
words = ["{verb}"]
[[effect]]
words = ["{reference}"]
[[name]]
words = ["{name}"]
[[filler]]
words = ["van"]
""",
}


@pytest.fixture
def use_dutch(tmp_path: Path) -> Iterator[Callable[..., None]]:
    """Return the function that reads Dutch too, with some of its files changed."""

    def use(**changes: str) -> None:
        folder = tmp_path / "mine" / "nl"
        folder.mkdir(parents=True)
        for name, content in {**DUTCH, **{f"{name}.toml": content for name, content in changes.items()}}.items():
            (folder / name).write_text(content, encoding="utf-8")
        onceper.use_patterns(folder.parent)

    yield use
    onceper.use_patterns(None)


@pytest.mark.parametrize(
    "text",
    [
        'Je kunt dit effect van "Gloed" slechts eenmaal per beurt gebruiken.',
        'Slechts eenmaal elke beurt kun je dit effect van "Gloed" gebruiken.',
        'In elke beurt kan dit effect van "Gloed" hoogstens eenmaal worden gebruikt.',
    ],
)
def test_a_language_of_ones_own_reads_by_its_parts(use_dutch: Callable[..., None], text: str) -> None:
    use_dutch()
    (limit,) = onceper.read(f"Trek 1 kaart. {text}", lang="nl", game="yugioh").limits
    assert told(limit) == ("hard", 1, "turn", (1,))


def test_the_laws_hold_in_a_language_of_ones_own(use_dutch: Callable[..., None]) -> None:
    use_dutch()
    reading = onceper.read('Trek 1 kaart. Men mag "Gloed" slechts eenmaal per beurt spelen.', lang="nl", game="yugioh")
    assert (reading.limits, len(reading.unread)) == ((), 1)
    silent = onceper.read("Hoogstens 1 daarvan elke beurt.", lang="nl", game="yugioh")
    assert silent.limits == ()


@cases
def test_wrong_parts_are_refused_at_load(use_dutch: Callable[..., None], parts: str, problem: str) -> None:
    with pytest.raises(onceper.OnceperError, match=problem):
        use_dutch(parts=parts)


@cases
def test_a_sentence_that_says_only_how_often_limits_the_effect_before_it(
    lang: str, effect: str, limit: str, count: int
) -> None:
    between = "" if lang == "ja" else " "
    reading = onceper.read(f"{effect}{between}{limit}", lang=lang, game="yugioh")
    assert [one.text for one in reading.effects] == [effect]
    assert [one.text for one in reading.non_effects] == [limit]
    assert [(one.text, one.count, one.applies_to.effects) for one in reading.limits] == [(limit, count, (1,))]
