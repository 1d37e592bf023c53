"""Hold the phrases of structures, and parts, to the texts beside them: ``python corpora/phrases.py [FOLDER]``.

Each text is read as its file says: of the bundled languages, and of those of a folder of one's own.
"""

from __future__ import annotations

import re
import sys
from typing import TYPE_CHECKING, NamedTuple

import onceper
from onceper.lang.languages import language, language_codes
from onceper.patterns.language_files import PARTS, STRUCTURE
from onceper.patterns.sequence import inflected, sample_of
from onceper.reader.card_type import checked_card_type
from onceper.reader.readers import reader_of
from onceper.text.normal import MASK

if TYPE_CHECKING:
    from collections.abc import Iterator

    from onceper.contract.limit import Limit
    from onceper.contract.reading import CardReading
    from onceper.lang.base import Language
    from onceper.reader.card_type import CardType
    from onceper.reader.reader import Reader

_PLACE = "{}"
# Stands in a phrase for any of a list.
_OF_A_LIST = re.compile(r"{(\w+)}")
# What stands in a text for the signs that phrases have for any words, and for any number.
_STANDS_FOR = (("...", "it"), ("#", "2"))
# Behind these a sentence begins.
_BEGINS = re.compile(r"(^|[.!:\n●•]) *\Z")
# What cards the examples of a list are of, where that counts: where else than on the field an effect may be, is told of
# those that do not stay there.
_CARD_TYPES = {"elsewhere": checked_card_type("Spell / Normal")}


class Shown(NamedTuple):
    """Hold a phrase of a structure, or a part, with the list of a file that has it, and a text that shows it.

    ``read`` is what the file says of the text, which is empty where nothing shows the phrase.
    """

    listed: str
    phrase: str
    text: str
    read: str
    card_type: CardType | None = None


def shown(reader: Reader) -> Iterator[Shown]:
    """Yield each phrase of the structure of a reader's language, and each of its parts, once for each of its texts."""
    spoken = reader.language
    for key, examples in spoken.structure.examples.items():
        for text, read, phrases in examples:
            for phrase in phrases:
                filled = fill(text, phrase, spoken)
                yield Shown(_listed(spoken, STRUCTURE, key), phrase, filled, read, _CARD_TYPES.get(key))
    # Without spaces one way to print a part may be split in several ways.
    parts = {(part.group.role, sample_of(part.elements, spoken.book.lexicon)): part.group for part in spoken.book.parts}
    for (role, sample), part in parts.items():
        for text, read in part.examples.items() or [("", "")]:
            yield Shown(_listed(spoken, PARTS, role), sample, fill(text, sample, spoken), read)


def _listed(spoken: Language, name: str, key: str) -> str:
    return f"{spoken.folders.shown(spoken.folders.main / name)}: {key}"


def wrong_texts(reader: Reader) -> Iterator[str]:
    """Name the texts of phrases and parts that are read otherwise than their files say."""
    for one in shown(reader):
        found = outcome(reader.read(one.text, card_type=one.card_type), reader.language)
        if one.text and found != one.read:
            yield f"{one.listed}: {one.text!r} is read as {found!r}; the file says {one.read!r}"


def outcome(reading: CardReading, spoken: Language) -> str:
    """Return the kinds of the effects and of the other text, in printed order, with the limits that govern each.

    Where an effect has several choices, what becomes of them stands behind a colon. ``unread`` stands for words that
    are not read; a limit that governs no effect stands by itself.
    """
    pieces = [(other.span, str(other.kind)) for other in reading.non_effects]
    pieces += [(words.span, "unread") for words in reading.unread]
    limits = [(limit, _name(limit, spoken)) for limit in reading.limits]
    pieces += [(limit.span, name) for limit, name in limits if not limit.applies_to.effects]
    for effect in reading.effects:
        kind = f"{effect.kind}: {effect.choose}" if len(effect.options) > 1 else effect.kind
        governing = (name for limit, name in limits if effect.index in limit.applies_to.effects)
        pieces.append((effect.span, " ".join([kind, *governing])))
    return " | ".join(kind for _, kind in sorted(pieces))


def _name(limit: Limit, spoken: Language) -> str:
    # Abilities say themselves whether a player may decline, when a limit of theirs holds, and whose cards share it.
    told = {
        "optional": limit.optional,
        "conditional": limit.condition,
        "yours": limit.scope == "name" and limit.owner == "you",
        "own turn": limit.whose_turn == "own",
        "opponent's turn": limit.whose_turn == "opponent",
    }
    said = [word for word, is_said in told.items() if is_said and spoken.abilities]
    return f"({', '.join([limit.kind, *said])})"


def fill(text: str, phrase: str, spoken: Language) -> str:
    """Return an example with a phrase in its place, with a capital where a sentence or a line begins.

    Words have the endings that are named behind them, as in a pattern.
    """
    before, place, _ = text.partition(_PLACE)
    if not place:
        return text
    filling = _OF_A_LIST.sub(lambda one: spoken.structure[one[1]][0], phrase)
    name = f"{spoken.quotes.opening}Ember{spoken.quotes.closing}"
    for sign, words in (*_STANDS_FOR, (MASK, name)):
        filling = filling.replace(sign, words)
    if spoken.splitter.joint and _BEGINS.search(before):
        filling = filling[:1].upper() + filling[1:]
    filled = text.replace(_PLACE, filling)
    return inflected(filled, spoken.book.lexicon) if spoken.splitter.letters else filled


def main() -> None:
    """Print what is read otherwise than the files say."""
    if sys.argv[1:]:
        onceper.use_patterns(sys.argv[1])
    prints = [(code, game) for code in language_codes() for game in (None, *language(code).games)]
    wrong = [told for code, game in prints for told in wrong_texts(reader_of(code, game))]
    print(*wrong, f"texts that are not read as their files say: {len(wrong)}", sep="\n")  # noqa: T201


if __name__ == "__main__":
    main()
