"""What the words of a sentence tell of its place among the effects, and of the effect that begins with it.

Each phrase that tells something has an example in its structure.toml; here stands how they act together.
"""

from __future__ import annotations

import pytest

import onceper
from onceper.lang.languages import language
from onceper.text import position as flags
from onceper.text.normal import Text

STANDING = flags.CONTINUES | flags.ALONE
KIND = (
    flags.ACTIVATES | flags.SUMMONS_ITSELF | flags.APPLIES | flags.ACTIVATES_IN_OLD_PRINT | flags.ORDERS | flags.CHOOSES
)
CONTINUES, ALONE, ORDERS, APPLIES = flags.CONTINUES, flags.ALONE, flags.ORDERS, flags.APPLIES
ACTIVATES, OLD, CHOOSES = flags.ACTIVATES, flags.ACTIVATES_IN_OLD_PRINT, flags.CHOOSES


def tell(lang: str, sentence: str) -> int:
    spoken = language(lang)
    return spoken.grammar(spoken.fold(Text(sentence).normal))


@pytest.mark.parametrize(
    ("lang", "sentence", "stands", "kind"),
    [
        ("en", "If you do, banish it.", CONTINUES, 0),
        ("en", "Itself it never burns.", 0, 0),
        ("en", "When this card leaves the field, draw 1 card.", 0, OLD),
        ("en", "Neither player can respond to this effect's activation.", CONTINUES, APPLIES | CHOOSES),
        ("en", "If this card is Tributed this turn, draw 1 card.", ALONE, APPLIES),
        ("en", "If the equipped monster would be destroyed, destroy this card.", CONTINUES, APPLIES),
        ("en", "Draw 1 card.", 0, ORDERS),
        ("en", "The crow sees it all.", 0, 0),
        ("en", "Negate any effect of a crow.", ALONE, APPLIES),
        ("en", "You can Special Summon this card (from your hand).", 0, flags.SUMMONS_ITSELF),
        ("en", "When you take damage, you can Special Summon this card from your hand.", 0, OLD),
        ("en", "Crows currently on the field gain 500 ATK.", 0, ACTIVATES),
        ("en", "Crows you control gain 500 ATK.", 0, APPLIES),
        ("en", "Activate 1 of these effects;", 0, ORDERS),
        ("ja", "手札を１枚捨てて発動できる。", ALONE, ACTIVATES | CHOOSES),
        ("ja", "自分は罠カード１枚をセットしたターンに発動できる。", ALONE, APPLIES | CHOOSES),
        ("ja", "また、カードを１枚ドローする。", 0, ORDERS),
        ("ja", "１ターンに１度だけ、カードを１枚破壊する。", ALONE, OLD),
        ("ja", "カードを１枚破壊できる。", 0, OLD | CHOOSES),
        ("ja", "召喚に成功した時、罠カードを発動する事はできない。", ALONE, APPLIES),
        ("ja", "存在する限り、罠カードの効果を無効にする。", ALONE, APPLIES),
        ("ja", "存在する限り、自分のエンドフェイズ毎にカードを１枚破壊する。", ALONE, OLD),
        (
            "ja",
            "灰の王が破壊された時、このカードを手札から特殊召喚できる。",
            ALONE,
            flags.SUMMONS_ITSELF | OLD | CHOOSES,
        ),
        ("tr", "Rakibinizin kontrolündeki tüm canavarları yok edin.", 0, ORDERS),
        ("tr", "Rakibinizin elini karıştırın (ona bakmayın).", 0, ORDERS),
        ("tr", "Elinizden 1 kart atabilirsiniz.", 0, ACTIVATES),
        ("tr", "Sahadaki tüm canavarlar ele geri verilir.", 0, ORDERS),
        ("tr", "Rakibiniz 1 kart atmalıdır.", 0, ORDERS),
        ("tr", "Saldırmak için 300 LP ödemelisiniz.", 0, APPLIES),
        ("tr", "Bu kart yok edilirse rakibiniz 1 kart atar.", ALONE, ACTIVATES),
        ("tr", "Her canavar çağrıldığında 300 LP kazanırsınız.", 0, APPLIES),
        ("tr", "Bu kart saldırırsa 300 ATK kazanır.", ALONE, APPLIES),
        ("tr", "Bekleme Aşamanızda 300 LP kazanırsınız.", 0, ACTIVATES),
        ("tr", "Bu kart çağrılırsa saldıramaz.", ALONE, APPLIES),
        ("tr", "Bu kart çağrılırsa bu tur saldıramaz.", ALONE, ACTIVATES),
        ("tr", "Bu kartı turun sonuna kadar kullanabilirsiniz.", CONTINUES, ACTIVATES),
        ("tr", "Bu kartı elinizden Özel Çağırabilirsiniz.", ALONE, flags.SUMMONS_ITSELF),
        ("tr", "Bu kartı mezara gönderip 1 canavarı Özel Çağırabilirsiniz.", ALONE, ACTIVATES),
        ("tr", "O canavar yok edilecekse, bunun yerine 1 kart atın.", ALONE, APPLIES),
        ("tr", "Sadece gemiler için.", 0, 0),
        ("tr", "(500)", 0, 0),
    ],
)
def test_a_sentence_tells_how_it_stands_and_its_kind(lang: str, sentence: str, stands: int, kind: int) -> None:
    told = tell(lang, sentence)
    assert (flags.names(told & STANDING), flags.names(told & KIND)) == (flags.names(stands), flags.names(kind))


@pytest.mark.parametrize(
    ("lang", "sentence", "is_of_the_game"),
    [
        ("en", "Only one time in a turn may it be Special Summoned.", True),
        ("en", "Players cannot attack it.", True),
        ("en", "(HOPT)", True),
        ("en", "Draws 3 cards.", True),
        ("en", "Only a Level 4 crow may pass.", True),
        ("en", "Danger lurks at every turn.", False),
        ("en", "Villagers who opt for peace.", False),
        ("en", "A crow so effective that none dares to attack it.", False),
        ("en", "A monster with a sinister hand.", False),
        ("en", "A bedecked crow.", False),
        ("ja", "名称ターン1。", True),
        ("tr", "Kontrolünüzde iki tane bulunamaz.", True),
        ("tr", "Bu card'a chain yapamaz.", True),
        ("tr", "Yağmurlu bir gecede dağdan inen yaşlı bir demirci.", False),
    ],
)
def test_no_story_uses_terms_of_the_game(lang: str, sentence: str, is_of_the_game: bool) -> None:
    assert bool(tell(lang, sentence) & flags.OF_THE_GAME) is is_of_the_game


def test_bullets_behind_what_announces_nothing_are_no_choices() -> None:
    text = "{}\n● Ejderha: Uçan bir canavar türüdür.\n● Feda: Sahadan mezara gönderilir."
    heads = ("Bu kart Ejderha sayılır.", "Şu efektleri uygulayın.")
    read = [onceper.read(text.format(head), lang="tr", game="yugioh").effects for head in heads]
    assert [len(effect.options) for (effect,) in read] == [0, 2]
