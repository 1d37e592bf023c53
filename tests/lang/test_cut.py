"""Whatever a text holds, sentences and their clauses stand in order and lose no letter, in every style of print."""

from __future__ import annotations

from typing import TYPE_CHECKING

from hypothesis import example, given
from hypothesis import strategies as st
from tests.any_text import TEXTS

from onceper.lang.languages import language
from onceper.text import position as flags
from onceper.text.names import mask_names
from onceper.text.normal import MASK, Text

if TYPE_CHECKING:
    from onceper.lang.base import Language

# Of the Japanese, the signs of numbered effects stand between sentences, and commas and parentheses between clauses.
PRINTS = {"en": (str.isalnum, " "), "tr": (str.isalnum, " "), "ja": (str.isalpha, " ()、")}


def is_letter_in(spoken: Language, text: str) -> bool:
    return MASK in text or any(map(PRINTS[spoken.code][0], text))


@example("ja", "①：！灰")
@given(st.sampled_from([*PRINTS]), TEXTS)
def test_sentences_and_clauses_stand_in_order_and_lose_no_letter(lang: str, original: str) -> None:
    spoken = language(lang)
    masked, _ = mask_names(Text(original).normal, spoken.quotes)
    text, done = spoken.fold(masked), 0
    for sentence in spoken.sentences(text):
        start, end, _ = sentence
        assert done <= start < end <= len(text)
        assert not is_letter_in(spoken, text[done:start])
        assert text[start:end] == text[start:end].strip(" ")
        done = start
        clauses = spoken.clauses(text, sentence)
        for begin, stop, _ in clauses:
            assert done <= begin < stop <= end
            assert not text[done:begin].strip(PRINTS[lang][1])
            done = stop
        assert not text[done:end].strip(PRINTS[lang][1])
        if lang == "ja":
            assert not {"\n", "●", "(", ")"} & set("".join(text[begin:stop] for begin, stop, _ in clauses))
            assert all(position & flags.AFTER_COMMA for _, _, position in clauses[1:])
        done = end
    assert not is_letter_in(spoken, text[done:])
