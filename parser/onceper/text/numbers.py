"""The numbers that Japanese print gives to effects: ①②③."""

from __future__ import annotations

CIRCLED = "①②③④⑤⑥⑦⑧⑨⑩⑪⑫⑬⑭⑮⑯⑰⑱⑲⑳"
_RANGE = "~〜"


def numbers_in(run: str) -> tuple[int, ...]:
    """Return the numbers in a run such as ①③ or ①~③, in order.

    >>> numbers_in("①③"), numbers_in("①~③")
    ((1, 3), (1, 2, 3))
    """
    found: list[int] = []
    for at, sign in enumerate(run):
        if sign in CIRCLED:
            number = CIRCLED.index(sign) + 1
            first = found[-1] + 1 if found and run[at - 1] in _RANGE else number
            found += range(first, number + 1)
    return tuple(found)
