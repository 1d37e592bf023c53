"""Tell by its grammar how a Turkish sentence stands to the effects of its card.

What a Turkish sentence does stands at its end: an order is told by its last word, not by its first as in English.
"""

from __future__ import annotations

import re
from typing import TYPE_CHECKING

from onceper.lang.flag_cache import FlagCache
from onceper.lang.grammar import any_of, pieces_of
from onceper.text.normal import MASK
from onceper.text.position import (
    ACTIVATES,
    ALONE,
    ANNOUNCES_NOTHING,
    APPLIES,
    CHOOSES,
    CONTINUES,
    HEADS,
    OF_THE_GAME,
    ORDERS,
    SUMMONS_ITSELF,
)

if TYPE_CHECKING:
    from collections.abc import Callable, Iterable

    from onceper.patterns.structure import Structure

# Of a sentence read from its end, where one look finds the last word however long the others are.
_WORD_FROM_ITS_END = re.compile(r"[^a-zü]*+([a-zü]++(?:'[a-zü]++)?)")
_NOTE = re.compile(r" ?\((?![0-9]\))(?:[^()]|\([^()]*\))*\)")
# What the class of the last word's ending tells: an order, a choice, or something that is so.
_ASSERTS = 1 << 31
_DENIES = 1 << 32
_MUST = _ASSERTS | _DENIES
_TOLD_BY_ENDING = {
    "do": ORDERS,
    "can": CHOOSES,
    "does": _ASSERTS,
    "does.not": _DENIES,
    "cannot": _DENIES,
    "must": _MUST,
    "is": APPLIES,
}
# The same of a verb that no rule names, as far as the ending alone tells it.
_ENDINGS = (
    (re.compile(r"[ae]bilir(?:s[iuü]n(?:[iuü]z)?|[iuü]z|l[ae]r)?$"), CHOOSES),
    (re.compile(r".m[ae]z(?:s[iuü]n(?:[iuü]z)?|l[ae]r)?$"), _DENIES),
    (re.compile(r".m[ae]li(?:dir|sin(?:iz)?)?$"), _MUST),
    (re.compile(r"[aeiuü]rs[iuü]n(?:[iuü]z)?$|[iuü][ln](?:[iuü]r)(?:l[ae]r)?$"), _ASSERTS),
    (re.compile(r"^(?!icin$).*.[^s][iuü]n(?:[iuü]z)?$"), ORDERS),
)
_AORIST = re.compile(r"[aeiuü]r(?:l[ae]r)?$")
# One acts, and not a card: "siniz", or a passive, which leaves out who does it.
_BY_SOMEONE = re.compile(r"(?:rs[iuü]n(?:[iuü]z)?|[iuü][ln][iuü]r(?:l[ae]r)?|n[iuü]r(?:l[ae]r)?)$")
# When or if something happens: -DIğInda, -DIğI zaman, -DIktAn sonra, -ArsA; what only is so is no event.
_WHEN = (
    r"(?:[dt][iuü](?:g[iuü]n(?:[iuü]z)?d[ae]|kl[ae]r[iuü]n(?:[iuü]z)?d[ae]|g[iuü](?:n|n[iuü]z)? (?:zaman|anda)"
    r"|kt[ae]n(?= sonra))|[aeiuü]r(?:l[ae]r)?s[ae](?:n|n[iuü]z)?)(?![a-zü])"
)
_CONDITION = re.compile(rf"(?<![a-zü])(?:[a-zü]+{_WHEN}|[a-zü]*yoksa|[a-zü]*ise(?:n|niz)?(?![a-zü]))")
_EVENT = re.compile(rf"(?<![a-zü])(?<!kontrol )(?!ol|var|bulun|kal[aid]|iste)(?P<verb>[a-zü]+){_WHEN}")
_EACH_TIME = re.compile(r"(?<![a-zü])her (?!iki|oyuncu|tur|bekleme|son|ana|savas)")
_WOULD_BE = re.compile(r"[ae]c[ae]ks[ae](?:n(?:iz)?)?(?![a-zü])")
_OF_BATTLE = re.compile(r"sald|savas")
_WHILE = re.compile(r"[a-zü]ken(?![a-zü])|(?<![a-zü])surece(?![a-zü])|(?<![a-zü])her (?:tur|[a-zü]+ asama)")
_PHASE = re.compile(
    r"(?<![a-zü])(?>[a-zü]*?(?:asama|tur))[a-zü]*(?:d[ae]|n[iuü]n (?:sonunda|basinda)| sirasinda)(?![a-zü])"
)
# What one must do, and what one does it for; "gerekir" may also say how a thing must be.
_MUST_DO = re.compile(r"m[ae](?:n(?:iz)? gerek[a-z]*|lisin(?:iz)?)[^a-zü]*$")
_TO = re.compile(r"m[ae]k icin(?![a-zü])")
# A thing that is first moved or paid with is not what is Summoned then, but what stands behind that.
_WITH_ANOTHER = re.compile(
    r"bu karti (?:[a-zü]+[ae]n? ){0,2}[a-zü]+(?:[iuü]p|[ae]r[ae]k) (?!.*(?<![a-zü])bu kart)"
    rf"(?>.*?(?:canavar|[0-9]|{MASK})).* (?:ozel|normal|special) "
)


