"""Print how the time that reading takes grows with the text: four times the letters should take four times as long."""

from __future__ import annotations

import tomllib
from pathlib import Path
from time import process_time
from typing import TYPE_CHECKING, Any

from arguments import languages
from texts import new_reader

if TYPE_CHECKING:
    from onceper.reader.reader import Reader

GROWN: dict[str, Any] = tomllib.loads(Path(__file__).with_suffix(".toml").read_text(encoding="utf-8"))


def main() -> None:
    """Print a line for each piece that a text is made of, alone and behind a cue; quadratic time would show as 16."""
    for lang in languages(__doc__, GROWN):
        few, many = GROWN[lang]["letters"]
        against = f"{lang}: {many:,} letters against {few:,}"
        print(f"{against:<36}{'alone':>10}{'times':>8}{'behind a cue':>16}{'times':>8}")
        for name, piece in GROWN[lang]["pieces"].items():
            print(f"{name:<36}", end="")
            for cue, width in (("", 10), (GROWN[lang]["cue"], 16)):
                less, more = (
                    _least(cue + piece * (letters // len(piece)), new_reader(lang)) for letters in (few, many)
                )
                print(f"{f'{more:.3f} s':>{width}}{more / less:>8.1f}", end="", flush=True)
            print()


def _least(text: str, reader: Reader) -> float:
    times = []
    for _ in range(3):
        begin = process_time()
        reader.read(text)
        times.append(process_time() - begin)
    return min(times)


if __name__ == "__main__":
    main()
