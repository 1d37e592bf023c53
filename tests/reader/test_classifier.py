"""What no rule reads, the classifier reads; it never overrules a rule."""

from __future__ import annotations

import pytest

from onceper.reader.read import read, read_many
from onceper.resources import resource

RULE = 'You can only use this effect of "Ember Warden" once per turn.'
UNREAD = 'You can only actvate 1 "Chapel of Rime" per turn.'
DAMAGED = 'Yon can 0nly use thls effect of "Ember Warden" cnce per tum.'
PLAIN = "Draw 2 cards, then discard 1 card."


def test_by_default_damaged_print_is_read() -> None:
    assert read(DAMAGED, lang="en") == read(DAMAGED, lang="en", classifier="auto")
    assert read(DAMAGED, lang="en").limits


def test_rules_alone_leave_it_unread() -> None:
    assert read(UNREAD, lang="en", classifier="off").limits == ()


@pytest.mark.parametrize("text", [UNREAD, DAMAGED])
def test_damaged_print_is_read_by_auto(text: str) -> None:
    reading = read(text, lang="en", game="yugioh", classifier="auto")
    assert reading.limits == read(text, lang="en", game="yugioh", classifier="on").limits != ()
    assert read(text, lang="en", game="yugioh", parts=["limits"], classifier="auto").limits == reading.limits


@pytest.mark.parametrize(
    "text",
    [
        RULE,
        PLAIN,
        "This card can attack twice during each Battle Phase.",
        "Each turn, the first time the Vexillary of Ysmere would squawk, it does so softly.",
        "",
    ],
)
def test_clean_print_is_read_by_the_rules(text: str) -> None:
    assert read(text, lang="en", game="yugioh", classifier="auto") == read(
        text, lang="en", game="yugioh", classifier="off"
    )


def test_a_damaged_sentence_that_leans_to_a_limit_is_told() -> None:
    text = "Draw 1 card. Yuo may onyl actvate thsi efect wonce eahc tunr."
    (unread,) = read(text, lang="en", game="yugioh", classifier="auto").unread
    assert unread.reason == "damaged"
    assert unread.guess


def test_what_nobody_can_tell_is_told_once() -> None:
    text = "Ycvz xan pnlj usq tkis ebfecx qf thbs xard ozcq pgr txrn, qnd ywu cnzly acxtvatz ix onrce pzr ctirn."
    (unread,) = read(text, lang="en", game="yugioh", classifier="auto").unread
    assert (unread.reason, unread.text, unread.guess) == ("damaged", text, None)


def test_lore_with_words_that_are_near_those_of_limits_is_not_damaged() -> None:
    for lore in ("Yo, that spotted ogre tot got grumpy.", "Elite black ops troopers of Ysmere wage an endless battle."):
        assert not read(lore, lang="en", classifier="auto").unread


def test_by_auto_a_language_without_a_model_is_read_by_its_rules() -> None:
    german = "Einmal pro Spielzug: Du kannst 1 Karte ziehen."
    assert read(german, lang="de", classifier="auto") == read(german, lang="de", classifier="off")


@pytest.mark.parametrize("text", [RULE, PLAIN, "This card can attack twice during each Battle Phase.", ""])
def test_what_a_rule_reads_stays(text: str) -> None:
    assert read(text, lang="en", game="yugioh", classifier="on") == read(
        text, lang="en", game="yugioh", classifier="off"
    )


def test_a_limit_before_an_effect_spans_its_words() -> None:
    text = "Once evry turn: You can send 1 Zombie monster from your Deck to the Graveyard, then draw 1 card."
    (limit,) = read(text, lang="en", game="yugioh", classifier="on").limits
    assert (limit.kind, limit.applies_to.effects) == ("soft", (1,))
    assert text.startswith(limit.text)
    assert len(limit.text) < len(text) / 2


@pytest.mark.parametrize("lang", [None, "en"])
def test_many_are_read_as_each_is(lang: str | None) -> None:
    texts = [(text, None) for text in (UNREAD, RULE, PLAIN, DAMAGED)] * 100
    found = list(read_many(iter(texts), lang=lang, game="yugioh", classifier="on"))
    assert found == [read(text, lang=lang, game="yugioh", classifier="on") for text, _ in texts]


def test_a_model_file_is_used_for_its_language() -> None:
    file = resource("models") / "ja.json"
    assert read(UNREAD, lang="en", classifier="on", model=file).limits == ()
    assert read("同名カードの効果はターン中1回。", lang="ja", game="yugioh", classifier="on", model=file).limits
