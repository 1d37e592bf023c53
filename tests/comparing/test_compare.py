"""What two taggings of the same cards differ in."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

import msgspec
import pytest
from tests.cases import cases

from onceper.comparing.compare import Comparison, ComparisonError, compare_rows
from onceper.contract.effect import Effect, EffectKind, Option
from onceper.contract.limit import AppliesTo, LimitKind
from onceper.contract.non_effect import NonEffect
from onceper.contract.reading import Row

if TYPE_CHECKING:
    from tests.conftest import MakeLimit, MakeRow

TEXT = "Once per turn: You can draw 1 card, and discard 1 card once per Duel."
TURN, DUEL = "Once per turn", "once per Duel"
Made = tuple[LimitKind, dict[str, Any]]


def _told(comparison: Comparison) -> list[list[tuple[str, str]]]:
    """Return for each text what differs and how."""
    return [[(found.of, found.differs) for found in pair.differences] for pair in comparison.pairs]


def _pairs(a: list[Row], b: list[Row], **by: Any) -> set[tuple[int | None, int | None]]:
    return {(pair.a, pair.b) for pair in compare_rows(a, b, **by).pairs}


def _row(card_id: str, name: str | None, lang: str = "en", **fields: Any) -> Row:
    return Row(card_id, name, lang, "yugioh", "text", **fields)


def _with_effects(row: Row, *kinds: EffectKind, **fields: Any) -> Row:
    whole = (0, len(row.text or TEXT))
    effects = [Effect(n, None, kind, whole, (whole,), TEXT, **fields) for n, kind in enumerate(kinds, 1)]
    return msgspec.structs.replace(row, effects=tuple(effects))


def _with_non_effect(row: Row, **fields: Any) -> Row:
    found = NonEffect("maintenance_cost", (0, 4), TEXT[:4], "on_field", (), None, None, None, "any", "rule", 1.0)
    return msgspec.structs.replace(row, non_effects=(msgspec.structs.replace(found, **fields),))


@pytest.mark.parametrize(
    ("a", "b", "told"),
    [
        # What a limit does is a difference, and what follows from that is none of its own.
        (("soft", {"period": "duel"}), ("soft", {}), [("period", "duel", "turn")]),
        (("soft", {"phase": "end"}), ("soft", {}), [("phase", "end", None)]),
        (("soft", {"optional": True}), ("soft", {}), [("optional", "true", None)]),
        (("soft", {"condition": "If  you won"}), ("soft", {}), [("condition", "If  you won", None)]),
        (("soft", {"applies_to": AppliesTo("this", (1, 2))}), ("soft", {}), [("applies_to.effects", "1, 2", "1")]),
        (("soft", {"applies_to": AppliesTo("this", (1,), (2,))}), ("soft", {}), [("applies_to.options", "2", None)]),
        (("soft", {}), ("hard", {}), [("kind", "soft", "hard")]),
        (("soft", {}), ("soft", {"verb": "activate"}), [("verb", "use", "activate")]),
        # Its words, its place and its rule are none.
        (("soft", {"text": "Once per turn:"}), ("soft", {}), []),
        (("soft", {"rule": "other"}), ("soft", {}), []),
        (("soft", {"applies_to": AppliesTo("each", (1,))}), ("soft", {}), []),
        (("soft", {"condition": "if \r\nso"}), ("soft", {"condition": "if so"}), []),
    ],
)
def test_in_what_a_limit_differs(
    make_row: MakeRow, make_limit: MakeLimit, a: Made, b: Made, told: list[tuple[str, str | None, str | None]]
) -> None:
    rows = [make_row(TEXT, make_limit(kind, 1, **{"text": TURN, **changes})) for kind, changes in (a, b)]
    found = compare_rows(rows[:1], rows[1:]).differences()
    assert [(one.differs, one.value_a, one.value_b) for one in found] == told
    assert {(one.of, one.kind, one.text_a, one.text_b) for one in found} <= {("limit", "soft", TURN, TURN)}


def test_limits_that_only_one_has(make_row: MakeRow, make_limit: MakeLimit) -> None:
    soft, hard = make_limit("soft", 1, text=TURN), make_limit("hard", 1, text=DUEL)
    only_a, only_b = compare_rows([make_row(TEXT, soft)], [make_row(TEXT, hard)]).differences()
    assert (only_a.of, only_a.kind, only_a.differs) == ("limit", "soft", "only_a")
    assert (only_a.span_a, only_a.text_a, only_a.span_b, only_a.text_b) == ((0, 13), TURN, None, None)
    assert (only_a.value_a or "").startswith("Each copy, once per turn")
    assert (only_b.kind, only_b.differs, only_b.value_a, only_b.text_b) == ("hard", "only_b", None, DUEL)


def test_each_limit_goes_with_the_nearest(make_row: MakeRow, make_limit: MakeLimit) -> None:
    turn, duel = make_limit("hard", 1, text=TURN), make_limit("hard", 1, period="duel", text=DUEL)
    other = msgspec.structs.replace(duel, count=2)
    (found,) = compare_rows([make_row(TEXT, turn, duel)], [make_row(TEXT, other, turn)]).differences()
    assert (found.differs, found.value_a, found.value_b, found.text_b) == ("count", "1", "2", DUEL)


def test_effects_and_text_that_is_no_effect(make_row: MakeRow) -> None:
    row, options = make_row(TEXT), (Option(1, "●", (0, 13), TEXT[:13]),)
    for a, b, told in (
        (_with_effects(row, "activated"), _with_effects(row, "continuous"), ("kind", "activated", "continuous")),
        (
            _with_effects(row, "activated", options=options, choose="one"),
            _with_effects(row, "activated", options=options, choose="all"),
            ("choose", "one", "all"),
        ),
        (_with_effects(row, "activated", options=options), _with_effects(row, "activated"), ("options", "1", "0")),
        (_with_non_effect(row, mandatory=True), _with_non_effect(row, mandatory=False), ("mandatory", "true", "false")),
        (row, _with_non_effect(row, kind="activation_limit"), None),
    ):
        found = compare_rows([a], [b]).differences()
        assert [(one.differs, one.value_a, one.value_b) for one in found] == ([told] if told else [])
    unread, lore = make_row(TEXT, unread=TURN), make_row(TEXT, flavor=TEXT)
    of_all = [("effect", "number"), ("non_effect", "only_b"), ("unread", "number")]
    assert _told(compare_rows([unread], [lore])) == [of_all]


@cases
def test_prints_in_two_languages(
    make_row: MakeRow, make_limit: MakeLimit, en: tuple[Any, ...], ja: tuple[Any, ...], told: list[tuple[str, str, str]]
) -> None:
    rows = []
    for (kind, effect, kinds), lang, text in ((en, "en", TURN), (ja, "ja", "１ターンに１度")):
        row = make_row(text, make_limit(kind, effect, text=text, name=f"Ember {lang}"), lang=lang)
        rows.append(_with_effects(row, *kinds))
    comparison = compare_rows(rows[:1], rows[1:])
    assert comparison.between_languages
    found = comparison.differences()
    assert [(one.differs, one.value_a, one.value_b) for one in found] == told
    assert {(one.lang_a, one.lang_b) for one in found} <= {("en", "ja")}
    assert list(comparison.not_compared.values()) == [1] * ("number" in str(told))


def test_two_languages_of_one_tagging(make_row: MakeRow) -> None:
    rows = [make_row("Draw."), make_row("引く。", lang="ja"), make_row("Çek.", lang="tr")]
    comparison = compare_rows(rows, rows, ("ja", "en"))
    assert [(pair.a, pair.b) for pair in comparison.pairs] == [(1, 0)]
    assert comparison.not_compared == {"texts in another language, or in none": 1}
    with pytest.raises(ComparisonError, match=r"no text is in 'de'; expected a language of the tagging: en, ja, tr"):
        compare_rows(rows, rows, ("en", "de"))


def test_what_is_not_compared(make_row: MakeRow, make_limit: MakeLimit) -> None:
    broken = Row("1", "Ember Warden", None, None, "text", error="which language?")
    comparison = compare_rows([make_row("Draw."), make_row("X.", id="2")], [broken, make_row("X.", id="2")])
    assert _told(comparison) == [[("text", "error")], []]
    assert comparison.not_compared == {"texts with an error, of which nothing was read": 1}
    assert compare_rows([broken], [broken]).not_compared == comparison.not_compared
    a = [make_row(TURN, make_limit("soft", 1, text=TURN), id=str(n)) for n in range(60)]
    comparison = compare_rows(a, [msgspec.structs.replace(row, effects=()) for row in a])
    assert comparison.differences() == []
    assert comparison.not_compared == {"texts with effects, of which one tagging holds none": 60}


def test_which_texts_are_one(make_row: MakeRow) -> None:
    en, ja = make_row("Draw."), make_row("引く。", lang="ja")
    assert _told(compare_rows([en, ja], [en])) == [[], [("text", "only_a")]]
    assert _told(compare_rows([en], [en, ja])) == [[], [("text", "only_b")]]
    assert _told(compare_rows([], [en])) == [[("text", "only_b")]]
    with pytest.raises(ComparisonError, match="no card of the one tagging is in the other"):
        compare_rows([en], [make_row("Draw.", id="2")])
    # Of several prints the first goes with the first, and cards that share an id are told apart by name.
    assert _pairs([en, make_row("Discard.")], [en, make_row("Discard.")]) == {(0, 0), (1, 1)}
    assert _pairs([_row("k", "Ember")], [_row("k", "Ash"), _row("k", "Ember")]) == {(0, 1), (None, 0)}


def test_a_prerelease_is_the_same_card_by_its_name() -> None:
    before = [_row("100", "Ember Warden"), _row("101", None), _row("102", "Tide  caller")]
    after = [
        _row("7", "Tide Caller"),
        _row("8", "ＥＭＢＥＲ warden"),
        _row("9", None),
        _row("10", "Ember Warden", "de"),
    ]
    with pytest.raises(ComparisonError, match=r"matched by their id\n  remedy: .* compare them --by name"):
        compare_rows(before, after)
    assert _pairs(before, after, by="name") == {(0, 1), (2, 0), (None, 3), (1, None), (None, 2)}
    twice = [_row("1", "Ember"), _row("2", "Ember")]
    assert _pairs(twice, twice[::-1], by="name") == {(0, 1), (1, 0)}


def test_a_konami_id_stands_behind_a_k_or_has_five_digits() -> None:
    a = [_row("k4041", "Ember"), _row("12345678", "Tide"), _row("k4042", "Heron")]
    b = [_row("04041", "Ember"), _row("12345678", "Tide"), _row("4043", "Wisp")]
    assert _pairs(a, b, by="konami_id") == {(0, 0), (1, None), (None, 1), (2, None), (None, 2)}
