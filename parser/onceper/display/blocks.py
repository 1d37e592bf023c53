"""A reading's text as blocks in printed order: effects, text that is not an effect, and what is neither."""

from __future__ import annotations

from collections import defaultdict
from typing import TYPE_CHECKING, NamedTuple

from onceper.display.named import Named

if TYPE_CHECKING:
    from onceper.contract.effect import Effect
    from onceper.contract.reading import CardReading
    from onceper.contract.span import Span


class Block(NamedTuple):
    """Hold a stretch of the text, and the effect of which it is a part, if it is one.

    ``continues`` tells that the effect began in an earlier block. Where nothing of an effect could be read, it is none.
    """

    span: Span
    effect: Effect | None = None
    continues: bool = False


def blocks_of(reading: CardReading) -> list[Block]:
    """Return the blocks that make up the text, without the spaces between them.

    What stands between two effects and is neither, such as a heading, is a block without any of these.
    """
    known = [
        Block(part, effect, continues=number > 0)
        for effect in Named(reading).effects
        for number, part in enumerate(effect.parts)
    ]
    known += [Block(found.span) for found in reading.non_effects]
    blocks: list[Block] = []
    behind = 0
    for block in sorted(known, key=lambda b: b.span):
        start, end = block.span
        if start < behind:
            blocks[-1] = blocks[-1]._replace(span=(blocks[-1].span[0], max(behind, end)))
        else:
            blocks += _neither((behind, start), reading.text)
            blocks.append(block)
        behind = max(behind, end)
    return blocks + _neither((behind, len(reading.text)), reading.text)


def rows_of(reading: CardReading) -> dict[int, list[Block]]:
    """Return the blocks by the row in which readings of the same card are aligned.

    Effect n has row 2n - 1, with all that stands between its parts; what stands between effects n and n + 1 has row 2n.
    """
    blocks = blocks_of(reading)
    last = {block.effect.index: place for place, block in enumerate(blocks) if block.effect}
    rows = defaultdict(list)
    row = 0
    for place, block in enumerate(blocks):
        if block.effect:
            row = max(row, 2 * block.effect.index - 1)
        elif row % 2 and place > last[(row + 1) // 2]:
            row += 1
        rows[row].append(block)
    return rows


def _neither(span: Span, text: str) -> list[Block]:
    """Return the words between two blocks as one, or none where only spaces and signs stand there."""
    between = text[slice(*span)]
    if not any(map(str.isalnum, between)):
        return []
    start = span[0] + len(between) - len(between.lstrip())
    return [Block((start, start + len(between.strip())))]
