"""Whatever a text holds, it is read, with exact spans, and alike with and without quick rejection."""

from __future__ import annotations

from typing import TYPE_CHECKING

from hypothesis import given, settings
from hypothesis import strategies as st

if TYPE_CHECKING:
    from collections.abc import Callable

    from onceper.contract.reading import CardReading
    from onceper.reader.reader import Reader

    CheckReading = Callable[[CardReading], None]
    CheckRejection = Callable[[Reader, CardReading], None]

LIMITS = (
    'You can only use this effect of "Ash Vicar" once per turn.',
    "You can only use each of the following effects of “Iron “Duke” Havel” once per Duel.",
    'You can only activate 1 "Kiln of Ash" per turn',
    'You can only use 1 "Ash Vicar" effect per turn, and only once that turn.',
    'You can only Special Summon "Ash Vicar(s)" once per turn this way',
    'You can only control 1 "Ash" monster.',
    "Once per turn: You can",
    "Twice per Chain, during your opponent’s Standby Phase,",
    "This card cannot be destroyed by battle once per turn",
    "The first time this card would be destroyed each turn, it is not destroyed.",
    "(You can only gain this effect once per turn.)",
    "and its previous effect only once per turn",
    "Your opponent can only activate 1 Trap each turn.",
)
PIECES = (
    '2 Tuners + 1 "Ash" monster\n',
    "Cannot be Normal Summoned/Set.",
    'This card is always treated as an "Ash" card.',
    "[ Pendulum Effect ]\r\n",
    "----------\r\n",
    "[ Monster Effect ]\n",
    "Draw 1 card.",
    "If you do, banish it; then stop:",
    '"Ash Vicar"',
    '"Once per turn"',
    'Iron "Duke" Havel',
    "&quot;Ash&amp;&quot;",
    "<p class='a'>",
    *("once", "twice", "times", "per turn", "You can only", "up to", "this effect", "of", "0", "12345", "Ｏｎｃｅ"),
    *(
        "“",
        "”",
        '"',
        "(",
        ")",
        ". ",
        ":",
        ";",
        ",",
        "●",
        "• ",
        "①",
        "１",
        "ターン",
        "é",
        "e\u0301",
        "İ",
        "😀",
        "\ud800",
    ),
    *("\r\n", "\n", "<b>", "</b>", "<br>", "&nbsp;", "\x01", "\x02", "\u200b", "  ", " \r\n", "\xa0", "\x1f"),
)
GLUED = st.lists(st.sampled_from((*LIMITS, *LIMITS, *PIECES)), max_size=14).flatmap(
    lambda pieces: st.sampled_from([" ".join(pieces), "".join(pieces), "\n".join(pieces)])
)
NAMES = st.sampled_from([None, "Ash Vicar", 'Iron "Duke" Havel', "", '"'])


@settings(deadline=None, max_examples=200)
@given(st.text(st.characters()), NAMES)
def test_any_unicode(
    spans_are_exact: CheckReading,
    rejection_changes_nothing: CheckRejection,
    english: Reader,
    text: str,
    name: str | None,
) -> None:
    reading = english.read(text, name=name)
    spans_are_exact(reading)
    rejection_changes_nothing(english, reading)


@settings(deadline=None, max_examples=1500)
@given(GLUED, NAMES)
def test_pieces_of_cards(
    spans_are_exact: CheckReading,
    rejection_changes_nothing: CheckRejection,
    english: Reader,
    text: str,
    name: str | None,
) -> None:
    reading = english.read(text, name=name)
    spans_are_exact(reading)
    rejection_changes_nothing(english, reading)
