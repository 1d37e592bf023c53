"""What a Turkish sentence is by the sentences beside it."""

from __future__ import annotations

import pytest

from onceper.reader.read import read

DRAW = "Turda bir kez: 1 kart çekin."


@pytest.mark.parametrize(
    ("upkeep", "otherwise"),
    [
        ("Her iki oyuncunun Bekleme Aşamasında sahanızdan 1 Kor Sayacı çıkarın.", "Çıkarmazsanız bu kartı yok edin."),
        ("Bekleme Aşamanda elinden 1 kart at.", "Atamazsan bu kartı imha et."),
        ("Son Aşamanızda sahanızdan 1 sayaç kaldırın.", "Aksi takdirde bu kart yok edilir."),
        ("Bekleme Aşamanızda 500 LP ödeyin.", "Ödeyemezseniz bu kartı yok edin."),
    ],
)
def test_a_cost_and_what_happens_otherwise_are_upkeep(upkeep: str, otherwise: str) -> None:
    reading = read(f"{upkeep} {otherwise} {DRAW}", lang="tr", game="yugioh")
    assert [(other.kind, other.text) for other in reading.non_effects] == [
        ("maintenance_cost", upkeep),
        ("maintenance_cost", otherwise),
    ]
    assert [effect.text for effect in reading.effects] == [DRAW]


@pytest.mark.parametrize(
    "text",
    [
        "Her Bekleme Aşamanızda 1 sayaç kaldırın. Son sayaç kalktığında bu kartı yok edin.",
        "Her Bekleme Aşamanızda: 1 sayaç kaldırın. Kaldırmazsanız bu kartı yok edin.",
        "Son Aşamanızda 1 kart çekin. 1 kart atın. Atmazsanız bu kartı yok edin.",
    ],
)
def test_neither_is_upkeep_alone(text: str) -> None:
    reading = read(text, lang="tr", game="yugioh")
    assert reading.non_effects == ()
    assert [effect.text for effect in reading.effects] == [text]


def test_a_sentence_that_two_rules_read_as_upkeep_is_upkeep_once() -> None:
    text = "Bekleme Aşamanızda 500 LP ödemelisiniz, ödeyemezseniz bu kart yok edilir."
    assert [other.text for other in read(text, lang="tr", game="yugioh").non_effects] == [text]
