"""The guess of what was not read is made when somebody asks for it, whichever way, and once."""

from __future__ import annotations

import copy
import pickle
from typing import TYPE_CHECKING

import msgspec
import pytest

from onceper.contract.arrow import to_arrow
from onceper.contract.reading import CardReading, Row
from onceper.contract.span import Guess, Unread

if TYPE_CHECKING:
    from collections.abc import Callable

GUESS = Guess("hard", 0.5)
KNOWN = Unread((0, 4), "Zig.", "no_rule", GUESS)
READING = CardReading("Zig.", "en", None, None, unread=(KNOWN,))


class Asked:
    """Give a guess, and count how often."""

    times = 0

    def __call__(self) -> Guess:
        self.times += 1
        return GUESS


USES: dict[str, Callable[[CardReading], object]] = {
    "JSON": msgspec.json.encode,
    "MessagePack": msgspec.msgpack.encode,
    "plain values": msgspec.to_builtins,
    "to_dict": CardReading.to_dict,
    "to_json": CardReading.to_json,
    "explain": CardReading.explain,
    "hash": hash,
    "repr": lambda reading: repr(reading.unread),
    "equality": lambda reading: reading == READING,
    "pickle": pickle.dumps,
    "copy": copy.deepcopy,
    "Arrow": lambda reading: to_arrow([Row("1", None, "en", None, "text", unread=reading.unread)]),
}


@pytest.mark.parametrize("use", USES.values(), ids=USES)
def test_whoever_needs_the_guess_asks_once(use: Callable[[CardReading], object]) -> None:
    ask = Asked()
    reading = CardReading("Zig.", "en", None, None, unread=(Unread.asking((0, 4), "Zig.", "no_rule", ask),))
    assert (ask.times, use(reading)) == (0, use(READING))
    assert (ask.times, reading.unread[0].guess) == (1, GUESS)
    use(reading)
    assert ask.times == 1


def test_who_has_no_opinion_is_asked_once() -> None:
    asked: list[None] = []
    unread = Unread.asking((0, 4), "Zig.", "no_rule", lambda: asked.append(None))
    assert (unread.guess, unread.guess, len(asked)) == (None, None, 1)


def test_nobody_is_asked_of_what_is_too_long() -> None:
    assert Unread.asking((0, 4), "Zig.", "too_long", None) == Unread((0, 4), "Zig.", "too_long")


def test_what_is_written_is_read_again() -> None:
    assert msgspec.json.decode(READING.to_json(), type=CardReading) == READING
    assert pickle.loads(pickle.dumps(KNOWN)) == KNOWN  # noqa: S301
