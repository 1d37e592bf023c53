"""Where phrases of a structure are found in a sentence."""

from __future__ import annotations

import pytest

from onceper.lang.phrases import EDGE, Phrases

LETTERS = {"A": "ae", "I": "iu", "D": "dt", "#": "0123456789", "{acts}": ("draw", "destroy")}
STEMS, WORDS, ANYWHERE = "stems", "words", "anywhere"


@pytest.mark.parametrize(
    ("mode", "phrase", "text", "is_said"),
    [
        pytest.param(STEMS, "kart", "bu kart yok.", True, id="a word"),
        pytest.param(STEMS, "kart", "bu kartal yok.", False, id="a longer word"),
        pytest.param(STEMS, "kart", "zikart yok.", False, id="a word that ends so"),
        pytest.param(STEMS, "kart-", "bu kartlari al.", True, id="open behind"),
        pytest.param(STEMS, "-DIgIndA", "o cagrildiginda gelir.", True, id="open before, with an ending"),
        pytest.param(STEMS, "-DIgIndA", "o cagrildigindan beri durur.", False, id="another ending"),
        pytest.param(STEMS, "asama-dA", "son asamanizda gelir.", True, id="open inside a word"),
        pytest.param(STEMS, "asama-dA", "asama bitince ortada durur.", False, id="not across words"),
        pytest.param(STEMS, "bu ... -Ip ... #", "bu karti acip 3 puan ver.", True, id="words, an ending, a digit"),
        pytest.param(STEMS, "bu ... -Ip ... #", "3 puan verip bu karti ac.", False, id="in another order"),
        pytest.param(STEMS, "her -", "her 3 kart.", True, id="a word and any other"),
        pytest.param(STEMS, "bu ... gelir", "bu gelirdi, o gelir.", True, id="the first whole end"),
        pytest.param(STEMS, "gel" + EDGE, "sonra gel" + EDGE, True, id="the end"),
        pytest.param(WORDS, "card", "a card.", True, id="a whole word"),
        pytest.param(WORDS, "card", "a discard.", False, id="part of a word"),
        pytest.param(WORDS, "dé", "un détour", False, id="before a letter with an accent"),
        pytest.param(WORDS, "level #", "a level 12 card.", True, id="a number"),
        pytest.param(WORDS, "効果", "この効果は", True, id="a script without spaces"),
        pytest.param(WORDS, EDGE + "it", EDGE + "it burns.", True, id="the beginning"),
        pytest.param(WORDS, EDGE + "it", EDGE + "its ash.", False, id="the beginning of a longer word"),
        pytest.param(WORDS, EDGE + "it", EDGE + "burn it.", False, id="not the beginning"),
        pytest.param(ANYWHERE, "gain", "it gains.", True, id="anywhere"),
        pytest.param(ANYWHERE, "you ... may", "you may.", True, id="no words between"),
        pytest.param(ANYWHERE, "you ... may", "you and I may.", True, id="any words between"),
        pytest.param(ANYWHERE, "you ... may", "young may.", False, id="no space before the gap"),
        pytest.param(ANYWHERE, "為...破壊", "為に王を破壊", True, id="a gap without spaces"),
        pytest.param(ANYWHERE, "... burn ...", "burn", True, id="gaps at the edges"),
        pytest.param(ANYWHERE, "to {acts} ", "to destroy it", True, id="another list"),
        pytest.param(ANYWHERE, "to ... or {acts} ", "to burn or draw it", True, id="another list behind a gap"),
    ],
)
def test_a_phrase_is_said(mode: str, phrase: str, text: str, is_said: bool) -> None:
    phrases = Phrases({1: [phrase]}, int(mode != ANYWHERE), LETTERS, has_stems=mode == STEMS)
    assert phrases.said(text) == is_said
