"""The stems and endings of a language whose words change with their endings: the content of its ``stems.toml``."""

from __future__ import annotations

import msgspec

FILE = "stems.toml"


class Stems(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """Hold the stems and the endings of each class; ``apart`` and ``particles`` are words without an ending."""

    apart: tuple[str, ...]
    particles: tuple[str, ...]
    nouns: tuple[str, ...]
    foreign: tuple[str, ...]
    verbs: tuple[str, ...]
    noun: dict[str, tuple[str, ...]]
    verb: dict[str, tuple[str, ...]]
