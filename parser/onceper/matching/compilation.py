"""The rules of one language and game, compiled to plain data."""

from __future__ import annotations

from collections import Counter
from typing import TYPE_CHECKING

import msgspec

from onceper.matching.compile import compile_rules
from onceper.matching.expression import Alphabet

if TYPE_CHECKING:
    from collections.abc import Iterable

    from onceper.patterns.rule import Rule


class Compilation(msgspec.Struct, frozen=True, array_like=True):
    """Hold rules compiled to plain data: signs of words and slots, patterns, and which to try.

    ``found_by`` has the places of the patterns, with the other signs that a clause with one holds, under that of its
    signs which the fewest patterns need, and there under the next of them; under the same twice where it is the only
    one.
    """

    words: dict[str, str]
    slots: dict[str, str]
    patterns: tuple[msgspec.Raw, ...]
    found_by: dict[str, dict[str, tuple[tuple[frozenset[str], int], ...]]]

    @classmethod
    def of(cls, rules: Iterable[Rule]) -> Compilation:
        """Return these rules compiled."""
        patterns = compile_rules(rules)
        alphabet = Alphabet.of(patterns)
        signs = [alphabet.signs_of(pattern.needs) for pattern in patterns]
        needed_by = Counter(sign for needs in signs for sign in needs)
        found_by: dict[str, dict[str, list[tuple[frozenset[str], int]]]] = {}
        for place, needs in enumerate(signs):
            rarest, *others = sorted(needs, key=lambda sign: (needed_by[sign], sign))
            next_rarest = others[0] if others else rarest
            found_by.setdefault(rarest, {}).setdefault(next_rarest, []).append((frozenset(others[1:]), place))
        return cls(
            dict(alphabet.words),
            dict(alphabet.slots),
            tuple(msgspec.Raw(msgspec.msgpack.encode(pattern)) for pattern in patterns),
            {sign: {other: tuple(listed) for other, listed in others.items()} for sign, others in found_by.items()},
        )
