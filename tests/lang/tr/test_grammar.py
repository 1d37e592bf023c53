"""What a Turkish sentence says by its last word and its first ones."""

from __future__ import annotations

import pytest

from onceper.lang.tr.grammar import grammar, grammar_of_marked
from onceper.lang.tr.tokens import fold
from onceper.text.sentence import Position


@pytest.mark.parametrize(
    ("sentence", "says"),
    [
        ("Rakibinizin kontrolündeki tüm canavarları yok edin.", Position.ORDERS),
        ("Destenden 1 kart çek.", Position.ORDERS),
        ("Ardından 1 kart çekin.", Position.CONTINUES),
        ("O canavar bu tur saldıramaz.", Position.CONTINUES),
        ("Elinizden 1 kart atabilirsiniz.", Position.ACTIVATES),
        ("Bu kart savaşta yok edilemez.", Position.APPLIES),
        ("Bu kartı elinizden Özel Çağırabilirsiniz.", Position.SUMMONS_ITSELF),
        ("Şu efektlerden birini uygulayın.", Position.HEADS),
        ("Sahadaki canavarlar 200 ATK kazanır.", Position.OF_THE_GAME),
    ],
)
def test_a_sentence_says(sentence: str, says: Position) -> None:
    assert grammar(fold(sentence)) & says


def test_a_story_speaks_of_nothing_in_the_game() -> None:
    assert not grammar(fold("Yağmurlu bir gecede dağdan inen yaşlı bir demirci.")) & Position.OF_THE_GAME


def test_a_sentence_with_marks_heads_what_stands_behind_its_colon() -> None:
    assert grammar_of_marked("turda bir kez:") & Position.HEADS
    assert not grammar_of_marked("turda bir kez: 1 kart cek.") & Position.HEADS
