"""What a limit takes from the ability in which it is printed: who may decline, when it is spent, and where."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any, NamedTuple

from onceper.contract.effect import EffectKind  # noqa: TC001  mypyc resolves what a record names
from onceper.contract.limit import Limit
from onceper.contract.non_effect import NonEffect
from onceper.reader.candidate import NOTHING_READ, Reading
from onceper.reader.statement import change
from onceper.text.position import CONTINUES, IN_PARENTHESIS

if TYPE_CHECKING:
    from collections.abc import Mapping, Sequence

    from onceper.contract.limit import LimitKind, Pattern
    from onceper.lang.abilities import AbilityKinds
    from onceper.reader.candidate import Candidate
    from onceper.reader.prepare import CardTemplate
    from onceper.text.position import Sentence

_NEVER_TRIGGERED = {"static", "replacement", "spell", "keyword"}
# Which pattern of the definition a limit follows that the classifier reads: any other is one of uses.
_PATTERNS: Mapping[LimitKind, Pattern] = {"ordinal": "1", "ability": "4", "event": "5", "cap": "5"}
_STOP = "。"
# What an implied limit of a kind yields to.
_SAME_USE = {"soft": {"soft", "hard"}, "hard": {"soft", "hard"}, "ability": {"ability"}}


class _Ability(NamedTuple):
    """Hold the sentences of an ability by their numbers, those outside notes, and its kind."""

    texts: dict[int, str]
    said: list[int]
    kind: EffectKind

    @classmethod
    def of(cls, numbers: Sequence[int], card: CardTemplate, abilities: AbilityKinds) -> _Ability:
        """Gather the sentences with these numbers."""
        texts = {number: card.words_of(number) for number in numbers}
        said = [number for number in numbers if not card.sentences[number][2] & IN_PARENTHESIS]
        (kind,) = abilities.kinds(["".join(texts[number] for number in said)])
        return cls(texts, said, kind)

    def main_sentence(self, number: int) -> int:
        """Find the number of the sentence that says what it does: the first, not its keyword or a note."""
        full = (at for at in self.said if self.texts[at].endswith(_STOP))
        return next(full, max(number - 1, min(self.texts)))


def with_abilities(found: Mapping[int, Reading], card: CardTemplate, abilities: AbilityKinds) -> dict[int, Reading]:
    """Make of the limits that were found what their abilities make of them.

    A limit that only follows from other words goes where its ability prints the same, and what is no effect at the
    beginning of an ability goes for all sentences and notes of it.
    """
    limited: dict[int, Reading] = {}
    for numbers in _numbers_by_ability(card.sentences):
        there = {number: found[number] for number in numbers if number in found}
        if not there:
            continue
        ability = _Ability.of(numbers, card, abilities)
        statements = [candidate.statement for reading in there.values() for candidate in reading.candidates]
        printed = {s.record.kind for s in statements if isinstance(s.record, Limit) and not s.is_implied}
        first = there.get(numbers[0], NOTHING_READ)
        no_effect = [c for c in first.candidates if isinstance(c.statement.record, NonEffect)]
        for number in numbers if no_effect else there:
            reading = there.get(number) or Reading(is_read=True)
            candidates = [
                _with_ability(candidate, number, ability, abilities)
                for candidate in reading.candidates
                if not (candidate.statement.is_implied and printed & _SAME_USE[candidate.statement.record.kind])
            ]
            if number != numbers[0]:
                whole = 0, len(ability.texts[number])
                candidates = [*(one._replace(place=whole) for one in no_effect), *candidates]
            limited[number] = reading._replace(candidates=tuple(candidates))
    return limited


def _numbers_by_ability(sentences: Sequence[Sentence]) -> list[list[int]]:
    """Give of each ability the numbers of its sentences."""
    found: list[list[int]] = []
    for number, (_, _, position) in enumerate(sentences):
        if position & CONTINUES:
            found[-1].append(number)
        else:
            found.append([number])
    return found


def _with_ability(candidate: Candidate, number: int, ability: _Ability, abilities: AbilityKinds) -> Candidate:
    """Give a limit's candidate what its ability says; leave any other as it is."""
    statement = candidate.statement
    record = statement.record
    if not isinstance(record, Limit):
        return candidate
    turns = {abilities.whose_turn(ability.texts[at]) for at in (number, ability.main_sentence(number))}
    given: dict[str, Any] = {"whose_turn": min(turns - {"any"}, default=record.whose_turn)}
    if statement.is_implied or record.optional is None:
        by_itself = record.optional is True and _STOP not in ability.texts.get(number + 1, "")
        given["optional"] = by_itself or _may_be_declined(candidate, number, ability, abilities)
    if statement.verb == "activate" and ability.kind in _NEVER_TRIGGERED:
        given |= {"verb": "apply", "spent_on": "application"}
    if record.edition is None:
        given |= {"pattern": _PATTERNS.get(record.kind, "2"), "edition": "paper"}
    if record.period == "duel" and record.edition != "plays":
        given["pattern"] = "S1"
    told = dict(candidate.told)
    if record.kind == "ordinal" and not candidate.is_sentence:
        # The one of several triggers that is counted: the limit holds only where that is the one.
        start = abilities.begin_of_trigger(ability.texts[number], *candidate.place)
        if start is not None:
            told["condition"] = (start, candidate.place[1])
    # A limit is part of its ability, also where its words are a sentence of their own.
    return candidate._replace(statement=change(statement, **given), is_sentence=False, told=told)


def _may_be_declined(candidate: Candidate, number: int, ability: _Ability, abilities: AbilityKinds) -> bool:
    """Tell whether a player may decline what a limit governs: the rest of its sentence, else its ability's first."""
    template = ability.texts[number]
    if not candidate.is_sentence:
        return abilities.lets_choose(template[candidate.place[0] :])
    further = number + 1 if candidate.statement.is_implied else ability.main_sentence(number)
    return any(abilities.lets_choose(words) for words in (template, ability.texts.get(further, "")))
