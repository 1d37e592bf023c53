"""The numbers that Japanese print gives to effects: ①②③."""

from __future__ import annotations

CIRCLED = "①②③④⑤⑥⑦⑧⑨⑩⑪⑫⑬⑭⑮⑯⑰⑱⑲⑳"
_RANGE = ("~", "〜", "から")


def numbers_in(run: str) -> tuple[int, ...]:
    """Return the numbers in a run such as ①③, ①~③ or ①から③まで, in order.

    >>> numbers_in("①③"), numbers_in("①~③"), numbers_in("①から③まで")
    ((1, 3), (1, 2, 3), (1, 2, 3))
    """
    found: list[int] = []
    for at, sign in enumerate(run):
        if sign in CIRCLED:
            number = CIRCLED.index(sign) + 1
            first = found[-1] + 1 if found and run.endswith(_RANGE, 0, at) else number
            found += range(first, number + 1)
    return tuple(found)


# Stands for a number in bullets that are numbers.
NUMBER = "#"
