"""Print what importing onceper and a first reading add to bare Python, and how long ``onceper --help`` takes.

Bytecode is compiled, and what a process keeps for the next is there: the first round of each arm is none of those that
count.
"""

from __future__ import annotations

import subprocess
import sys
from statistics import median
from time import perf_counter

from results import keep

ROUNDS = 15
FIRST = {
    "en": "Once per turn: You can draw 1 card.",
    "ja": "①：１ターンに１度、手札を１枚捨てて発動できる。",
    "tr": "Her turda bir kez: 1 kart çekebilirsiniz.",
}
ARMS = {
    "bare Python": ["-c", "pass"],
    "import onceper": ["-c", "import onceper"],
    "onceper --help": ["-m", "onceper", "--help"],
    **{
        f"first reading, {lang}{said}": [
            "-c",
            f"{before}import onceper; onceper.read({text!r}, lang={lang!r}, game='yugioh')",
        ]
        for said, before in (("", ""), (", nothing kept", "import os; os.environ['ONCEPER_CACHE'] = ''; "))
        for lang, text in FIRST.items()
    },
}


def main() -> None:
    """Run the arms in turn and print the median of each."""
    seconds: dict[str, list[float]] = {arm: [] for arm in ARMS}
    for number in range(ROUNDS + 1):
        for arm, arguments in ARMS.items():
            start = perf_counter()
            subprocess.run([sys.executable, *arguments], check=True, stdout=subprocess.DEVNULL)
            if number:
                seconds[arm].append(perf_counter() - start)
    bare = median(seconds["bare Python"])
    keep("startup", "", "ms", {arm: {"added": (median(times) - bare) * 1000} for arm, times in seconds.items()})


if __name__ == "__main__":
    main()
