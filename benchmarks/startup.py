"""Print what importing onceper adds to bare Python, and how long ``onceper --help`` takes, with compiled bytecode."""

from __future__ import annotations

import subprocess
import sys
from statistics import median
from time import perf_counter

from results import keep

ROUNDS = 15
ARMS = {
    "bare Python": ["-c", "pass"],
    "import onceper": ["-c", "import onceper"],
    "onceper --help": ["-m", "onceper", "--help"],
}


def main() -> None:
    """Run the arms in turn and print the median of each."""
    seconds: dict[str, list[float]] = {arm: [] for arm in ARMS}
    for _ in range(ROUNDS):
        for arm, arguments in ARMS.items():
            start = perf_counter()
            subprocess.run([sys.executable, *arguments], check=True, stdout=subprocess.DEVNULL)  # noqa: S603
            seconds[arm].append(perf_counter() - start)
    bare = median(seconds["bare Python"])
    keep("startup", "", {arm: median(times) - bare for arm, times in seconds.items()})
    for arm, times in seconds.items():
        print(f"{arm:<20}{median(times) * 1000:>8.0f} ms{(median(times) - bare) * 1000:>+8.0f} ms")


if __name__ == "__main__":
    main()
