"""What a language says to people of limits, other text and verdicts: the content of its ``said.toml``."""

from __future__ import annotations

import re
import tomllib
from functools import cache
from typing import TYPE_CHECKING, Any

from onceper.patterns.records import read_bundled
from onceper.resources import resource

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator, Mapping

    from onceper.contract.limit import Limit
    from onceper.patterns.records import Loader

    Content = Mapping[str, Any]

    # Which of them a key is, its use knows and the file says, which English checks.
    class _SentenceOrTable(dict[str, str], str):  # type: ignore[misc]
        __slots__ = ()


def say_number(table: Mapping[str, str], count: int, gender: str = "") -> str:
    """Return what a table says of a number, in the form of a gender where it has one."""
    said = table.get(f"{count}_{gender}") or table.get(str(count)) or say_form(table, "more", gender)
    return said.format(count=count)


def say_form(table: Mapping[str, str], key: str, gender: str) -> str:
    """Return the template of a key, in the form of a gender where the table has one."""
    return table.get(f"{key}_{gender}", table[key])


# A slot of a template, or a brace that is part of none.
_SLOT = re.compile(r"\{[^{}]*\}|[{}]")
# Of what is there as a language needs it, such as numbers, genders and marks, the key whose slots it has.
_ALIKE = {
    r"amount\.\d+\.(\w+)": r"amount.more.\1",
    r"nth\.(\d+|more)(_\w+)?(\.nth_said)?": "nth.more",
    r"nth\.and_later(_\w+)?(\.nth_said)?": "nth.and_later",
    r"nth\.every_\w+\.nth_said": "nth.every.nth_said",
    r"(event|action)\.\w+\.(event|done|gender)": r"event.other.\2",
    r"summon_kind\.\w+\.done": "event.other.done",
    r"summon_kind\.\w+\.deed": "summon_kind.link.deed",
    r"nested\..": "nested",
    r"phase\.\w+\.per_phase": "period.always.per",
}


class Said:
    """Hold what one language says: a sentence by its key, and tables of words, such as ``per["turn"]``.

    English has every key that must be there, and is what any other language is checked by; what need not be said is
    said as ``patterns/said.toml`` tells. A row of the file that says a thing in several forms,
    ``turn = { per = "per turn", since = "this turn" }``, is an entry of a table for each form.
    """

    def __init__(self, *files: Content) -> None:
        # Each sentence and table is an attribute; what a language need not have is empty.
        tables: dict[str, Any] = vars(self)
        tables.update(gender={}, nth_said={})
        # Over what a language says lies what a game of its says otherwise.
        self._games = {game: Said(*files, own) for game, own in files[-1].get("game", {}).items()}
        said = {place: text for file in files for _, place, text in _spell_out(file)}
        for place, like in read_bundled("said.toml").items():
            said.setdefault(place, said.get(like, like))
        for place, template in said.items():
            table, _, key = place.partition(".")
            if key:
                tables.setdefault(table, {})[key] = template
            else:
                tables[table] = template
        tables["nth_said"] = {**self.nth, **self.nth_said}
        self._nested = str.maketrans(self.nested)

    if TYPE_CHECKING:
        nested: dict[str, str]

        def __getattr__(self, key: str) -> _SentenceOrTable: ...

    def in_game(self, game: str | None) -> Said:
        """Return what is said in the words of one game, which is this where it has none of its own."""
        return self._games.get(game or "", self)

    def gender_of(self, what: str) -> str:
        """Return the gender of an event's name, or ``untold``, by which ``nth`` is said; empty where it has none."""
        return self.gender.get(what if what == "untold" or what in self.event else "other", "")

    def say_nth(
        self, count: int | None, what: str, *, every: bool = False, at_least: bool = False, is_subject: bool = False
    ) -> str:
        """Return which of what happens is meant, as one says it of a limit: "first", "second and every later".

        In the reason of a verdict it ``is_subject``, which some languages say otherwise.
        """
        table, gender = self.nth if is_subject else self.nth_said, self.gender_of(what)
        if every:
            return say_form(table, "every", gender)
        nth = "" if count is None else say_number(table, count, gender)
        return say_form(table, "and_later", gender).format(nth=nth) if at_least else nth

    def say_per(self, limit: Limit) -> str:
        """Return the period of a limit, as in "once per turn"."""
        per = self.per[limit.period or "always"]
        return self.per_phase.get(limit.phase or "", per) if limit.period == "phase" else per

    def join(self, said: Iterable[str], kind: str = "") -> str:
        """Return different words as a list; those of a kind, ``numbers_``, have separators of their own."""
        *most, last = dict.fromkeys(said) or [""]
        separator, last_separator = getattr(self, f"{kind}separator"), getattr(self, f"last_{kind}separator")
        return f"{separator.join(most)}{last_separator}{last}" if most else last

    def in_quotes(self, words: str) -> str:
        """Return words of a card in quotation marks."""
        return self.quote.format(words=words.translate(self._nested))

    def begin(self, said: str) -> str:
        """Return a sentence with its first letter as a capital."""
        return (self.capital_i if said.startswith("i") else said[:1].upper()) + said[1:]