class TurkishGrammar:
    """Tell the flags of sentences by the phrases of a structure and by the last word, which ``stem`` splits.

    ``plain`` gives those of a folded sentence without colon and semicolon; ``marked`` those of one with such a mark, of
    which few are ever asked.
    """

    def __init__(self, structure: Structure, stem: Callable[[str], tuple[str, str] | None]) -> None:
        self._stem = stem
        self._orders = frozenset(structure.orders)
        self._alone, self._continues = _beginning(structure.alone), _beginning(structure.continues_plainly)
        # This card with any ending, but not these cards.
        self._of_alone = re.compile(rf"(?:{any_of(structure.alone)})(?!l[ae]r)[a-zü]*(?![a-zü])")
        self._alone_with = _Anywhere(structure.alone_with)
        self._refers, self._heads = _Anywhere(structure.refers), _Anywhere(structure.heads)
        self._procedures, self._applies = _Anywhere(structure.procedures), _Anywhere(structure.applies)
        self._activates, self._happens_once = _beginning(structure.activates), _Anywhere(structure.happens_once)
        self._lasts = _Anywhere(structure.lasts)
        self._persons = _beginning(structure.persons)
        self._states = re.compile(rf"(?<![a-zü])(?:{any_of(structure.states)})[^a-zü]*$")
        # A term with any ending; and no story counts anything.
        self._terms = re.compile(rf"[0-9]|(?<![a-zü])(?:{any_of(structure.terms)})") if structure.terms else None
        self.plain = FlagCache(self._tell_plain).__getitem__
        self.marked = FlagCache(self._tell_marked).__getitem__

    def _tell_plain(self, sentence: str) -> int:
        # What a note says of the words before it does not tell what they do, nor do commas.
        words = _NOTE.sub("", sentence).replace(",", "")
        if not _last_word(words):
            words = sentence
        game = OF_THE_GAME if not self._terms or self._terms.search(sentence) else 0
        kind, head = self._kind(words), self._head(sentence)
        if kind == APPLIES and not head:
            kind |= ANNOUNCES_NOTHING
        return self._stands(words) | kind | head | game

    def _tell_marked(self, sentence: str) -> int:
        return HEADS if sentence[-1] in ":;" else self._head(sentence)

    def _head(self, sentence: str) -> int:
        return HEADS if self._heads.search(sentence) else 0

    def _stands(self, words: str) -> int:
        """Tell whether a sentence goes on with what is printed before it, or stands alone."""
        if self._alone_with.search(words) or (_WOULD_BE.search(words) and self._applies.search(words)):
            return ALONE
        if self._refers.search(words):
            return CONTINUES
        is_conditional = _CONDITION.search(words) is not None
        if self._alone.match(words):
            # What lasts for a time follows from what began it.
            goes_on = not is_conditional and not self._activates.match(words) and self._lasts.search(words)
            return CONTINUES if goes_on else ALONE
        if is_conditional and self._of_alone.match(words):
            return ALONE
        return CONTINUES if self._continues.match(words) else 0

    def _kind(self, words: str) -> int:
        """Tell what an effect is that begins with this sentence; print with colons tells it by marks."""
        told = self._told_by_last_word(words)
        if self._procedures.search(words) and not _EVENT.search(words) and not _WITH_ANOTHER.search(words):
            return SUMMONS_ITSELF
        if self._applies.search(words) and not (told == ORDERS and self._lasts.search(words)):
            return APPLIES | told & CHOOSES
        if told == CHOOSES:
            return ACTIVATES
        return self._kind_of_statement(words, told) if told & _MUST else told

    def _kind_of_statement(self, words: str, told: int) -> int:
        """Tell whether what is said of a card happens, once or upon an event, or is so."""
        if self._happens_once.search(words):
            return ACTIVATES
        if told == _MUST or _MUST_DO.search(words):
            is_due = not _TO.search(words) and (_MUST_DO.search(words) or self._persons.match(words))
            return ORDERS if is_due else APPLIES
        if told == _DENIES:
            return ACTIVATES if _EVENT.search(words) and self._lasts.search(words) else APPLIES
        return self._kind_of_deed(words)

    def _kind_of_deed(self, words: str) -> int:
        """Tell whether what is done is done once, upon an event, in a phase, or as long as the card is there."""
        event = _EVENT.search(words)
        is_state = self._states.search(words) is not None
        if event:
            is_so = (is_state and _OF_BATTLE.match(event["verb"])) or _EACH_TIME.search(words, 0, event.start())
            return APPLIES if is_so else ACTIVATES
        if is_state:
            return APPLIES
        if self._activates.match(words) or _PHASE.search(words):
            return ACTIVATES
        if _WHILE.search(words):
            return APPLIES
        is_act = self._persons.match(words) or (not self._alone.match(words) and _BY_SOMEONE.search(_last_word(words)))
        return ORDERS if is_act else APPLIES

    def _told_by_last_word(self, words: str) -> int:
        """Return what the last word tells: the bare stem of a verb is an order to one whom the card calls sen."""
        word = _last_word(words)
        found = self._stem(word)
        if found and found[1] in _TOLD_BY_ENDING:
            return _TOLD_BY_ENDING[found[1]]
        if word in self._orders:
            return ORDERS
        if found:
            return 0
        told = next((tells for ending, tells in _ENDINGS if ending.search(word)), 0)
        if told or not _AORIST.search(word):
            return told
        return _ASSERTS if self._persons.match(words) or self._activates.match(words) else 0


