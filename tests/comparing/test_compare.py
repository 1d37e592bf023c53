"""What two taggings of the same cards differ in."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

import msgspec
import pytest
from tests.cases import cases

from onceper.comparing.compare import ComparisonError, compare_rows
from onceper.contract.effect import Effect
from onceper.contract.limit import AppliesTo
from onceper.contract.non_effect import NonEffect
from onceper.contract.reading import Row

if TYPE_CHECKING:
    from tests.conftest import MakeLimit, MakeRow

TEXT = "Once per turn: You can draw 1 card, and discard 1 card once per Duel."
_TURN = "Once per turn"
_EFFECT = {"label": None, "span": [0, 69], "parts": [[0, 69]], "text": TEXT}
_COST = NonEffect("maintenance_cost", (0, 4), TEXT[:4], "on_field", (), None, None, None, "any", "rule", 1.0)


class Make:
    """Make the rows that cases tell of."""

    def __init__(self, make_row: MakeRow, make_limit: MakeLimit) -> None:
        self._row, self._limit = make_row, make_limit

    def __call__(
        self,
        limits: list[dict[str, Any]] = [],  # noqa: B006  it stays as it is
        effects: list[dict[str, Any]] | None = None,
        non_effect: dict[str, Any] | None = None,
        **changes: Any,
    ) -> Row:
        if effects is not None:
            changes["effects"] = [{"index": n, **_EFFECT, **one} for n, one in enumerate(effects, 1)]
            changes["effects"] = msgspec.convert(changes["effects"], tuple[Effect, ...])
        if non_effect is not None:
            changes["non_effects"] = (msgspec.structs.replace(_COST, **non_effect),)
        return self._row(TEXT, *(self._made(**one) for one in limits), **changes)

    def _made(self, kind: Any, effect: int = 1, text: str = _TURN, **changes: Any) -> Any:
        if "applies_to" in changes:
            changes["applies_to"] = msgspec.convert(changes["applies_to"], AppliesTo)
        return self._limit(kind, effect, text=text, **changes)


@pytest.fixture
def make(make_row: MakeRow, make_limit: MakeLimit) -> Make:
    """Return what makes rows."""
    return Make(make_row, make_limit)


@cases
def test_two_readings(
    make: Make, a: dict[str, Any], b: dict[str, Any], told: tuple[tuple[str, ...], ...], not_compared: int | None
) -> None:
    rows = [make(**a)], [make(**b)]
    comparison = compare_rows(*rows)
    found = comparison.differences()
    assert [(one.of, one.differs, one.value_a or "", one.value_b or "") for one in found] == list(told)
    assert comparison.between_languages == (rows[0][0].lang != rows[1][0].lang)
    assert comparison.not_compared.total() == (not_compared or 0)


@cases
def test_which_texts_are_one(
    a: tuple[tuple[str, ...], ...], b: tuple[tuple[str, ...], ...], by: Any, pairs: list[tuple[int, int]]
) -> None:
    rows = [[_row(*told) for told in side] for side in (a, b)]
    found = compare_rows(rows[0], rows[1], by=by or "id").pairs
    assert {tuple(-1 if place is None else place for place in pair[:2]) for pair in found} == set(pairs)


def _row(card_id: str, name: str, lang: str = "en", **fields: Any) -> Row:
    return Row(card_id, name or None, lang, "yugioh", "text", **fields)


def test_limits_that_only_one_has(make: Make) -> None:
    soft = make(limits=[{"kind": "soft"}])
    hard = make(limits=[{"kind": "hard", "effect": 2, "text": "once per Duel"}])
    only_a, only_b = compare_rows([soft], [hard]).differences()
    assert (only_a.of, only_a.kind, only_a.differs) == ("limit", "soft", "only_a")
    assert (only_a.span_a, only_a.text_a, only_a.span_b, only_a.text_b) == ((0, 13), _TURN, None, None)
    assert (only_a.value_a or "").startswith("Each copy, once per turn")
    assert (only_b.kind, only_b.differs, only_b.value_a, only_b.text_b) == ("hard", "only_b", None, "once per Duel")


def test_two_languages_of_one_tagging() -> None:
    rows = [_row("1", "", lang) for lang in ("en", "ja", "tr")]
    comparison = compare_rows(rows, rows, ("ja", "en"))
    assert [(pair.a, pair.b) for pair in comparison.pairs] == [(1, 0)]
    assert comparison.not_compared == {"texts in another language, or in none": 1}
    with pytest.raises(ComparisonError, match=r"no text is in 'de'; expected a language of the tagging: en, ja, tr"):
        compare_rows(rows, rows, ("en", "de"))


def test_what_is_not_compared(make: Make) -> None:
    broken = Row("1", "Ember Warden", None, None, "text", error="which language?")
    for row, told in ((make(), [("text", "error")]), (broken, [])):
        comparison = compare_rows([row], [broken])
        assert [(one.of, one.differs) for one in comparison.differences()] == told
        assert comparison.not_compared == {"texts with an error, of which nothing was read": 1}


def test_cards_that_are_in_one_alone() -> None:
    (found,) = compare_rows([], [_row("1", "Ember")]).differences()
    assert (found.of, found.differs) == ("text", "only_b")
    with pytest.raises(ComparisonError, match=r"matched by their id\n  remedy: .* compare them --by name"):
        compare_rows([_row("1", "Ember")], [_row("2", "Ember")])
