"""What two taggings of the same cards differ in."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

import msgspec
import pytest

from onceper.contract.limit import AppliesTo
from onceper.contract.reading import Row
from onceper.report.comparing import Comparison, ComparisonError, compare

if TYPE_CHECKING:
    from tests.conftest import MakeLimit, MakeRow

TEXT = "Once per turn: You can draw 1 card, and discard 1 card once per Duel."


def _differences(comparison: Comparison) -> list[tuple[str, ...]]:
    return [pair.differences for pair in comparison.pairs]


def test_the_same_tagging_has_no_differences(cards: list[Row]) -> None:
    comparison = compare(cards, cards)
    assert not comparison.between_languages
    assert [(pair.here, pair.there) for pair in comparison.pairs] == [(n, n) for n in range(len(cards))]
    assert set(_differences(comparison)) == {()}


def test_limits_gained_and_lost(make_row: MakeRow, make_limit: MakeLimit) -> None:
    soft, hard = make_limit("soft", 1, text="Once per turn"), make_limit("hard", 1, text="once per Duel")
    (pair,) = compare([make_row(TEXT, soft)], [make_row(TEXT, hard)]).pairs
    assert (pair.gained, pair.lost, pair.changed) == ((0,), (0,), ())
    assert pair.differences == ("gained", "lost")


@pytest.mark.parametrize(
    ("changes", "words"),
    [
        ({"period": "duel"}, "period: turn → duel"),
        ({"phase": "end"}, "phase: none → end"),
        ({"optional": True}, "optional: none → yes"),
        ({"applies_to": AppliesTo("this", (1, 2))}, "governed effects: 1 → 1, 2"),
    ],
)
def test_a_limit_at_the_same_place_is_changed(
    make_row: MakeRow, make_limit: MakeLimit, changes: dict[str, Any], words: str
) -> None:
    old = make_limit("soft", 1, text="Once per turn")
    new = msgspec.structs.replace(old, **changes)
    (pair,) = compare([make_row(TEXT, new)], [make_row(TEXT, old)]).pairs
    assert (pair.gained, pair.lost, pair.changed) == ((), (), ((0, 0, words),))


def test_line_ends_are_no_difference(make_row: MakeRow, make_limit: MakeLimit) -> None:
    old, new = (
        make_row(f"Draw.{end}You can do this{end}once.", make_limit("soft", 1, text=f"You can do this{end}once."))
        for end in ("\r\n", "\n")
    )
    assert _differences(compare([new], [old])) == [()]


def test_a_limit_that_is_read_from_other_words_is_changed(make_row: MakeRow, make_limit: MakeLimit) -> None:
    new, old = (make_row(TEXT, make_limit("soft", 1, text=words)) for words in ("Once per turn:", "Once per turn"))
    assert compare([new], [old]).pairs[0].changed == ((0, 0, "other words"),)


def test_another_rule_with_the_same_reading_is_no_difference(make_row: MakeRow, make_limit: MakeLimit) -> None:
    old, new = (make_limit("soft", 1, text="Once per turn", rule=rule) for rule in ("old", "new"))
    assert _differences(compare([make_row(TEXT, new)], [make_row(TEXT, old)])) == [()]


def test_between_languages_words_and_places_are_no_difference(make_row: MakeRow, make_limit: MakeLimit) -> None:
    en = make_row("You can draw. Once per turn", make_limit("hard", 1, text="Once per turn", name="Ash"))
    ja = make_row("１ターンに１度", make_limit("hard", 1, text="１ターンに１度", name="灰"), lang="ja")
    comparison = compare([en], [ja])
    assert comparison.between_languages
    assert _differences(comparison) == [()]


def test_what_is_not_a_limit_is_compared_too(make_row: MakeRow) -> None:
    old = make_row(TEXT, flavor=TEXT)
    new = make_row(TEXT, unread="Once per turn")
    (pair,) = compare([new], [old]).pairs
    assert pair.other == ("not effects: − flavor", "effects: 0 → 1", "not read: 0 → 1")
    assert pair.differences == ("non-effects", "effects", "not read")


def test_a_language_that_only_one_tagging_has(make_row: MakeRow) -> None:
    en, ja = make_row("Draw."), make_row("引く。", lang="ja")
    assert _differences(compare([en, ja], [en])) == [(), ("only here",)]
    assert _differences(compare([en], [en, ja])) == [(), ("only there",)]


def test_a_text_that_could_be_read_only_after_the_change(make_row: MakeRow) -> None:
    broken = Row("1", "Ember Warden", None, None, "text", error="which language?")
    assert _differences(compare([make_row("Draw."), make_row("X.", id="2")], [broken, make_row("X.", id="2")])) == [
        ("effects", "error"),
        (),
    ]


def test_of_several_prints_the_first_goes_with_the_first(make_row: MakeRow) -> None:
    prints = [make_row("Draw."), make_row("Discard.")]
    assert _differences(compare(prints, prints)) == [(), ()]


def test_cards_that_share_an_id_are_told_apart_by_name(make_row: MakeRow) -> None:
    ash, ember = make_row("Draw.", id="k", name="Ash"), make_row("Discard.", id="k", name="Ember")
    assert _differences(compare([ember], [ash, ember])) == [(), ("only there",)]


def test_taggings_of_other_cards_are_refused(make_row: MakeRow) -> None:
    with pytest.raises(ComparisonError, match="no card of the one tagging is in the other"):
        compare([make_row("Draw.")], [make_row("Draw.", id="2")])


def test_an_empty_tagging_can_be_compared(make_row: MakeRow) -> None:
    assert _differences(compare([], [make_row("Draw.")])) == [("only there",)]
    assert compare([], []).pairs == []
