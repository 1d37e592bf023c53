"""For spaCy: a component, ``nlp.add_pipe("onceper")``, and a Matcher of the rules for a pipeline of one's own."""

from __future__ import annotations

import json
from collections.abc import Mapping
from itertools import cycle
from typing import TYPE_CHECKING, Any, cast, get_args

import msgspec
from spacy.language import Language
from spacy.tokens import Doc, Span

from onceper.contract.effect import Effect, EffectKind
from onceper.contract.limit import LimitKind
from onceper.contract.non_effect import NonEffectKind
from onceper.contract.reading import CardReading
from onceper.errors import UsageError
from onceper.lang.languages import check_game, check_language, language_codes
from onceper.reader.options import BY_DEFAULT, Mode, Options
from onceper.reader.read import read_text, warn_without_model
from onceper.reader.readers import reader_of
from onceper.reader.template import CardTemplate, prepare
from onceper.text.normal import Text

if TYPE_CHECKING:
    from collections.abc import Callable

    from onceper.contract.limit import Limit
    from onceper.contract.non_effect import NonEffect

__all__ = ["OnceperComponent", "create", "displacy_options", "matcher"]

# spaCy stores what a Doc holds as MessagePack, and sends it so between processes: a record is none, and neither are the
# halves of characters that the name of a card may hold; JSON of ASCII is.
_READING = "onceper.reading"

_KINDS = {"limits": LimitKind, "non_effects": NonEffectKind, "effects": EffectKind}
# displaCy writes its labels in black on them, and the page behind may be light or dark.
# Of limits the first four are those of the other displays.
_COLORS = ("#7fd8a4", "#ffb454", "#7cc4f5", "#b9a3ff", "#f5a3c7", "#d9c53f", "#6fd6d0", "#d3b08c", "#ff9d8a")

_LINE = "background: {bg}; top: {top_offset}px; height: 4px; left: -1px; width: calc(100% + 2px); position: absolute"
_LABEL = "font-size: 11px; font-weight: bold; line-height: 1; padding: 2px 3px; white-space: nowrap"
# displaCy's own labels take no room: a long one lies over the next, or beyond the edge of a phone. These widen the
# word they stand below, by the same label once more, unseen.
_TEMPLATE = {
    "span": (
        '<span style="display: inline-block; position: relative; vertical-align: top; font-weight: bold; '
        'min-height: {total_height}px">{text}{span_slices}{span_starts}</span> '
    ),
    "slice": f'<span style="{_LINE}"></span>',
    "start": (
        f'<span aria-hidden="true" style="display: block; height: 0; overflow: hidden; {_LABEL}">{{label}}</span>'
        f'<span style="{_LINE}"><span style="{_LABEL}; background: {{bg}}; color: #000; border-radius: 3px; '
        'position: absolute; top: -5px">{label}{kb_link}</span></span>'
    ),
}


@Language.factory(
    "onceper",
    default_config={"lang": None, "game": None, "classifier": BY_DEFAULT, "model": None},
    assigns=["doc.spans", "doc._.card_reading"],
)
class OnceperComponent:
    """Read each Doc, and put what was read into ``doc.spans`` and ``doc._.card_reading``.

    ``doc.spans["limits"]`` and ``doc.spans["non_effects"]`` hold a Span for each record, with its kind as the label and
    its rule as the id; those of ``doc.spans["effects"]`` have their number, from 1, as the id. Where a span begins or
    ends within a token, it has the whole token; ``doc._.card_reading``, which is the ``CardReading``, has the places to
    the character. A Doc's card is told by ``doc._.card``, or by the context of ``nlp.pipe(..., as_tuples=True)``: a
    mapping with any of ``name``, ``lang``, ``game`` and ``card_type``; language and game win over the component's.
    Where no language is given, the pipeline's is taken if onceper reads it. ``classifier`` and ``model`` are those of
    ``onceper.read``; a ModelWarning says where there is no model.

    Raises:
        LanguageError, GameError, ModeError, ModelError: as ``onceper.read`` does.
    """

    def __init__(
        self,
        nlp: Language,
        name: str,  # noqa: ARG002
        lang: str | None,
        game: str | None,
        classifier: Mode,
        model: str | None,
    ) -> None:
        of_pipeline = nlp.lang if nlp.lang in language_codes() else None
        lang = check_language(lang or of_pipeline)
        self._card = {"lang": lang, "game": check_game(game), "name": None, "card_type": None}
        self._options = Options.checked(classifier=classifier, model=model)

    def __call__(self, doc: Doc) -> Doc:
        """Return the same Doc with what is read in it."""
        # There spaCy keeps the context of a Doc while the components see it.
        told = doc._.card or doc._context  # noqa: SLF001
        said = told if isinstance(told, Mapping) else {}
        card: dict[str, Any] = {field: said.get(field) or own for field, own in self._card.items()}
        reading = read_text(doc.text, self._options, **card)
        warn_without_model([(reading.lang, reading.game)], self._options)
        doc.user_data[_READING] = json.dumps(msgspec.to_builtins(reading))
        for kind in _KINDS:
            doc.spans[kind] = [_span(doc, record) for record in getattr(reading, kind)]
        return doc


