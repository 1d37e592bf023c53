"""What was found in sentences, in the context of its card."""

from __future__ import annotations

import pytest

from onceper.contract.reading import ALL_PARTS
from onceper.lang.languages import language
from onceper.reader.card import CardContext, read_card
from onceper.reader.prepare import PreparedText, prepare
from onceper.reader.sentence import SentenceReader
from onceper.text.normal import Text

ENGLISH = language("en")
TEXT = (
    "If this card is “Ash”: Draw 1 card. You can only use this effect of “Ash Vicar” once per turn."
    " Once per turn: Gain 500 LP."
)


@pytest.fixture(scope="module")
def prepared() -> PreparedText:
    return prepare(Text(TEXT), ENGLISH)


@pytest.fixture(scope="module")
def card(prepared: PreparedText) -> CardContext:
    return CardContext(prepared, SentenceReader(ENGLISH, ENGLISH.book.rules, telling=()).read(prepared), ENGLISH)


def test_limits_know_their_name_their_effects_and_their_place(card: CardContext) -> None:
    hard, soft = card.limits()
    assert (hard.kind, hard.name, hard.applies_to.effects) == ("hard", "Ash Vicar", (1,))
    assert (soft.kind, soft.name, soft.applies_to.effects) == ("soft", None, (2,))
    for limit in (hard, soft):
        assert limit.text == TEXT[slice(*limit.span)]
    assert hard.text.endswith("“Ash Vicar” once per turn.")


def test_a_sentence_of_a_limit_is_no_effect(card: CardContext) -> None:
    (non_effect,) = card.non_effects()
    assert (non_effect.kind, non_effect.span) == ("activation_limit", card.limits()[0].span)
    assert [effect.text for effect in card.effects()] == [
        "If this card is “Ash”: Draw 1 card.",
        "Once per turn: Gain 500 LP.",
    ]


def no_guess(_template: str) -> None:
    """Have no opinion."""


def test_what_is_not_asked_for_is_not_made(prepared: PreparedText) -> None:
    found = SentenceReader(ENGLISH, ENGLISH.book.rules, telling=()).read(prepared)
    limits, non_effects, effects, unread = read_card(prepared, found, frozenset({"limits"}), ENGLISH, None, no_guess)
    assert len(limits) == 2
    assert (non_effects, effects, unread) == ((), (), ())


def test_a_card_of_which_the_rules_say_nothing_has_effects_alone() -> None:
    limits, non_effects, effects, unread = read_card(
        prepare(Text("Draw 1 card. Gain 500 LP."), ENGLISH), {}, ALL_PARTS, ENGLISH, None, no_guess
    )
    assert len(effects) > 0
    assert (limits, non_effects, unread) == ((), (), ())
