"""What databases of any language call a card, and what that tells."""

from __future__ import annotations

from tests.cases import cases

from onceper.reader.card_type import CardType, card_type_of

TYPES = [
    CardType("monster", None, has_lore=True),
    CardType("monster", None, has_lore=False),
    CardType("spell", resolves=True, has_lore=False),
    CardType("spell", resolves=False, has_lore=False),
    CardType("trap", resolves=True, has_lore=False),
    CardType("trap", resolves=False, has_lore=False),
]


@cases
def test_a_type_is_known_in_every_language(printed: list[str]) -> None:
    assert list(map(card_type_of, printed)) == TYPES


@cases
def test_what_stays_is_told_from_what_resolves(printed: list[str], sort: str, resolves: bool | None) -> None:
    known = [card_type_of(one) for one in printed]
    assert {one and (one.sort, one.resolves) for one in known} == {(sort, resolves)}