def _last_word(words: str) -> str:
    last = _WORD_FROM_ITS_END.match(words[::-1])
    return last.group(1)[::-1] if last else ""


def _beginning(phrases: Iterable[str]) -> re.Pattern[str]:
    return re.compile(rf"(?:{any_of(phrases)})(?![a-zü])")


class _Anywhere:
    """Find phrases wherever they stand in a sentence, those with gaps by their pieces.

    Each piece is taken where it stands first, which leaves the others the most room: an expression that seeks the last
    piece behind every first one takes a time that grows with the square of the sentence's length.
    """

    def __init__(self, phrases: Iterable[str]) -> None:
        listed = [*map(pieces_of, phrases)]
        whole = any_of(pieces[0] for pieces in listed if len(pieces) == 1)
        self._whole = re.compile(rf"(?<![a-zü])(?:{whole})(?![a-zü])")
        self._pieces = [pieces for pieces in listed if len(pieces) > 1]
        self._in_order = [_in_order(pieces) for pieces in self._pieces]

    def search(self, sentence: str) -> bool:
        """Tell whether one of the phrases stands there."""
        if self._whole.search(sentence):
            return True
        for pieces, in_order in zip(self._pieces, self._in_order, strict=True):
            # Few sentences hold all pieces, whatever their order.
            if all(piece in sentence for piece in pieces) and in_order.match(sentence):
                return True
        return False


def _in_order(pieces: Iterable[str]) -> re.Pattern[str]:
    # The space before a gap may be the one behind it.
    begin, *between, end = [re.sub(r"\\ $", "(?= )", re.escape(piece)) for piece in pieces]
    found = [rf"(?<![a-zü]){begin}", *between, rf"{end}(?![a-zü])"]
    return re.compile("".join(rf"(?>.*?{piece})" for piece in found))
