"""What a limit takes from the ability in which it is printed: who may decline, when it is spent, and where."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any, NamedTuple

from onceper.contract.effect import EffectKind  # noqa: TC001  mypyc resolves what a record names
from onceper.contract.limit import Limit
from onceper.contract.non_effect import NonEffect
from onceper.reader.candidate import TemplateSpan
from onceper.reader.statement import change
from onceper.text.position import CONTINUES, IN_PARENTHESIS

if TYPE_CHECKING:
    from collections.abc import Mapping, Sequence

    from onceper.contract.limit import LimitKind, Pattern
    from onceper.lang.abilities import AbilityKinds
    from onceper.reader.candidate import Candidate, SentenceReading
    from onceper.reader.prepare import CardTemplate
    from onceper.text.position import Sentence

_NEVER_TRIGGERED = {"static", "replacement", "spell", "keyword"}
# Which pattern of the definition a limit follows that the classifier reads: any other is one of uses.
_PATTERNS: Mapping[LimitKind, Pattern] = {"ordinal": "1", "ability": "4", "event": "5", "cap": "5"}
_STOP = "。"
# What an implied limit of a kind yields to.
_SAME_USE = {"soft": {"soft", "hard"}, "hard": {"soft", "hard"}, "ability": {"ability"}}


class _Ability(NamedTuple):
    """Hold the numbers and the texts of the sentences of an ability, those outside notes, and its kind."""

    first: int
    texts: list[str]
    said: list[int]
    kind: EffectKind


def with_abilities(
    found: Mapping[int, SentenceReading], card: CardTemplate, abilities: AbilityKinds
) -> dict[int, SentenceReading]:
    """Make of the limits that were found what their abilities make of them.

    A limit that only follows from other words goes where its ability prints the same, and what is no effect goes for
    all sentences and notes of its ability.
    """
    owner = _first_sentences(card.sentences)
    printed: dict[int, set[str]] = {}
    for number, reading in found.items():
        statements = [candidate.statement for candidate in reading.candidates]
        kinds = {s.record.kind for s in statements if isinstance(s.record, Limit) and not s.is_implied}
        printed.setdefault(owner[number], set()).update(kinds)
    told: dict[int, _Ability] = {}
    limited: dict[int, SentenceReading] = {}
    for number, reading in found.items():
        first = owner[number]
        if first not in told:
            told[first] = _ability(first, owner, card, abilities)
        candidates = tuple(
            _with_ability(candidate, number, told[first], abilities)
            for candidate in reading.candidates
            if not (candidate.statement.is_implied and printed[first] & _SAME_USE[candidate.statement.record.kind])
        )
        limited[number] = reading._replace(candidates=candidates)
    return _spread_non_effects(limited, owner)


def _ability(first: int, owner: Sequence[int], card: CardTemplate, abilities: AbilityKinds) -> _Ability:
    """Gather the ability that begins with the sentence of this number."""
    sentences = card.sentences
    behind = first
    while behind < len(owner) and owner[behind] == first:
        behind += 1
    texts = [*map(card.words_of, range(first, behind))]
    said = [at for at in range(first, behind) if not sentences[at][2] & IN_PARENTHESIS]
    (kind,) = abilities.kinds(["".join(texts[at - first] for at in said)])
    return _Ability(first, texts, said, kind)


def _spread_non_effects(found: Mapping[int, SentenceReading], owner: Sequence[int]) -> dict[int, SentenceReading]:
    """Let what begins an ability and is no effect be so over all sentences and notes of the ability."""
    spread = dict(found)
    for number, reading in found.items():
        no_effect = [c for c in reading.candidates if isinstance(c.statement.record, NonEffect)]
        if no_effect and owner[number] == number:
            for at in range(number + 1, len(owner)):
                if owner[at] != number:
                    break
                there = spread.get(at)
                of_both = (*no_effect, *(there.candidates if there else ()))
                spread[at] = (there or reading._replace(is_unread=False, cut_off=()))._replace(candidates=of_both)
    return dict(sorted(spread.items()))


def _first_sentences(sentences: Sequence[Sentence]) -> list[int]:
    """Give for each sentence the number of the one that begins its ability."""
    owner: list[int] = []
    for number, (_, _, position) in enumerate(sentences):
        joins = number > 0 and position & (CONTINUES | IN_PARENTHESIS)
        owner.append(owner[-1] if joins else number)
    return owner


def _with_ability(candidate: Candidate, number: int, ability: _Ability, abilities: AbilityKinds) -> Candidate:
    """Give a limit's candidate what its ability says; leave any other as it is."""
    statement = candidate.statement
    record = statement.record
    if not isinstance(record, Limit):
        return candidate
    given: dict[str, Any] = {}
    if statement.is_implied or record.optional is None:
        given["optional"] = _may_be_declined(candidate, number, ability, abilities)
    if record.whose_turn == "any":
        texts = (ability.texts[number - ability.first], ability.texts[_main_sentence(number, ability) - ability.first])
        given["whose_turn"] = min({abilities.whose_turn(text) for text in texts} - {"any"}, default="any")
    if statement.verb == "activate" and ability.kind in _NEVER_TRIGGERED:
        given |= {"verb": "apply", "spent_on": "application"}
    if record.edition is None:
        given |= {"pattern": _PATTERNS.get(record.kind, "2"), "edition": "paper"}
    if record.period == "duel" and record.edition != "plays":
        given["pattern"] = "S1"
    condition_at = _counted_trigger(candidate, ability.texts[number - ability.first], abilities)
    # A limit is part of its ability, also where its words are a sentence of their own.
    return candidate._replace(statement=change(statement, **given), is_sentence=False, condition_at=condition_at)


def _counted_trigger(candidate: Candidate, text: str, abilities: AbilityKinds) -> TemplateSpan | None:
    """Find the one of several triggers that an ordinal counts: it holds only where that is the one."""
    place = candidate.place
    if candidate.statement.record.kind != "ordinal" or place is None:
        return None
    start = abilities.begin_of_trigger(text, place.start, place.end)
    return None if start is None else TemplateSpan(start, place.end)


def _may_be_declined(candidate: Candidate, number: int, ability: _Ability, abilities: AbilityKinds) -> bool:
    """Tell whether a player may decline what a limit governs: the rest of its sentence, else its ability's first."""
    at = number - ability.first
    template = ability.texts[at]
    statement = candidate.statement
    rest = template[candidate.place.start :] if candidate.place else template
    # A keyword of which the note is not printed says nothing of it.
    if candidate.place and not (statement.is_implied and _STOP not in rest):
        return abilities.lets_choose(rest)
    if abilities.lets_choose(template):
        return True
    if statement.is_implied:
        further = "".join(ability.texts[at + 1 : at + 2])
        by_itself = isinstance(statement.record, Limit) and bool(statement.record.optional)
        return abilities.lets_choose(further) or (by_itself and _STOP not in further)
    main = _main_sentence(number, ability)
    return main != number and abilities.lets_choose(ability.texts[main - ability.first])


def _main_sentence(number: int, ability: _Ability) -> int:
    """Find the number of the sentence that says what an ability does: the first, not its keyword or a note."""
    full = (at for at in ability.said if ability.texts[at - ability.first].endswith(_STOP))
    return next(full, max(number - 1, ability.first))