create = OnceperComponent


def matcher(nlp: Language, *, lang: str | None = None, game: str | None = None) -> Callable[[Doc], list[Span]]:
    """Return what finds every place where a rule matches a Doc, whichever of them a reading takes in the end.

    It gives Spans of the Doc with the rule's id for a label, as spaCy's Matcher does that is asked for spans. Rules
    match clauses of which names are masked and phrases of the word list are one word; of one rule's places that overlap
    it is the longest. The rules are those of a language, that of the pipeline where none is given, and with a game
    those of that game and of every game.

    Raises:
        LanguageError, GameError: onceper reads no such language, or the game has no name.

    >>> import spacy
    >>> from onceper.spacy import matcher
    >>> nlp = spacy.blank("en")
    >>> find = matcher(nlp, game="yugioh")
    >>> [(span.label_, span.text) for span in find(nlp("Once per turn: You can draw 1 card."))]
    [('soft', 'Once per turn')]
    """
    reader = reader_of(lang or nlp.lang or "", check_game(game))
    spoken, rules = reader.language, reader.sentences.compiled.patterns

    def find(doc: Doc) -> list[Span]:
        prepared = prepare(Text(doc.text), spoken)
        card = CardTemplate.of(prepared.template, spoken)
        found: dict[Any, None] = {}
        for sentence in card.sentences:
            for start, end, _ in spoken.clauses(card.words, sentence):
                words = card.words[start:end]
                lexed = spoken.book.lexicon.lex(words)
                for match in rules.match(lexed):
                    first, last = lexed.places(words, match.start, match.end)
                    place = prepared.original_span(start + first, start + last)
                    found[doc.char_span(*place, match.rule.id, alignment_mode="expand")] = None
        return list(found)

    return find


def displacy_options(spans_key: str = "limits") -> dict[str, Any]:
    """Return options for ``displacy.render(doc, style="span", options=...)``: these spans, with a colour for each kind.

    ``spans_key`` is ``limits``, ``non_effects`` or ``effects``.

    Raises:
        UsageError: it is none of these.
    """
    if spans_key not in _KINDS:
        raise UsageError(f"unknown spans_key {spans_key!r}", expected=f"one of {', '.join(_KINDS)}")
    colors = dict(zip(get_args(_KINDS[spans_key]), cycle(_COLORS), strict=False))
    return {"spans_key": spans_key, "colors": colors, "template": dict(_TEMPLATE)}


def _span(doc: Doc, record: Limit | NonEffect | Effect) -> Span:
    start, end = record.span
    span_id = str(record.index) if isinstance(record, Effect) else record.rule
    # There is none only where a place is outside of the text.
    return cast("Span", doc.char_span(start, end, record.kind, alignment_mode="expand", span_id=span_id))


def _reading_of(doc: Doc) -> CardReading | None:
    stored = doc.user_data.get(_READING)
    return None if stored is None else msgspec.convert(json.loads(stored), CardReading)


# Once more when the module is loaded again.
Doc.set_extension("card", default=None, force=True)
Doc.set_extension("card_reading", getter=_reading_of, force=True)
