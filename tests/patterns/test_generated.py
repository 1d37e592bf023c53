"""Our own rules turned round: text made from a rule and the word list is read back as what they state."""

from __future__ import annotations

from functools import cache
from typing import TYPE_CHECKING, Any, NamedTuple

from hypothesis import HealthCheck, assume, given, settings
from hypothesis import strategies as st
from msgspec.structs import replace
from tests.as_read import as_read

from onceper.lang.languages import language
from onceper.matching.compile import CompiledPatterns
from onceper.matching.compiled_rules import CompiledRules
from onceper.patterns import notation
from onceper.reader.read import read
from onceper.reader.statement import complete
from onceper.text.names import mask_names

if TYPE_CHECKING:
    from onceper.contract.limit import Limit
    from onceper.patterns.rule import Rule

BOOK = language("en").book
RULES, LEXICON = BOOK.rules, BOOK.lexicon
LIMIT_RULES = [rule for rule in RULES if rule.reading_kind == "limit"]
STATED = ("kind", "scope", "period", "whose_turn", "phase", "count", "verb", "shared", "player", "names")
NEUTRAL = ("zig", "brask", "velm", "quorn", "thessaly", "ovum", "drell", "plinth", "skarn", "umber", "wold", "yarrow")
NAMES = (
    "Ash Vicar",
    'Iron "Duke" Havel',
    '"Duke" Havel',
    'Iron "Duke"',
    "Once per turn",
    "You can only use this effect twice",
    "Ash. Vicar",
    "A.V. Fen",
    "Danger! Fen!?",
    "Ash's 1.5: Pale; Crow",
    "(Ash) Vicar",
    "Ash Vicar(s)",
)


class Made(NamedTuple):
    """Hold a text made from a rule: ``words`` and ``sentence`` are what the limit's span may cover."""

    rule: Rule
    text: str
    sentence: str
    words: str
    fields: dict[str, Any]
    own_name: str | None
    variant: notation.Variant

    def __repr__(self) -> str:
        return f"{self.rule.id}: {self.text!r} states {self.fields}"


class Printed(NamedTuple):
    """Hold a printed variant, the places of its words between the marks, the name in it and what its phrases mean."""

    pieces: list[str]
    marked: tuple[int, int]
    name: str | None
    means: dict[str, Any]


def neutral(longest: int, shortest: int = 0) -> st.SearchStrategy[list[str]]:
    return st.lists(st.sampled_from(NEUTRAL), min_size=shortest, max_size=longest)


@cache
def phrases_of(slot: str) -> st.SearchStrategy[str]:
    if slot == "count":
        return st.one_of(st.integers(1, 9).map(str), st.sampled_from(LEXICON.phrases_of(slot)))
    return st.sampled_from(LEXICON.phrases_of(slot))


@cache
def unless_of(rule: Rule) -> CompiledRules:
    """Return the rule's ``unless`` as a rule of its own."""
    rules = [replace(rule, patterns=rule.unless, unless=())]
    return CompiledRules(rules, CompiledPatterns.of(rules, language("en").book.sequences))


def is_refused(rule: Rule, sentence: str) -> bool:
    masked, _ = mask_names(sentence, language("en").quotes, None)
    return bool(rule.unless) and bool(unless_of(rule).match(LEXICON.lex(LEXICON.fold(masked).replace("\x02", ""))))


def joined(pieces: list[str]) -> str:
    return " ".join(piece for piece in pieces if piece).replace(" ,", ",")


def means_of(phrase: str) -> dict[str, Any]:
    (found,) = LEXICON.lex(phrase).phrases
    assert found is not None, phrase
    return dict(found.means)


@st.composite
def printed(draw: st.DrawFn, variant: notation.Variant) -> Printed:
    pieces: list[str] = []
    marks: list[int] = []
    name: str | None = None
    means: dict[str, Any] = {}
    # "... per turn, and only once that turn" speaks of one turn: a slot that stands twice is filled alike.
    filled: dict[str, str] = {}
    for element in variant:
        match element:
            case notation.Words(text):
                pieces.append(text)
            case notation.Mark():
                marks.append(len(pieces))
            case notation.Gap(longest, told):
                pieces.append(" ".join(draw(neutral(longest, shortest=int(told in {"count_text", "condition"})))))
            case notation.Slot("name", _):
                name = draw(st.sampled_from(NAMES))
                pieces.append(f'"{name}"{draw(st.sampled_from(["", "", "(s)"]))}')
            case notation.Slot(slot, optional):
                if optional and draw(st.booleans()):
                    continue
                phrase = filled.setdefault(slot, draw(phrases_of(slot)))
                pieces.append(phrase)
                means |= means_of(phrase)
    begin, end = marks or (0, len(pieces))
    return Printed(pieces, (begin, end), name, means)


@st.composite
def made(draw: st.DrawFn) -> Made:
    rule = draw(st.sampled_from(LIMIT_RULES))
    variant = draw(st.sampled_from(notation.variants(draw(st.sampled_from(rule.patterns)))))
    pieces, (begin, end), name, means = draw(printed(variant))
    before = [] if "sentence_start" in rule.where else draw(neutral(3))
    stops = pieces[-1].endswith(".")
    behind = [] if stops else draw(neutral(3, shortest=int(pieces[-1].endswith(":"))))
    if "after_colon" in rule.where:
        before = ["zig:", *before]
    words = joined(pieces[begin:end]).strip(",")
    sentence = joined([*before, *pieces, *behind])
    assume(not is_refused(rule, sentence))
    if sentence.startswith(words):
        words = words[:1].upper() + words[1:]
    sentence = sentence[:1].upper() + sentence[1:] + ("" if stops or "headline" in rule.where else ".")
    text = f"({sentence})" if "in_parenthesis" in rule.where else sentence
    if "headline" in rule.where:
        text += "\nZig brask."
    elif "first_line" not in rule.where:
        text = draw(st.sampled_from(["", "", "Zig brask. ", "Zig: Brask velm.\n"])) + text
    fields = complete({**means, **rule.reading})
    return Made(
        rule,
        text,
        sentence,
        words,
        {"name": name, **{field: fields[field] for field in STATED}},
        draw(st.sampled_from([None, name])),
        variant,
    )


def stated(limit: Limit) -> dict[str, Any]:
    return {field: getattr(limit, field) for field in ("name", *STATED)}


def test_neutral_words_are_named_by_no_rule() -> None:
    patterns = [pattern for rule in RULES for pattern in (*rule.patterns, *rule.unless)]
    phrases = [phrase for slot in LEXICON.slots for phrase in LEXICON.phrases_of(slot)]
    named = {word for text in (*patterns, *phrases) for word in language("en").words(LEXICON.fold(text))[0]}
    assert named.isdisjoint(NEUTRAL)


@settings(deadline=None, max_examples=500, suppress_health_check=[HealthCheck.too_slow])
@given(made())
def test_what_a_rule_generates_is_read_back(example: Made) -> None:
    reading = read(example.text, lang="en", game=example.rule.game or "yugioh", name=example.own_name)
    assert [stated(limit) for limit in reading.limits] == [as_read(example.fields, example.variant, reading)]
    (limit,) = reading.limits
    # Another rule's longer match may read the same words: the fields count, and that the span covers them.
    assert limit.text in {example.sentence, example.words}
    assert limit.text == example.text[limit.span[0] : limit.span[1]]
    assert reading.unread == ()
