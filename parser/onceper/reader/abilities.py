"""Settle what a limit takes from the ability in which it is printed: who may decline, when it is spent, and where."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any, NamedTuple

from onceper.contract.limit import Limit
from onceper.contract.non_effect import NonEffect
from onceper.reader.statement import changed
from onceper.text.normal import MASK_REST
from onceper.text.position import CONTINUES, IN_PARENTHESIS

if TYPE_CHECKING:
    from collections.abc import Sequence

    from onceper.contract.effect import EffectKind
    from onceper.lang.ja.ability_kinds import AbilityKinds
    from onceper.reader.candidates import Candidate
    from onceper.reader.context import Found
    from onceper.text.sentence import Sentence

_NEVER_TRIGGERED = {"static", "replacement", "spell", "keyword"}
# What an implied limit of a kind yields to.
_SAME_USE = {"soft": {"soft", "hard"}, "hard": {"soft", "hard"}, "ability": {"ability"}}


class _Ability(NamedTuple):
    """Hold the numbers and the texts of the sentences of an ability, those outside notes, and its kind."""

    first: int
    texts: list[str]
    said: list[int]
    kind: EffectKind


def settled(found: Sequence[Found], sentences: Sequence[Sentence], folded: str, abilities: AbilityKinds) -> list[Found]:
    """Return what was found with the limits as their abilities make them."""
    owner = _first_sentences(sentences)
    printed: dict[int, set[str]] = {}
    for number, reading in found:
        kinds = {c.states.kind for c in reading.candidates if c.states.record is Limit and not c.states.is_implied}
        printed.setdefault(owner[number], set()).update(kinds)
    told: dict[int, _Ability] = {}
    settled_found: list[Found] = []
    for number, reading in found:
        first = owner[number]
        if first not in told:
            told[first] = _ability(first, owner, sentences, folded, abilities)
        candidates = tuple(
            _settled(candidate, number, told[first], abilities)
            for candidate in reading.candidates
            if not (candidate.states.is_implied and printed[first] & _SAME_USE[candidate.states.kind])
        )
        settled_found.append((number, reading._replace(candidates=candidates)))
    return _of_whole_abilities(settled_found, owner)


def _ability(
    first: int, owner: Sequence[int], sentences: Sequence[Sentence], folded: str, abilities: AbilityKinds
) -> _Ability:
    """Return the ability that begins with the sentence of this number."""
    behind = first
    while behind < len(owner) and owner[behind] == first:
        behind += 1
    texts = [folded[start:end] for start, end, _ in sentences[first:behind]]
    said = [at for at in range(first, behind) if not sentences[at][2] & IN_PARENTHESIS]
    (kind,) = abilities.kinds(["".join(texts[at - first] for at in said)])
    return _Ability(first, texts, said, kind)


def _of_whole_abilities(found: Sequence[Found], owner: Sequence[int]) -> list[Found]:
    """Return what was found, what is no effect over all sentences and notes of its ability."""
    by_number = dict(found)
    for number, reading in found:
        no_effect = [c for c in reading.candidates if c.states.record is NonEffect]
        if no_effect and owner[number] == number:
            for at in range(number + 1, len(owner)):
                if owner[at] != number:
                    break
                there = by_number.get(at)
                of_both = (*no_effect, *(there.candidates if there else ()))
                by_number[at] = (there or reading._replace(is_unread=False, cut_off=()))._replace(candidates=of_both)
    return sorted(by_number.items())


def _first_sentences(sentences: Sequence[Sentence]) -> list[int]:
    """Return for each sentence the number of the one that begins its ability."""
    owner: list[int] = []
    for number, (_, _, position) in enumerate(sentences):
        joins = number > 0 and position & (CONTINUES | IN_PARENTHESIS)
        owner.append(owner[-1] if joins else number)
    return owner


def _settled(candidate: Candidate, number: int, ability: _Ability, abilities: AbilityKinds) -> Candidate:
    """Return a limit's candidate with what its ability says; any other as it is."""
    states = candidate.states
    if states.record is not Limit:
        return candidate
    given: dict[str, Any] = {}
    if states.is_implied or states.fields["optional"] is None:
        given["optional"] = _may_be_declined(candidate, number, ability, abilities)
    if states.fields["whose_turn"] == "any":
        texts = (ability.texts[number - ability.first], ability.texts[_main_sentence(number, ability) - ability.first])
        given["whose_turn"] = min({abilities.whose_turn(text) for text in texts} - {"any"}, default="any")
    if states.verb == "activate" and ability.kind in _NEVER_TRIGGERED:
        given |= {"verb": "apply", "spent_on": "application"}
    # A limit is part of its ability, also where its words are a sentence of their own.
    return candidate._replace(states=changed(states, **given), is_sentence=False)


def _may_be_declined(candidate: Candidate, number: int, ability: _Ability, abilities: AbilityKinds) -> bool:
    """Tell whether a player may decline what a limit governs: the rest of its sentence, else its ability's first."""
    at = number - ability.first
    template = ability.texts[at].replace(MASK_REST, "")
    if candidate.place:
        return abilities.lets_choose(template[candidate.place.start :])
    if abilities.lets_choose(template):
        return True
    if candidate.states.is_implied:
        further = ability.texts[at + 1 : at + 2]
        return abilities.lets_choose(further[0]) if further else bool(candidate.states.fields["optional"])
    main = _main_sentence(number, ability)
    return main != number and abilities.lets_choose(ability.texts[main - ability.first])


def _main_sentence(number: int, ability: _Ability) -> int:
    """Return the number of the sentence that says what an ability does: the first, not its keyword or a note."""
    full = (at for at in ability.said if ability.texts[at - ability.first].endswith("。"))
    return next(full, max(number - 1, ability.first))
