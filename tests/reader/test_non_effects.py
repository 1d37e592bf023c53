"""How much of a Japanese sentence a non-effect covers that was read in one of its clauses."""

from __future__ import annotations

import pytest

from onceper.reader.read import read

LIMIT = "このカード名のカードは１ターンに１枚しか発動できず、"
CONDITION = "自分フィールドにカードが存在せず、相手フィールドに「灰の竜」が存在する場合、"
FROM_HAND = "このカードの発動は手札からもできる"
CANNOT = "このカードは通常召喚できず、"
MATERIAL = "このカードはＬ素材にできず、"


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        pytest.param(
            f"{CONDITION}{FROM_HAND}。",
            [("activation_procedure", f"{CONDITION}{FROM_HAND}。")],
            id="conditions before it",
        ),
        pytest.param(
            f"{LIMIT}{CONDITION}{FROM_HAND}。",
            [("activation_limit", LIMIT), ("activation_procedure", f"{CONDITION}{FROM_HAND}。")],
            id="up to a limit",
        ),
        pytest.param(
            f"{CANNOT}「灰の窯」の効果でのみ特殊召喚できる。",
            [("summoning_condition", f"{CANNOT}「灰の窯」の効果でのみ特殊召喚できる。")],
            id="neighbours of one kind",
        ),
        pytest.param(
            f"{MATERIAL}このカードは召喚できない。",
            [("material_restriction", MATERIAL), ("summoning_condition", "このカードは召喚できない。")],
            id="neighbours of two kinds",
        ),
        pytest.param(
            f"{FROM_HAND}（「灰」カードを除く）。",
            [("activation_procedure", f"{FROM_HAND}（「灰」カードを除く）。")],
            id="a note behind it",
        ),
        pytest.param(
            "カードを１枚ドローする（この効果を発動するターン、自分は攻撃できない）。",
            [("activation_turn_restriction", "この効果を発動するターン、自分は攻撃できない")],
            id="a note says nothing of the words before it",
        ),
    ],
)
def test_clauses_that_nothing_claims(text: str, expected: list[tuple[str, str]]) -> None:
    assert [(n.kind, n.text) for n in read(text, lang="ja", game="yugioh").non_effects] == expected
