"""Tell which invented cards are read otherwise than they were: ``python corpora/frozen.py``.

``frozen/`` holds a file for each print, with a card on each line: its text, what it is there ``for`` that its reading
does not name (lists of phrases, rules that give no record, or in words what it shows), and what is ``read`` in it: a
line for each record, with its words and with what differs from most of its kind. ``--accept ID`` takes over what is
read in these cards today; the other lines of the file stay as they are. A card that is added needs an ``id``, its text
and what it is for.
"""

from __future__ import annotations

import argparse
import difflib
import sys
from pathlib import Path
from typing import TYPE_CHECKING, Any

import msgspec

from onceper import read
from onceper.lang.games import default_game, game_by_heading

if TYPE_CHECKING:
    from collections.abc import Iterator

    from onceper import CardReading, Effect, Limit, NonEffect

FOLDER = Path(__file__).resolve().parent / "frozen"
# What goes without saying of a limit, and of one of a kind; null, false and empty do of all others.
_USUAL: dict[str, Any] = {
    "count": 1,
    "period": "turn",
    "whose_turn": "any",
    "verb": "use",
    "spent_on": "use",
    "player": "you",
}
_BY_NAME = {"scope": "name", "names": "card", "owner": "you", "on_control_change": "own_count"}
_OF_COPY = {"scope": "copy", "on_control_change": "stays_spent", "resets_on": ("leaves_location", "flipped_face_down")}
_OF_KIND: dict[str, dict[str, Any]] = {
    "soft": _OF_COPY,
    "hard": _BY_NAME,
    "summon": {**_BY_NAME, "spent_on": "occurrence"},
}
# Where it stands is told by its words; who found it, and how sure that is, may change with the rules.
_UNTOLD = {"kind", "index", "span", "text", "rule", "source", "confidence"}
_SHOWN = 24


class Card(msgspec.Struct, omit_defaults=True):
    """Hold an invented card; ``type`` is what it is, where that counts."""

    id: str
    text: str
    type: str | None = None
    for_: list[str] = msgspec.field(name="for", default_factory=list)
    read: list[str] = []

    @property
    def lang(self) -> str:
        """The language of the print that the card is of."""
        return "ja" if self.print == "duelmasters" else self.print

    @property
    def print(self) -> str:
        """The language, or the game that has a print of its own."""
        return self.id.rpartition("-")[0]


def cards(name: str) -> list[Card]:
    """Return the cards of a print."""
    lines = (FOLDER / f"{name}.jsonl").read_text(encoding="utf-8").splitlines()
    return [msgspec.json.decode(line, type=Card) for line in lines]


def reading_of(card: Card) -> CardReading:
    """Return what the rules read in a card."""
    game = "duelmasters" if card.print == "duelmasters" else game_by_heading(card.text) or default_game()
    return read(card.text, lang=card.lang, game=game, card_type=card.type, classifier="off")


def said(reading: CardReading) -> list[str]:
    """Return a line for each record of a reading."""
    return [
        *(_said("limit", limit, _USUAL | _OF_KIND.get(limit.kind, {})) for limit in reading.limits),
        *(_said("no effect", other, {}) for other in reading.non_effects),
        *(_said(f"effect {effect.index}", effect, {"kind_told_by": "print", "parts": 1}) for effect in reading.effects),
        *(f"unread · {_short(words.text)} · {words.reason}" for words in reading.unread),
    ]


def _said(what: str, record: Limit | NonEffect | Effect, usual: dict[str, Any]) -> str:
    told = _flat(msgspec.to_builtins(record))
    fields = (f"{key} {_shown(value)}" for key, value in told if (value or None) != usual.get(key))
    return " · ".join([f"{what}: {record.kind}", _short(record.text), *fields])


def _flat(record: dict[str, Any]) -> Iterator[tuple[str, Any]]:
    """Yield the fields of a record and of those in it; of the choices of an effect there is only their number."""
    for key, value in record.items():
        if isinstance(value, dict):
            yield from _flat(value)
        elif key == "parts":
            yield key, len(value)
        elif key not in _UNTOLD:
            yield key, len(value) if key == "options" else value


def _shown(value: Any) -> str:
    return ", ".join(map(str, value)) if isinstance(value, tuple) else str(value)


def _short(words: str) -> str:
    """Return how words begin and end."""
    return words if len(words) <= 2 * _SHOWN else f"{words[:_SHOWN]}…{words[-_SHOWN:]}"


def changes(name: str) -> Iterator[str]:
    """Yield for each card of a print that is read otherwise its text, and what was read and is."""
    for card in cards(name):
        now = said(reading_of(card))
        if now != card.read:
            yield "\n".join([f"{card.id}: {card.text}", *difflib.ndiff(card.read, now)])


def accept(ids: set[str]) -> None:
    """Write what is read today in these cards."""
    for file in {FOLDER / f"{name.rpartition('-')[0]}.jsonl" for name in ids}:
        lines = file.read_text(encoding="utf-8").splitlines()
        for place, line in enumerate(lines):
            card = msgspec.json.decode(line, type=Card)
            if card.id in ids:
                card.read = said(reading_of(card))
                lines[place] = msgspec.json.encode(card).decode()
        file.write_text("\n".join(lines) + "\n", encoding="utf-8")


def main() -> int:
    """Accept what is named, and print what is read otherwise."""
    parser = argparse.ArgumentParser(description=(__doc__ or "").splitlines()[0])
    parser.add_argument("--accept", nargs="+", metavar="ID", default=[], help="take over what is read in these cards")
    accept({*parser.parse_args().accept})
    changed = [told for file in sorted(FOLDER.glob("*.jsonl")) for told in changes(file.stem)]
    print(*changed, sep="\n\n")  # noqa: T201
    return 1 if changed else 0


if __name__ == "__main__":
    sys.exit(main())
