"""Where print in the style of the OCG is cut into sentences and clauses."""

from __future__ import annotations

from tests.cases import cases

from onceper.lang.languages import language
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
    masked, _ = mask_names(Text(text).normal, JAPANESE.quotes)
    assert [masked[start:end] for start, end, _ in JAPANESE.sentences(masked)] == [
        f"{MASK}を手札に加える。",
        f"{MASK}。",
    ]


@cases
def test_clauses(sentence: str, found: list[str]) -> None:
    assert [sentence[start:end] for start, end, _ in JAPANESE.clauses(sentence, (0, len(sentence), 0))] == found
