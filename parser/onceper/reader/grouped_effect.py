"""An effect while its sentences are grouped."""

from __future__ import annotations

from msgspec import Struct, field

from onceper.contract.span import Span
from onceper.text.sentence import Sentence


class GroupedEffect(Struct, gc=False):
    """Hold an effect's printed number, the sentence that begins it, the position of that, its parts and its choices.

    ``opening`` knows more than the position in the sentence: also what the words tell. ``is_either`` tells that words
    set its choices apart, of which one is taken.
    """

    label: str | None
    first: Sentence
    opening: int
    parts: list[Span]
    options: list[Span] = field(default_factory=list)
    is_either: bool = False
