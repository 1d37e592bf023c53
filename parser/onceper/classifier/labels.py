"""What the model tells apart, limits by kind and scope, text that is no effect by kind, what goes with them; a find."""

from __future__ import annotations

from typing import Any, NamedTuple

LIMIT = "limit"
NON_EFFECT = "non_effect"
UNKNOWN = "unknown"
# Said of a limit, and asked only where its words do not tell.
SAID = ("period", "verb", "whose_turn", "shared")


class Finding(NamedTuple):
    """Hold what a model says of a sentence.

    ``limit`` is the kind and scope of a limit, or null, and then ``leaning`` the kind that it may state all the same;
    ``slots`` are fields of it that its words may say better; ``words`` are the place of its words in the template, or
    null where they are all of it.
    """

    limit: tuple[str, str] | None
    leaning: str | None
    confidence: float
    slots: dict[str, Any]
    words: tuple[int, int] | None
    non_effects: tuple[tuple[str, float], ...]


NOTHING = Finding(None, None, 0.0, {}, None, ())
