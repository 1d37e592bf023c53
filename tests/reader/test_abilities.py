"""What a limit takes from its ability; the rulings are in duelmasters/test_abilities.py."""

from __future__ import annotations

from typing import TYPE_CHECKING

from onceper.contract.limit import Limit
from onceper.lang.languages import language
from onceper.reader.abilities import with_abilities
from onceper.reader.prepare import CardTemplate, prepare
from onceper.reader.sentence import SentenceReader
from onceper.text.normal import Text

if TYPE_CHECKING:
    from onceper.reader.candidate import SentenceReading

DUEL_MASTERS = language("ja", "duelmasters")
SENTENCES = SentenceReader(DUEL_MASTERS, DUEL_MASTERS.book.rules)


def readings(text: str) -> tuple[CardTemplate, dict[int, SentenceReading]]:
    card = CardTemplate.of(prepare(Text(text), DUEL_MASTERS).template, DUEL_MASTERS)
    return card, SENTENCES.read(card)


def settled(text: str) -> list[Limit]:
    card, found = readings(text)
    assert DUEL_MASTERS.abilities
    return [
        candidate.statement.record
        for reading in with_abilities(found, card, DUEL_MASTERS.abilities).values()
        for candidate in reading.candidates
        if isinstance(candidate.statement.record, Limit)
    ]


def test_who_may_decline_stands_in_the_rest_of_the_sentence() -> None:
    (may,) = settled("■各ターン、このクリーチャーがはじめて攻撃する時、カードを１枚引いてもよい。")
    (must,) = settled("■各ターン、このクリーチャーがはじめて攻撃する時、カードを１枚引く。")
    assert (may.optional, must.optional) == (True, False)


def test_what_was_found_is_left_as_it_is() -> None:
    card, found = readings("■各ターン、このクリーチャーがはじめて攻撃する時、カードを１枚引く。")
    before = dict(found)
    assert DUEL_MASTERS.abilities
    with_abilities(found, card, DUEL_MASTERS.abilities)
    assert found == before
    (record,) = [c.statement.record for reading in found.values() for c in reading.candidates]
    assert isinstance(record, Limit)
    assert record.optional is None
