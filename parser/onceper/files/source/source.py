"""What every format of card texts gives."""

from __future__ import annotations

from typing import TYPE_CHECKING, NamedTuple

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator

    from onceper.files.card_text import CardText


class Source(NamedTuple):
    """Hold the card texts of one open file, in its order.

    ``share_read`` tells how much of the file was read, from 0 to 1. ``one_language`` says that all texts are
    in one language, which the file does not name. ``bytes_read`` tells how much was read, where the file is read in
    its order as bytes. A text that cannot be read comes with ``error``; a file
    that cannot be read raises an InputError.
    """

    cards: Iterator[CardText]
    share_read: Callable[[], float]
    one_language: bool
    bytes_read: Callable[[], int] | None = None
