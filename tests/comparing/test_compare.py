"""What two taggings of the same cards differ in."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

import msgspec
import pytest

from onceper.comparing.compare import Comparison, ComparisonError, compare_rows
from onceper.contract.effect import Choose, Effect, EffectKind, Option
from onceper.contract.limit import AppliesTo
from onceper.contract.non_effect import NonEffect, NonEffectKind
from onceper.contract.reading import Row

if TYPE_CHECKING:
    from tests.conftest import MakeLimit, MakeRow

    from onceper.contract.limit import Limit

TEXT = "Once per turn: You can draw 1 card, and discard 1 card once per Duel."


def _told(comparison: Comparison) -> list[list[tuple[str, str]]]:
    """Return for each text what differs and how."""
    return [[(found.of, found.differs) for found in pair.differences] for pair in comparison.pairs]


def _with_effects(row: Row, *kinds: EffectKind) -> Row:
    whole = (0, len(row.text or TEXT))
    effects = [Effect(n, None, kind, whole, (whole,), TEXT) for n, kind in enumerate(kinds, 1)]
    return msgspec.structs.replace(row, effects=tuple(effects))


def test_the_same_tagging_has_no_differences(make_row: MakeRow, make_limit: MakeLimit) -> None:
    rows = [make_row(TEXT, make_limit("soft", 1, text="Once per turn")), make_row("A bird.", flavor="A bird.")]
    comparison = compare_rows(rows, rows)
    assert not comparison.between_languages
    assert [(pair.a, pair.b) for pair in comparison.pairs] == [(0, 0), (1, 1)]
    assert comparison.differences() == []
    assert not comparison.not_compared


def test_limits_that_only_one_has(make_row: MakeRow, make_limit: MakeLimit) -> None:
    soft, hard = make_limit("soft", 1, text="Once per turn"), make_limit("hard", 1, text="once per Duel")
    only_a, only_b = compare_rows([make_row(TEXT, soft)], [make_row(TEXT, hard)]).differences()
    assert (only_a.of, only_a.kind, only_a.differs) == ("limit", "soft", "only_a")
    assert (only_a.span_a, only_a.text_a, only_a.span_b, only_a.text_b) == ((0, 13), "Once per turn", None, None)
    assert only_a.value_a is not None
    assert only_a.value_a.startswith("Each copy, once per turn")
    assert (only_b.kind, only_b.differs, only_b.value_a, only_b.text_b) == ("hard", "only_b", None, "once per Duel")


@pytest.mark.parametrize(
    ("changes", "field", "values"),
    [
        ({"period": "duel"}, "period", ("duel", "turn")),
        ({"phase": "end"}, "phase", ("end", None)),
        ({"optional": True}, "optional", ("true", None)),
        ({"condition": "If  you won"}, "condition", ("If  you won", None)),
        ({"applies_to": AppliesTo("this", (1, 2))}, "applies_to.effects", ("1, 2", "1")),
        ({"applies_to": AppliesTo("this", (1,), (2,))}, "applies_to.options", ("2", None)),
    ],
)
def test_a_field_in_which_a_limit_differs(
    make_row: MakeRow, make_limit: MakeLimit, changes: dict[str, Any], field: str, values: tuple[str, str]
) -> None:
    b = make_limit("soft", 1, text="Once per turn")
    a = msgspec.structs.replace(b, **changes)
    (found,) = compare_rows([make_row(TEXT, a)], [make_row(TEXT, b)]).differences()
    assert (found.of, found.kind, found.differs) == ("limit", "soft", field)
    assert (found.value_a, found.value_b) == values
    assert (found.text_a, found.text_b) == ("Once per turn", "Once per turn")


def test_what_becomes_of_choices_may_differ(make_row: MakeRow) -> None:
    row = make_row(TEXT)
    options = (Option(1, "●", (0, 13), TEXT[:13]),)
    ways: tuple[Choose, ...] = ("one", "all")
    effects = [Effect(1, None, "activated", (0, 13), ((0, 13),), "", options, choose) for choose in ways]
    one, every = (msgspec.structs.replace(row, effects=(effect,)) for effect in effects)
    (found,) = compare_rows([one], [every]).differences()
    assert (found.of, found.differs, found.value_a, found.value_b) == ("effect", "choose", "one", "all")


def test_what_follows_from_another_field_is_no_further_difference(make_row: MakeRow, make_limit: MakeLimit) -> None:
    soft, hard = (make_limit(kind, 1, text="Once per turn") for kind in ("soft", "hard"))
    activate = make_limit("soft", 1, text="Once per turn", verb="activate")
    assert _told(compare_rows([make_row(TEXT, soft)], [make_row(TEXT, hard)])) == [[("limit", "kind")]]
    assert _told(compare_rows([make_row(TEXT, soft)], [make_row(TEXT, activate)])) == [[("limit", "verb")]]


@pytest.mark.parametrize(
    "changes", [{"text": "Once per turn:"}, {"rule": "other"}, {"applies_to": AppliesTo("each", (1,))}]
)
def test_words_places_and_rules_are_no_difference(
    make_row: MakeRow, make_limit: MakeLimit, changes: dict[str, Any]
) -> None:
    a = make_limit("soft", 1, text="Once per turn")
    b = msgspec.structs.replace(a, **changes)
    assert compare_rows([make_row(TEXT, a)], [make_row(TEXT, b)]).differences() == []


def test_each_limit_goes_with_the_nearest(make_row: MakeRow, make_limit: MakeLimit) -> None:
    turn, duel = make_limit("hard", 1, text="Once per turn"), make_limit("hard", 1, period="duel", text="once per Duel")
    other = msgspec.structs.replace(duel, count=2)
    (found,) = compare_rows([make_row(TEXT, turn, duel)], [make_row(TEXT, other, turn)]).differences()
    assert (found.differs, found.value_a, found.value_b, found.text_b) == ("count", "1", "2", "once per Duel")


class TestLanguages:
    def test_words_and_names_are_no_difference(self, make_row: MakeRow, make_limit: MakeLimit) -> None:
        en = make_row("You can draw. Once per turn", make_limit("hard", 1, text="Once per turn", name="Ash"))
        ja = make_row("１ターンに１度", make_limit("hard", 1, text="１ターンに１度", name="灰"), lang="ja")
        comparison = compare_rows([en], [ja])
        assert comparison.between_languages
        assert comparison.differences() == []

    def test_effects_in_another_order_keep_their_limits(self, make_row: MakeRow, make_limit: MakeLimit) -> None:
        en = _with_effects(make_row(TEXT, make_limit("hard", 2, text="Once per turn")), "continuous", "activated")
        ja = make_row("１ターンに１度", make_limit("hard", 1, text="１ターンに１度"), lang="ja")
        assert compare_rows([en], [_with_effects(ja, "activated", "continuous")]).differences() == []
        (found,) = compare_rows([en], [_with_effects(ja, "continuous", "activated")]).differences()
        assert (found.differs, found.value_a, found.value_b) == ("applies_to.effects", "2", "1")

    def test_effects_that_are_more_are_told_once(self, make_row: MakeRow, make_limit: MakeLimit) -> None:
        en = _with_effects(make_row(TEXT, make_limit("hard", 2, text="Once per turn")), "activated", "activated")
        ja = make_row("１ターンに１度", make_limit("hard", 1, text="１ターンに１度"), lang="ja")
        comparison = compare_rows([en], [ja])
        assert _told(comparison) == [[("effect", "number")]]
        assert list(comparison.not_compared.values()) == [1]

    def test_soft_against_hard_is_one_difference(self, make_row: MakeRow, make_limit: MakeLimit) -> None:
        en = make_row("Once per turn", make_limit("soft", 1, text="Once per turn"))
        ja = make_row("１ターンに１度", make_limit("hard", 1, text="１ターンに１度"), lang="ja")
        (found,) = compare_rows([en], [ja]).differences()
        assert (found.differs, found.value_a, found.value_b) == ("kind", "soft", "hard")
        assert (found.lang_a, found.lang_b) == ("en", "ja")

    def test_two_languages_of_one_tagging(self, make_row: MakeRow, make_limit: MakeLimit) -> None:
        rows = [
            make_row("Once per turn", make_limit("soft", 1, text="Once per turn")),
            make_row("１ターンに１度", make_limit("soft", 1, text="１ターンに１度"), lang="ja"),
            make_row("Bir kez", lang="tr"),
        ]
        comparison = compare_rows(rows, rows, ("ja", "en"))
        assert [(pair.a, pair.b) for pair in comparison.pairs] == [(1, 0)]
        assert comparison.differences() == []
        assert comparison.not_compared == {"texts in another language, or in none": 1}

    def test_a_language_that_is_not_there(self, make_row: MakeRow) -> None:
        with pytest.raises(ComparisonError, match=r"no text is in 'tr'; expected a language of the tagging: en"):
            compare_rows([make_row("Draw.")], [make_row("Draw.")], ("en", "tr"))


def test_what_is_not_a_limit_is_compared_too(make_row: MakeRow) -> None:
    a = make_row(TEXT, unread="Once per turn")
    b = make_row(TEXT, flavor=TEXT)
    assert _told(compare_rows([a], [b])) == [[("effect", "number"), ("non_effect", "only_b"), ("unread", "number")]]


def test_kinds_and_choices_of_effects(make_row: MakeRow) -> None:
    a, b = _with_effects(make_row(TEXT), "activated"), _with_effects(make_row(TEXT), "continuous")
    (found,) = compare_rows([a], [b]).differences()
    assert (found.of, found.kind, found.differs) == ("effect", "activated", "kind")
    assert (found.value_a, found.value_b) == ("activated", "continuous")


def _not_effect(kind: NonEffectKind, **changes: Any) -> NonEffect:
    found = NonEffect(kind, (0, 4), "Pay.", "on_field", (), None, None, None, "any", "rule", 1.0)
    return msgspec.structs.replace(found, **changes)


def test_text_that_is_no_effect_is_compared_by_what_it_says(make_row: MakeRow) -> None:
    a, b = (
        msgspec.structs.replace(make_row("Pay."), non_effects=(_not_effect("maintenance_cost", mandatory=mandatory),))
        for mandatory in (True, False)
    )
    (found,) = compare_rows([a], [b]).differences()
    assert (found.of, found.kind, found.differs) == ("non_effect", "maintenance_cost", "mandatory")
    assert (found.value_a, found.value_b) == ("true", "false")


def test_the_sentence_of_a_limit_is_compared_as_limit_alone(make_row: MakeRow) -> None:
    a = msgspec.structs.replace(make_row("Pay."), non_effects=(_not_effect("activation_limit"),))
    assert compare_rows([a], [make_row("Pay.")]).differences() == []


def test_a_text_that_only_one_has(make_row: MakeRow) -> None:
    en, ja = make_row("Draw."), make_row("引く。", lang="ja")
    assert _told(compare_rows([en, ja], [en])) == [[], [("text", "only_a")]]
    assert _told(compare_rows([en], [en, ja])) == [[], [("text", "only_b")]]


def test_of_a_text_with_an_error_nothing_else_is_compared(make_row: MakeRow) -> None:
    broken = Row("1", "Ember Warden", None, None, "text", error="which language?")
    comparison = compare_rows([make_row("Draw."), make_row("X.", id="2")], [broken, make_row("X.", id="2")])
    assert _told(comparison) == [[("text", "error")], []]
    assert comparison.not_compared == {"texts with an error, of which nothing was read": 1}
    assert compare_rows([broken], [broken]).not_compared == comparison.not_compared


def test_what_a_whole_tagging_holds_none_of_is_not_compared(make_row: MakeRow, make_limit: MakeLimit) -> None:
    a: list[Row] = [make_row("Once per turn", _soft(make_limit), id=str(n)) for n in range(60)]
    b = [msgspec.structs.replace(row, effects=()) for row in a]
    comparison = compare_rows(a, b)
    assert comparison.differences() == []
    assert comparison.not_compared == {"texts with effects, of which one tagging holds none": 60}


def _soft(make_limit: MakeLimit) -> Limit:
    return make_limit("soft", 1, text="Once per turn")


def test_of_several_prints_the_first_goes_with_the_first(make_row: MakeRow) -> None:
    prints = [make_row("Draw."), make_row("Discard.")]
    assert [(pair.a, pair.b) for pair in compare_rows(prints, prints).pairs] == [(0, 0), (1, 1)]


def test_cards_that_share_an_id_are_told_apart_by_name(make_row: MakeRow) -> None:
    ash, ember = make_row("Draw.", id="k", name="Ash"), make_row("Discard.", id="k", name="Ember")
    assert _told(compare_rows([ember], [ash, ember])) == [[], [("text", "only_b")]]


def test_taggings_of_other_cards_are_refused(make_row: MakeRow) -> None:
    with pytest.raises(ComparisonError, match="no card of the one tagging is in the other"):
        compare_rows([make_row("Draw.")], [make_row("Draw.", id="2")])


def test_an_empty_tagging_can_be_compared(make_row: MakeRow) -> None:
    assert _told(compare_rows([], [make_row("Draw.")])) == [[("text", "only_b")]]
    assert compare_rows([], []).pairs == []


def _row(card_id: str, name: str | None, **fields: Any) -> Row:
    return Row(card_id, name, fields.pop("lang", "en"), "yugioh", "text", **fields)


def test_a_prerelease_is_the_same_card_by_its_name() -> None:
    before = [_row("100", "Ember Warden"), _row("101", None), _row("102", "Tide  caller")]
    after = [
        _row("7", "Tide Caller"),
        _row("8", "ＥＭＢＥＲ warden"),
        _row("9", None),
        _row("10", "Ember Warden", lang="de"),
    ]
    with pytest.raises(ComparisonError, match=r"matched by their id\n  remedy: .* compare them --by name"):
        compare_rows(before, after)
    comparison = compare_rows(before, after, by="name")
    assert {(pair.a, pair.b) for pair in comparison.pairs} == {(0, 1), (2, 0), (None, 3), (1, None), (None, 2)}


def test_of_several_cards_of_a_name_those_of_one_id_go_together() -> None:
    a, b = [_row("1", "Ember"), _row("2", "Ember")], [_row("2", "Ember"), _row("1", "Ember")]
    assert {(pair.a, pair.b) for pair in compare_rows(a, b, by="name").pairs} == {(0, 1), (1, 0)}


def test_a_konami_id_stands_behind_a_k_or_has_five_digits() -> None:
    a = [_row("k4041", "Ember"), _row("12345678", "Tide"), _row("k4042", "Heron")]
    b = [_row("04041", "Ember"), _row("12345678", "Tide"), _row("4043", "Wisp")]
    pairs = {(pair.a, pair.b) for pair in compare_rows(a, b, by="konami_id").pairs}
    assert pairs == {(0, 0), (1, None), (None, 1), (2, None), (None, 2)}