def said_by(loader: Loader, content: Content, named: str, *, is_bundled: bool = False) -> Said:
    """Return what a file of a language says, which messages name like this.

    Raises:
        RulesError: it is not TOML, lacks a template or a slot, or holds something else; the message has every problem.
    """
    # A file that is no TOML lacks everything, and that is told once.
    if not loader.problems and not is_bundled:
        for told in _find_wrong(content):
            loader.tell(named, *told)
    loader.refuse()
    return Said(content)


def laid_over(tables: Content, own: Content) -> dict[str, Any]:
    """Return the tables with what a language in other signs says in words of its own."""
    return {
        key: {**said, **own.get(key, {})} if isinstance(said, dict) else own.get(key, said)
        for key, said in {**own, **tables}.items()
    }


def _spell_out(content: Content) -> Iterator[tuple[str, str, Any]]:
    """Yield each template with its place in the file, such as ``period.turn.per``, and by its form, ``per.turn``."""
    for table, rows in content.items():
        if not isinstance(rows, dict):
            yield table, table, rows
        elif table != "game":
            for key, said in rows.items():
                for form, template in (said if isinstance(said, dict) else {table: said}).items():
                    row = f"{table}.{key}"
                    yield row if form == table else f"{row}.{form}", f"{form}.{key}", template


def _by_key(content: Content, inside: str = "") -> Iterator[tuple[str, str, Any]]:
    """Yield each template with its place in the file, and the key that is like it."""
    for key, _, said in _spell_out(content):
        like = key
        for pattern, other in _ALIKE.items():
            like = re.sub(rf"\A{pattern}\Z", other, like)
        yield inside + key, like, said
    for game, own in content.get("game", {}).items():
        yield from _by_key(own, f"game.{game}.")


@cache
def _bundled() -> tuple[dict[str, str], dict[str, list[set[str]]]]:
    """Return the English templates by their keys, and by its key the slots that each language has in a template."""
    slots: dict[str, list[set[str]]] = {}
    for file in resource("patterns").glob("*/said.toml"):
        content = [*_by_key(tomllib.loads(file.read_text(encoding="utf-8")))]
        for _, key, template in content:
            slots.setdefault(key, []).append({*_SLOT.findall(template)})
        if file.parent.name == "en":
            english = {key: template for place, key, template in content if key == place}
    return english, slots


def _find_wrong(content: Content) -> Iterator[tuple[str, str, str]]:
    """Yield for what is wrong the place, what it is and what was expected.

    English has the keys that must be there. A template holds each slot that it has in all bundled languages, and none
    that it has in none of them.
    """
    english, slots = _bundled()
    written = [*_by_key(content)]
    for key in english.keys() - {place for place, _, _ in written}:
        yield key, "missing", f"a template such as {english[key]!r}"
    for place, key, template in written:
        if key not in slots:
            yield place, "unknown key", "one that patterns/en/said.toml has"
        elif not isinstance(template, str):
            yield place, repr(template), "words as they are said"
        else:
            needed, known = set.intersection(*slots[key]), set.union(*slots[key])
            if not needed <= {*_SLOT.findall(template)} <= known:
                yield place, repr(template), f"a template that needs {_listed(needed)} and takes {_listed(known)}"


def _listed(slots: Iterable[str]) -> str:
    return ", ".join(sorted(slots)) or "no slot"
