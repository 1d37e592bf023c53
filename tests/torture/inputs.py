"""Try to break onceper with files, tables and scripts: ``python tests/torture/inputs.py --minutes 5 --seed 1``."""

from __future__ import annotations

import random
import tomllib
from itertools import chain
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import TYPE_CHECKING

import hostile_columns
import hostile_databases
import hostile_names
import hostile_rules
import hostile_scripts
import hostile_tables
from acts import read_bomb, read_file, read_tags, tag_content
from card_files import FORMATS, PACKINGS, card_rows
from counting import Count, options
from hostile_files import flipped, in_other_words
from isolated import Trial, run_each
from running import SINKS

from onceper.tagging.run import tag_file

if TYPE_CHECKING:
    from collections.abc import Iterator

_KB = 1024
_BOMBS: dict[str, list[str]] = tomllib.loads(Path(__file__).with_suffix(".toml").read_text(encoding="utf-8"))


def taggings() -> dict[str, bytes]:
    """Return a tagging of the cards in every format."""
    with TemporaryDirectory() as folder:
        cards = Path(folder) / "cards.jsonl"
        cards.write_bytes(FORMATS["cards.jsonl"](card_rows(60)))
        for sink in SINKS:
            tag_file(cards, Path(folder) / sink, quiet=True)
        return {sink: (Path(folder) / sink).read_bytes() for sink in SINKS}


def cut_off() -> Iterator[Trial]:
    """Cut every format at every kilobyte, compressed and not."""
    for name, write in FORMATS.items():
        content = write(card_rows())
        whole = [(name, content), *((f"{name}{ending}", pack(content)) for ending, pack in PACKINGS.items())]
        for file, full in whole:
            step = _KB if len(full) > 8 * _KB else 97
            for size in chain(range(step, len(full), step), (1, 2, 7, len(full) - 1)):
                yield Trial("cut off", f"{file} at {size}", read_file, (file, full[:size]))


def other_encodings() -> Iterator[Trial]:
    """Write every format of text in other encodings and with other line ends."""
    for name in ("cards.jsonl", "cards.json", "document.json", "cards.csv", "cards.tsv"):
        for words, content in in_other_words(FORMATS[name](card_rows(40))):
            for file in (name, "cards"):
                yield Trial("other encodings", f"{file} in {words}", tag_content, (file, content))


def bombs() -> Iterator[Trial]:
    """Unpack to gigabytes: one line, one cell, one value, one text that never ends."""
    for name, written in _BOMBS.items():
        head, repeated = (part.encode("latin-1") for part in written)
        for ending in PACKINGS if name == "cards.jsonl" else (".gz", ".zst"):
            yield Trial("bombs", f"{name}{ending}", read_bomb, (name, ending, head, repeated), seconds=120)


def changed_at_random(seed: random.Random, count: Count) -> Iterator[Trial]:
    """Change bytes of every format of cards and of tags, for as long as there is time."""
    cards = {name: write(card_rows(40)) for name, write in FORMATS.items()}
    tags = taggings()
    packed = {f"{name}{ending}": pack(cards[name]) for name in cards for ending, pack in PACKINGS.items()}
    while count.goes_on():
        yield from hostile_rules.changed(seed)
        for group, files, act in (
            ("bytes changed: cards", cards, read_file),
            ("bytes changed: packed cards", dict(seed.sample(sorted(packed.items()), 9)), read_file),
            ("bytes changed: tags", tags, read_tags),
        ):
            for name, content in files.items():
                number = seed.getrandbits(40)
                changed = flipped(content, random.Random(number), 1 + number % 5)
                yield Trial(group, f"{name} changed by {number}", act, (name, changed))


def trials(seed: random.Random, count: Count) -> Iterator[Trial]:
    """Give all that is tried, what is tried at random last."""
    yield from cut_off()
    for name, content in taggings().items():
        for size in chain(range(0, len(content), max(_KB, len(content) // 80)), (1, len(content) - 1)):
            yield Trial("cut off tags", f"{name} at {size}", read_tags, (name, content[:size]))
    yield from other_encodings()
    yield from hostile_columns.trials()
    yield from hostile_databases.trials()
    yield from hostile_names.trials()
    yield from hostile_tables.trials()
    yield from hostile_scripts.trials()
    yield from bombs()
    yield from changed_at_random(seed, count)


def main() -> None:
    """Try all, print how much was tried, and end with code 1 where something broke."""
    parser = options(__doc__)
    parser.add_argument("--only", default="", help="groups whose name begins so")
    parser.add_argument("--told", action="store_true", help="print what each trial was told")
    given = parser.parse_args()
    count = Count(given.minutes)
    chosen = (trial for trial in trials(random.Random(given.seed), count) if trial.group.startswith(given.only))
    for outcome in run_each(chosen):
        trial, failure, told, result = outcome
        count.of(trial.group).one(f"{trial.name}: {failure}" if failure else None)
        if given.told or failure:
            print(f"{trial.group} | {trial.name} | {failure or told or result}", flush=True)
    count.end()


if __name__ == "__main__":
    main()
