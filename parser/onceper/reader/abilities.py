"""What a limit takes from the ability in which it is printed: who may decline, when it is spent, and where."""

from __future__ import annotations

from itertools import pairwise
from typing import TYPE_CHECKING, Any

from onceper.contract.limit import Limit
from onceper.contract.non_effect import NonEffect
from onceper.reader.statement import change
from onceper.text.position import CHOOSES, CONTINUES, IN_PARENTHESIS, OPPONENTS_TURN, OWN_TURN

if TYPE_CHECKING:
    from collections.abc import Mapping, Sequence

    from onceper.contract.limit import LimitKind, Pattern
    from onceper.lang.abilities import AbilityGrammar
    from onceper.reader.candidate import Candidate, Reading
    from onceper.reader.template import CardTemplate

_NEVER_TRIGGERED = {"static", "replacement", "spell", "keyword"}
# Which pattern of the definition a limit follows that the classifier reads: any other is one of uses.
_PATTERNS: Mapping[LimitKind, Pattern] = {"ordinal": "1", "ability": "4", "event": "5", "cap": "5"}
_STOP = "。"
# What an implied limit of a kind yields to.
_SAME_USE = {"soft": {"soft", "hard"}, "hard": {"soft", "hard"}, "ability": {"ability"}}


def with_abilities(found: Sequence[Reading], card: CardTemplate, grammar: AbilityGrammar) -> list[Reading]:
    """Make of the limits that were found what their abilities make of them.

    A limit that only follows from other words goes where its ability prints the same, and what is no effect at the
    beginning of an ability goes for all sentences and notes of it.
    """
    limited = [*found]
    begins = [number for number, (_, _, position) in enumerate(card.sentences) if not position & CONTINUES]
    for first, last in pairwise([*begins, len(card.sentences)]):
        there = found[first:last]
        if not any(reading.candidates for reading in there):
            continue
        ability = _Ability(range(first, last), card, grammar)
        statements = [one.statement for reading in there for one in reading.limits]
        printed = {record.kind for record, said in statements if not said.implied}
        of_all = [one for one in there[0].candidates if isinstance(one.statement.record, NonEffect)]
        for number, reading in enumerate(there, start=first):
            whole = [one._replace(place=(0, len(ability.texts[number]))) for one in of_all if number != first]
            candidates = [
                ability.limit(candidate, number)
                for candidate in reading.candidates
                if not (candidate.statement.said.implied and printed & _SAME_USE[candidate.statement.record.kind])
            ]
            limited[number] = reading._replace(candidates=(*whole, *candidates))
    return limited


class _Ability:
    """Hold the sentences of an ability, by their numbers ``texts``, and its kind."""

    def __init__(self, numbers: range, card: CardTemplate, grammar: AbilityGrammar) -> None:
        self.texts = {number: card.words_of(number) for number in numbers}
        self._first, self._grammar = numbers[0], grammar
        said = {at: words for at, words in self.texts.items() if not card.sentences[at][2] & IN_PARENTHESIS}
        (self._kind,) = grammar.kinds(["".join(said.values())])
        # Outside notes and no keyword.
        self._full = [at for at, words in said.items() if words.endswith(_STOP)]

    def limit(self, candidate: Candidate, number: int) -> Candidate:
        """Give a limit's candidate in the sentence with this number what the ability says; leave any other as it is."""
        statement = candidate.statement
        record = statement.record
        if not isinstance(record, Limit):
            return candidate
        # The sentence that says what it does.
        main = self._full[0] if self._full else max(number - 1, self._first)
        turns = self._grammar.tell(self.texts[number]) | self._grammar.tell(self.texts[main])
        given: dict[str, Any] = {
            "optional": (record.optional is True and _STOP not in self.texts.get(number + 1, ""))
            or self._may_be_declined(candidate, number, main)
        }
        if turns & (OWN_TURN | OPPONENTS_TURN):
            given["whose_turn"] = "opponent" if turns & OPPONENTS_TURN else "own"
        # A limit is part of its ability, also where its words are a sentence of their own, unless it is all of that.
        stands_alone = candidate.is_sentence and statement.said.refers and len(self.texts) == 1
        if statement.said.verb == "activate" and self._kind in _NEVER_TRIGGERED and not stands_alone:
            given |= {"verb": "apply", "spent_on": "application"}
        if record.edition is None:
            given |= {"pattern": _PATTERNS.get(record.kind, "2"), "edition": "paper"}
        if record.period == "duel" and record.edition != "plays":
            given["pattern"] = "S1"
        told = dict(candidate.told)
        if record.kind == "ordinal":
            # The one of several triggers that is counted: the limit holds only where that is the one.
            start = self._grammar.begin_of_trigger(self.texts[number], candidate.place[0])
            if start is not None:
                told["condition"] = start, candidate.place[1]
        return candidate._replace(statement=change(statement, **given), is_sentence=stands_alone, told=told)

    def _may_be_declined(self, candidate: Candidate, number: int, main: int) -> bool:
        """Tell whether a player may decline what a limit governs: the rest of its sentence, or the main one."""
        words = self.texts[number]
        if not candidate.is_sentence:
            words = words[candidate.place[0] :]
        else:
            words += self.texts.get(number + 1 if candidate.statement.said.implied else main, "")
        return self._grammar.tell(words) & CHOOSES != 0
