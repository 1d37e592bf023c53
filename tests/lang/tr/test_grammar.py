"""What a Turkish sentence says by its last word and its first ones."""

from __future__ import annotations

import pytest

import onceper
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


KINDS = flags.ACTIVATES | flags.APPLIES | flags.ORDERS | flags.SUMMONS_ITSELF


@pytest.mark.parametrize(
    ("sentence", "kind"),
    [
        pytest.param("Her iki oyuncu da elindeki kartları atar.", flags.ORDERS, id="who acts"),
        pytest.param("Sahadaki tüm canavarlar ele geri verilir.", flags.ORDERS, id="what is done by someone"),
        pytest.param("300 LP kazanırsınız.", flags.ORDERS, id="what you do"),
        pytest.param("Rakibiniz 1 kart atmalıdır.", flags.ORDERS, id="what one must do"),
        pytest.param("Seviyesi 8 olan canavarları feda etmeniz gerekir.", flags.ORDERS, id="what you must do"),
        pytest.param("Saldırmak için 300 LP ödemelisiniz.", flags.APPLIES, id="what something takes"),
        pytest.param("Bu kart 300 ATK kazanır.", flags.APPLIES, id="what is so of a card"),
        pytest.param("Bu kart çağrıldığında 1 kart çekersiniz.", flags.ACTIVATES, id="upon an event"),
        pytest.param("Bu kart yok edilirse rakibiniz 1 kart atar.", flags.ACTIVATES, id="if something happens"),
        pytest.param("Her canavar çağrıldığında 300 LP kazanırsınız.", flags.APPLIES, id="each time"),
        pytest.param("Bu kart saldırırsa 300 ATK kazanır.", flags.APPLIES, id="in battle"),
        pytest.param("Bekleme Aşamanızda 300 LP kazanırsınız.", flags.ACTIVATES, id="in a phase"),
        pytest.param("Bu kart açıkken Ejderhalar saldırıdan döner.", flags.APPLIES, id="while something is so"),
        pytest.param("Bu kart çağrılırsa bu tur saldıramaz.", flags.ACTIVATES, id="what an event forbids for a time"),
        pytest.param("Bu kart çağrılırsa saldıramaz.", flags.APPLIES, id="what an event forbids"),
        pytest.param("Rakibinizin elini karıştırın (ona bakmayın).", flags.ORDERS, id="before a note"),
        pytest.param("Sadece gemiler için.", 0, id="no verb"),
        pytest.param("(500)", 0, id="no word"),
        pytest.param("Bir canavar yok edildiğinde, bu kartı Özel Çağırabilirsiniz.", flags.ACTIVATES, id="a trigger"),
        pytest.param("Bu kartı mezara gönderip 1 canavarı Özel Çağırabilirsiniz.", flags.ACTIVATES, id="another"),
    ],
)
def test_what_a_sentence_does_is_told_by_its_grammar(sentence: str, kind: int) -> None:
    assert grammar(fold(sentence)) & KINDS == kind


@pytest.mark.parametrize(
    ("sentence", "stands"),
    [
        pytest.param("Bu karta saldırılırsa, onu kapatın.", flags.ALONE, id="an event of this card"),
        pytest.param("Bu kartın üzerine 3 sayaç koyun.", 0, id="this card"),
        pytest.param("Bu kartlar yok edilirse 1 kart çekin.", 0, id="these cards"),
        pytest.param("O canavar yok edilecekse, bunun yerine 1 kart atın.", flags.ALONE, id="instead of an event"),
        pytest.param("Bu kartı turun sonuna kadar kullanabilirsiniz.", flags.CONTINUES, id="for a time"),
        pytest.param("Turda bir kez, bu tur saldıran 1 canavarı yok edin.", flags.ALONE, id="so often"),
        pytest.param("Ardından 1 kart çekin.", flags.CONTINUES, id="a further deed"),
    ],
)
def test_a_sentence_stands_to_what_is_before_it(sentence: str, stands: int) -> None:
    assert grammar(fold(sentence)) & (flags.ALONE | flags.CONTINUES) == stands


def test_bullets_behind_what_announces_nothing_are_no_choices() -> None:
    text = "{}\n● Ejderha: Uçan bir canavar türüdür.\n● Feda: Sahadan mezara gönderilir."
    (effect,) = onceper.read(text.format("Bu kart Ejderha sayılır."), lang="tr", game="yugioh").effects
    assert effect.options == ()
    (effect,) = onceper.read(text.format("Şu efektleri uygulayın."), lang="tr", game="yugioh").effects
    assert len(effect.options) == 2


@pytest.mark.parametrize(
    ("text", "effect", "note"),
    [
        ("1 kart çekin (yanıt verilemez).", "1 kart çekin", "(yanıt verilemez)"),
        (
            "Bu kart çağrılırsa: 1 kart çekin; bu efektin aktivasyonuna yanıt verilemez.",
            "Bu kart çağrılırsa: 1 kart çekin;",
            "bu efektin aktivasyonuna yanıt verilemez.",
        ),
    ],
)
def test_what_is_said_of_an_activation_leaves_it_an_effect(text: str, effect: str, note: str) -> None:
    reading = onceper.read(text, lang="tr", game="yugioh")
    assert [(one.kind, one.text) for one in reading.effects] == [("activated", effect)]
    assert [(one.kind, one.text) for one in reading.non_effects] == [("cannot_respond", note)]


def test_a_story_speaks_of_nothing_in_the_game() -> None:
    assert not grammar(fold("Yağmurlu bir gecede dağdan inen yaşlı bir demirci.")) & flags.OF_THE_GAME


def test_a_sentence_with_marks_heads_what_stands_behind_its_colon() -> None:
    assert grammar_of_marked("turda bir kez:") & flags.HEADS
    assert not grammar_of_marked("turda bir kez: 1 kart cek.") & flags.HEADS


@pytest.mark.parametrize(
    ("sentence", "summons"),
    [
        pytest.param("Bu kartı bu kartı elinizden Özel Çağırabilirsiniz.", True, id="begun twice"),
        pytest.param("Özel Çağırabilirsiniz bu kartı.", False, id="in another order"),
        pytest.param("Ebu kartı elinizden Özel Çağırabilirsiniz.", False, id="a longer word before"),
        pytest.param("Bu kartım elinizden Özel Çağırabilirsiniz.", False, id="a longer word in it"),
        pytest.param("Bu kartı elinizden Özel Çağırabilirsinizdir.", False, id="a longer word behind"),
        pytest.param("Bu kartı Özel Çağırabilirsinizdir, Özel Çağırabilirsiniz.", True, id="the first whole end"),
    ],
)
def test_the_pieces_of_a_phrase_stand_in_order_as_whole_words(sentence: str, summons: bool) -> None:
    assert bool(grammar(fold(sentence)) & flags.SUMMONS_ITSELF) == summons
