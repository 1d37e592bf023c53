"""What a Turkish sentence is by the sentences beside it."""

from __future__ import annotations

from onceper.reader.read import read


def test_a_sentence_that_two_rules_read_as_upkeep_is_upkeep_once() -> None:
    text = "Bekleme Aşamanızda 500 LP ödemelisiniz, ödeyemezseniz bu kart yok edilir."
    assert [other.text for other in read(text, lang="tr", game="yugioh").non_effects] == [text]
