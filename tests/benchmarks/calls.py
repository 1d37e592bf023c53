"""Count the calls of a new text of three sentences, and moves between files: ``python tests/benchmarks/calls.py``.

What is made once for each rule is made by a text of other words before; calls of what is no file of the package, such
as the library's compiler of expressions, are left out.
"""

from __future__ import annotations

import sys
from collections import Counter
from typing import TYPE_CHECKING, Any

import onceper

if TYPE_CHECKING:
    from types import FrameType

KNOWN = (
    'If this card is Normal Summoned: You can draw 1 card. You can only use each effect of "Ash Warden" once per turn.',
    'Once per turn: You can destroy 1 card on the field. You can only use this effect of "Ash Warden" twice per turn.',
)
# Each is one text of three lines.
NEW = (
    (
        "If this card is Special Summoned: You can send 1 Spell from your Deck to the GY; gain 800 LP.\n"
        "During your Standby Phase, you can return 1 banished Trap to the GY.\n"
        'You can only use this effect of "Tide Caller" twice per turn.'
    ),
    (
        "If this card is sent from the hand: You can target 1 Spell in your GY; add it to your hand.\n"
        "Once per turn, during the End Phase: You can banish 1 card; draw 2 cards.\n"
        'You can only use each effect of "Tide Caller" once per turn.'
    ),
)


def count(text: str) -> tuple[Counter[str], int]:
    """Return how often each file of the package is called in a reading of a text, and the moves between them."""
    calls: Counter[str] = Counter()
    moves = 0

    def called(frame: FrameType, event: str, _: Any) -> None:
        nonlocal moves
        _, package, file = frame.f_code.co_filename.rpartition("/onceper/")
        if event == "call" and package:
            calls[file] += 1
            moves += frame.f_back is not None and frame.f_back.f_code.co_filename != frame.f_code.co_filename

    sys.setprofile(called)
    onceper.read(text, lang="en", game="yugioh")
    sys.setprofile(None)
    return calls, moves


if __name__ == "__main__":
    for known in KNOWN:
        onceper.read(known, lang="en", game="yugioh")
    for new in NEW:
        calls, moves = count(new)
        most = ", ".join(f"{file} {number}" for file, number in calls.most_common(6))
        sys.stdout.write(f"{calls.total()} calls, {moves} moves; most in {most}\n")
