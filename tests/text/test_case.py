"""Small letters at the length of the text."""

from __future__ import annotations

import pytest

from onceper.text.case import lower_case


@pytest.mark.parametrize(("text", "expected"), [("Once", "once"), ("ÉÖ", "éö"), ("İON", "İon"), ("", "")])
def test_each_letter_keeps_its_place(text: str, expected: str) -> None:
    assert lower_case(text) == expected
