"""Tell how the frozen wordings are read: each limit in many orders and words, and what looks like one and is none.

Some are text that is no effect. ``python corpora/wordings.py`` prints for each list how many wordings are read as they
say, told as unread, silent or wrong; ``--list silent`` (or another answer) prints these wordings. The lists stay as
they were written, before the rules that read them: they measure what nobody wrote a rule for.
"""

from __future__ import annotations

import argparse
from collections import Counter
from pathlib import Path
from typing import TYPE_CHECKING, Any, Literal

import msgspec

import onceper

if TYPE_CHECKING:
    from collections.abc import Iterator

    from onceper.contract.limit import Limit
    from onceper.contract.reading import CardReading

FOLDER = Path(__file__).parent / "wordings"
GAMES = {"duelmasters": ("ja", "duelmasters")}
# Read and quiet are right; told and noise ask a person to look; silent, wrong and false are mistakes.
Answer = Literal["read", "told", "silent", "wrong", "quiet", "noise", "false"]
ANSWERS: tuple[Answer, ...] = ("read", "told", "silent", "wrong", "quiet", "noise", "false")


class Wording(msgspec.Struct, forbid_unknown_fields=True):
    """Hold a text, the limit that it says in other words than its neighbours, and the fields of its limits.

    Of a text that is no effect ``non_effects`` are the kinds of what it holds.
    """

    text: str
    group: str
    limits: list[dict[str, Any]]
    non_effects: list[str] = []


def wordings(name: str) -> list[Wording]:
    """Return the wordings of one list, such as ``en`` or ``duelmasters``."""
    lines = (FOLDER / f"{name}.jsonl").read_bytes().splitlines()
    return [msgspec.json.decode(line, type=Wording) for line in lines]


def answer(wording: Wording, reading: CardReading) -> Answer:
    """Judge how a wording was read."""
    found = list(map(_fields, reading.limits))
    if wording.non_effects:
        is_read = [one.kind for one in reading.non_effects] == wording.non_effects
        return "read" if is_read and not (found or reading.unread) else "wrong"
    if not wording.limits:
        if found:
            return "false"
        return "noise" if reading.unread else "quiet"
    if len(found) == len(wording.limits) and _agree(wording.limits, found):
        return "read"
    # What is told as unread is wrong only where a limit stands beside it that nobody printed.
    if reading.unread:
        return "told" if all(any(_agrees(wanted, one) for wanted in wording.limits) for one in found) else "wrong"
    return "wrong" if found else "silent"


def _fields(limit: Limit) -> dict[str, Any]:
    applies_to = limit.applies_to
    return {
        **{key: getattr(limit, key) for key in ("kind", "period", "count", "player", "shared")},
        "effects": list(applies_to.effects),
        "activation": applies_to.activation,
    }


def _agree(wanted: list[dict[str, Any]], found: list[dict[str, Any]]) -> bool:
    left = list(found)
    for one in wanted:
        match = next((limit for limit in left if _agrees(one, limit)), None)
        if match is None:
            return False
        left.remove(match)
    return True


def _agrees(wanted: dict[str, Any], found: dict[str, Any]) -> bool:
    return all(found[key] == value for key, value in wanted.items())


def judged(name: str) -> Iterator[tuple[Answer, Wording, CardReading]]:
    """Yield each wording of a list with its reading and how it was read."""
    lang, game = GAMES.get(name, (name, "yugioh"))
    for wording in wordings(name):
        reading = onceper.read(wording.text, lang=lang, game=game)
        yield answer(wording, reading), wording, reading


def table() -> list[str]:
    """Return how many wordings of each list had each answer, as a table of Markdown."""
    names = sorted(file.stem for file in FOLDER.glob("*.jsonl"))
    rows = [[name, *(str(count) for count in counts_of(name))] for name in names]
    return [f"| {' | '.join(cells)} |" for cells in (["list", *ANSWERS], ["---"] * (len(ANSWERS) + 1), *rows)]


def counts_of(name: str) -> list[int]:
    """Return how many wordings of a list had each answer."""
    counts = Counter(said for said, _, _ in judged(name))
    return [counts[said] for said in ANSWERS]


def main() -> None:
    """Print the table, or the wordings with one answer."""
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0] if __doc__ else None)
    parser.add_argument("--list", choices=ANSWERS, dest="wanted", help="print the wordings with this answer")
    wanted = parser.parse_args().wanted
    if not wanted:
        print(*table(), sep="\n")  # noqa: T201
        return
    for file in sorted(FOLDER.glob("*.jsonl")):
        for said, wording, reading in judged(file.stem):
            if said == wanted:
                read = " · ".join(f"{limit.rule} {limit.text!r} {_fields(limit)}" for limit in reading.limits)
                print(f"{file.stem}: {wording.text}\n    want {wording.limits}\n    got {read or 'no limit'}")  # noqa: T201


if __name__ == "__main__":
    main()
