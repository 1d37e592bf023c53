"""Turkish print is cut at the marks of English print."""

from __future__ import annotations

import pytest

from onceper.lang.tr.sentences import clauses, sentences
from onceper.lang.tr.tokens import fold


@pytest.mark.parametrize(
    ("text", "cut"),
    [
        ("Turda bir kez: 1 kart çek. Bu kart saldırır.", ["Turda bir kez: 1 kart çek.", "Bu kart saldırır."]),
        ("Rakibinizin 3. turunda yok edin.", ["Rakibinizin 3. turunda yok edin."]),
        ("Seviyesi 4. Seviye olur. 1 kart çek.", ["Seviyesi 4. Seviye olur.", "1 kart çek."]),
        ("1 kart çekebilirsin.Bu kart saldıramaz.", ["1 kart çekebilirsin.", "Bu kart saldıramaz."]),
        ("1 kart çek (turda 2 kez). Sonra at.", ["1 kart çek (turda 2 kez).", "Sonra at."]),
        (
            "Şu efektlerden 1'ini seç:\n● 1 kart çek.\n● 1 kart at.",
            ["Şu efektlerden 1'ini seç:", "1 kart çek.", "1 kart at."],
        ),
    ],
)
def test_sentences(text: str, cut: list[str]) -> None:
    assert [text[start:end] for start, end, _ in sentences(fold(text))] == cut


def test_clauses_end_behind_colons_and_semicolons() -> None:
    text = "turda bir kez: 1 kart at; 1 kart cek."
    assert [text[a:b] for a, b, _ in clauses(text, sentences(text)[0])] == [
        "turda bir kez:",
        "1 kart at;",
        "1 kart cek.",
    ]
