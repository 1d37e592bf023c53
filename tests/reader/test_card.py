"""What was found in sentences, in the context of its card."""

from __future__ import annotations

from typing import TYPE_CHECKING

from onceper.contract.reading import ALL_PARTS
from onceper.lang.languages import language
from onceper.reader.card import read_card
from onceper.reader.prepare import CardTemplate, prepare
from onceper.reader.printed import printed
from onceper.reader.sentence import SentenceReader
from onceper.text.normal import Text

if TYPE_CHECKING:
    from onceper.contract.reading import Part
    from onceper.contract.span import Ask
    from onceper.reader.printed import Records

ENGLISH = language("en")
TEXT = (
    "If this card is “Ash”: Draw 1 card. You can only use this effect of “Ash Vicar” once per turn."
    " Once per turn: Gain 500 LP."
)


def records(text: str, parts: frozenset[Part] = ALL_PARTS, *, with_rules: bool = True) -> Records:
    """Return the records of a text of which the rules say all or nothing."""
    prepared = prepare(Text(text), ENGLISH)
    card = CardTemplate.of(prepared.template, ENGLISH)
    found = SentenceReader(ENGLISH, ENGLISH.book.rules).read(card) if with_rules else {}
    return printed(read_card(card, found, parts, ENGLISH, None, no_guess), prepared, 1.0)


def no_guess(_template: str) -> Ask:
    """Have no opinion."""
    return lambda: None


def test_limits_know_their_name_their_effects_and_their_place() -> None:
    (hard, soft), *_ = records(TEXT)
    assert (hard.kind, hard.name, hard.applies_to.effects) == ("hard", "Ash Vicar", (1,))
    assert (soft.kind, soft.name, soft.applies_to.effects) == ("soft", None, (2,))
    for limit in (hard, soft):
        assert limit.text == TEXT[slice(*limit.span)]
    assert hard.text.endswith("“Ash Vicar” once per turn.")


def test_a_sentence_of_a_limit_is_no_effect() -> None:
    limits, (non_effect,), effects, _ = records(TEXT)
    assert (non_effect.kind, non_effect.span) == ("activation_limit", limits[0].span)
    assert [effect.text for effect in effects] == ["If this card is “Ash”: Draw 1 card.", "Once per turn: Gain 500 LP."]


def test_what_is_not_asked_for_is_not_made() -> None:
    limits, *others = records(TEXT, frozenset({"limits"}))
    assert len(limits) == 2
    assert others == [(), (), ()]


def test_a_card_of_which_the_rules_say_nothing_has_effects_alone() -> None:
    limits, non_effects, effects, unread = records("Draw 1 card. Gain 500 LP.", with_rules=False)
    assert len(effects) > 0
    assert (limits, non_effects, unread) == ((), (), ())
