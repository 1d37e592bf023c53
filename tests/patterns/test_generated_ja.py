"""Our own Japanese rules turned round: text made from a rule and the word list is read back as what they state."""

from __future__ import annotations

import tomllib
from functools import cache
from typing import TYPE_CHECKING, Any, NamedTuple

from hypothesis import HealthCheck, assume, given, settings
from hypothesis import strategies as st
from msgspec.structs import replace
from tests.as_read import as_read

from onceper.lang.languages import language
from onceper.matching.compiled_rules import CompiledRules
from onceper.patterns import notation
from onceper.patterns.language_files import WORDS
from onceper.reader.read import read
from onceper.reader.statement import complete
from onceper.resources import resource
from onceper.text.names import mask_names
from onceper.text.normal import Text

if TYPE_CHECKING:
    from onceper.patterns.rule import Rule

BOOK = language("ja").book
RULES, LEXICON = BOOK.rules, BOOK.lexicon
LIMIT_RULES = [rule for rule in RULES if rule.reading_kind == "limit"]
STATED = ("kind", "scope", "period", "whose_turn", "phase", "count", "verb", "shared", "player", "names")
# Nouns that no rule names and that leave the words beside them as they are.
NEUTRAL = ("牡蠣", "煙突", "硝子")
NAMES = ("灰の見張り番", "灰。①：竜！", "１ターンに１度", "Ash-01", "王「灰」", "一度きりの灰（王）")
NUMBERS = ("①", "②", "①②", "①・③", "①～③", "①②④")
PHRASES: dict[str, list[str]] = {
    slot: [phrase for entry in entries for phrase in entry["words"]]
    for slot, entries in tomllib.loads((resource("patterns") / "ja" / WORDS).read_text(encoding="utf-8")).items()
}
WIDE = str.maketrans("0123456789", "０１２３４５６７８９")


class Made(NamedTuple):
    """Hold a text made from a rule and what the limit in it says."""

    rule: Rule
    text: str
    fields: dict[str, Any]
    variant: notation.Variant

    def __repr__(self) -> str:
        return f"{self.rule.id}: {self.text!r} states {self.fields}"


@cache
def unless_of(rule: Rule) -> CompiledRules:
    """Return the rule's ``unless`` as a rule of its own."""
    return CompiledRules([replace(rule, patterns=rule.unless, unless=())])


@cache
def alone(rule: Rule) -> CompiledRules:
    return CompiledRules([replace(rule, unless=())])


def lexed(text: str, name: str | None) -> Any:
    masked, _ = mask_names(Text(text).normal, language("ja").quotes, name)
    return LEXICON.lex(LEXICON.fold(masked))


def means_of(phrase: str) -> dict[str, Any]:
    found = [one for one in LEXICON.lex(Text(phrase).normal).phrases if one]
    assert len(found) == 1, phrase
    return dict(found[0].means)


@st.composite
def made(draw: st.DrawFn) -> Made:
    rule = draw(st.sampled_from(LIMIT_RULES))
    variant = draw(st.sampled_from(notation.variants(draw(st.sampled_from(rule.patterns)).text)))
    digits: dict[int, int] = draw(st.sampled_from([{}, WIDE]))
    pieces: list[str] = []
    name: str | None = None
    means: dict[str, Any] = {}
    for element in variant:
        match element:
            case notation.Words(text):
                pieces.append(text.replace(" ", "").translate(digits))
            case notation.Gap():
                pieces.append(draw(st.sampled_from(NEUTRAL)) + "を")
            case notation.Slot("name", _):
                name = draw(st.sampled_from(NAMES))
                pieces.append(f"「{name}」")
            case notation.Slot(slot, optional):
                if optional and draw(st.booleans()):
                    continue
                phrase = draw(st.sampled_from({"numbers": NUMBERS, "count": ("2", "5")}.get(slot) or PHRASES[slot]))
                pieces.append(phrase.translate(digits))
                means |= means_of(phrase)
            case notation.Mark():
                pass
    sentence = "".join(pieces)
    # Some phrases do not go together: nobody prints 魔法効果 behind 発動した, and MeCab may join what they end with.
    assume(alone(rule).match(lexed(sentence, name)))
    assume(not rule.unless or not unless_of(rule).match(lexed(sentence, name)))
    before = "このカードは牡蠣であり、" if "after_comma" in rule.where else ""
    text = f"{before}{sentence}。\n①：煙突を見る。"
    fields = complete({key: value for key, value in {**means, **rule.reading}.items() if key != "numbers"})
    return Made(rule, text, {"name": name, **{field: fields[field] for field in STATED}}, variant)


def test_neutral_words_are_named_by_no_rule() -> None:
    patterns = [pattern.text for rule in RULES for pattern in (*rule.patterns, *rule.unless)]
    printed = [*patterns, *(phrase for phrases in PHRASES.values() for phrase in phrases)]
    assert not [word for word in NEUTRAL for text in printed if word in text]


@settings(deadline=None, max_examples=400, suppress_health_check=[HealthCheck.too_slow, HealthCheck.filter_too_much])
@given(made())
def test_what_a_rule_generates_is_read_back(example: Made) -> None:
    reading = read(example.text, lang="ja", game="yugioh", name=example.fields["name"])
    stated = [{field: getattr(limit, field) for field in ("name", *STATED)} for limit in reading.limits]
    assert stated == [as_read(example.fields, example.variant, reading)]
    (limit,) = reading.limits
    assert limit.text == example.text[slice(*limit.span)]
    # Words that are a limit in their sentence leave the rest of it unread where it stands beside numbers.
    start, end = limit.span
    assert all(unread.span[0] <= start and end <= unread.span[1] for unread in reading.unread)
    assert not reading.unread or limit.text != example.text.splitlines()[0]
