"""What a Turkish sentence says by its last word and its first ones."""

from __future__ import annotations

import pytest

from onceper.lang.languages import language
from onceper.text import position as flags

TURKISH = language("tr")
grammar, grammar_of_marked, fold = TURKISH.grammar, TURKISH.grammar_of_marked, TURKISH.fold


@pytest.mark.parametrize(
    ("sentence", "says"),
    [
        ("Rakibinizin kontrolündeki tüm canavarları yok edin.", flags.ORDERS),
        ("Destenden 1 kart çek.", flags.ORDERS),
        ("Ardından 1 kart çekin.", flags.CONTINUES),
        ("O canavar bu tur saldıramaz.", flags.CONTINUES),
        ("Elinizden 1 kart atabilirsiniz.", flags.ACTIVATES),
        ("Bu kart savaşta yok edilemez.", flags.APPLIES),
        ("Bu kartı elinizden Özel Çağırabilirsiniz.", flags.SUMMONS_ITSELF),
        ("Şu efektlerden birini uygulayın.", flags.HEADS),
        ("Sahadaki canavarlar 200 ATK kazanır.", flags.OF_THE_GAME),
    ],
)
def test_a_sentence_says(sentence: str, says: int) -> None:
    assert grammar(fold(sentence)) & says


def test_a_story_speaks_of_nothing_in_the_game() -> None:
    assert not grammar(fold("Yağmurlu bir gecede dağdan inen yaşlı bir demirci.")) & flags.OF_THE_GAME


def test_a_sentence_with_marks_heads_what_stands_behind_its_colon() -> None:
    assert grammar_of_marked("turda bir kez:") & flags.HEADS
    assert not grammar_of_marked("turda bir kez: 1 kart cek.") & flags.HEADS
