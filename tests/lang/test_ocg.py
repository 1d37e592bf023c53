"""Where print in the style of the OCG is cut into sentences and clauses."""

from __future__ import annotations

from hypothesis import example, given, settings
from hypothesis import strategies as st
from tests.cases import cases

from onceper.lang.languages import language
from onceper.text import position as flags
from onceper.text.names import mask_names
from onceper.text.normal import MASK, Text

JAPANESE = language("ja")


def cut(text: str) -> list[str]:
    normal = Text(text).normal
    return [normal[start:end] for start, end, _ in JAPANESE.sentences(normal)]


@cases
def test_sentences(text: str, found: list[str]) -> None:
    assert cut(text) == found


def test_marks_in_names_end_no_sentence() -> None:
    text = "「灰。①：竜！」を手札に加える。●「王●」。"
    masked, _ = mask_names(Text(text).normal, JAPANESE.quotes, None)
    assert [masked[start:end] for start, end, _ in JAPANESE.sentences(masked)] == [
        f"{MASK}を手札に加える。",
        f"{MASK}。",
    ]


PIECES = (
    "①：", "②:", "③ ：", "①の効果", "「灰の見張り番」", "灰を焼く", "発動できる", "その後、", "また、",
    "【Ｐ効果】", "【灰】",
    "。", "！", "!", "、", "：", "●", "•", "・", "（", "）", "(", ")", "\n", "\r\n", " ", "　", "  ",
    "0", "×", "é", "<b>",
)  # fmt: skip


@settings(deadline=None, max_examples=500)
@example("①：！灰")
@given(st.one_of(st.text(st.characters()), st.lists(st.sampled_from(PIECES), max_size=30).map("".join)))
def test_sentences_stand_in_order_and_lose_no_letter(original: str) -> None:
    text, _ = mask_names(Text(original).normal, JAPANESE.quotes, None)
    done = 0
    for start, end, _ in JAPANESE.sentences(text):
        assert done <= start < end <= len(text)
        # Only the signs of numbered effects stand between sentences.
        assert not any(character.isalpha() or character == MASK for character in text[done:start])
        assert text[start:end] == text[start:end].strip(" ")
        assert not {"\n", "●"} & set(text[start:end])
        done = end
    assert not any(character.isalpha() for character in text[done:])


@cases
def test_clauses(sentence: str, found: list[str]) -> None:
    assert [sentence[start:end] for start, end, _ in JAPANESE.clauses(sentence, (0, len(sentence), 0))] == found


@settings(deadline=None, max_examples=300)
@given(st.text("灰度は、()。 \x01", min_size=1))
def test_clauses_leave_out_only_spaces_and_parentheses(sentence: str) -> None:
    done = 0
    found = JAPANESE.clauses(sentence, (0, len(sentence), 0))
    for start, end, _ in found:
        assert done <= start < end <= len(sentence)
        assert not sentence[done:start].strip(" ()、")
        assert not {"(", ")"} & set(sentence[start:end])
        done = end
    assert not sentence[done:].strip(" ()、")
    assert [bool(position & flags.AFTER_COMMA) for _, _, position in found][1:] == [True] * (len(found) - 1)
