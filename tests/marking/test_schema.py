"""The published schema of the XML."""

from __future__ import annotations

from importlib.resources import files
from itertools import islice
from typing import Any, get_args
from xml.etree import ElementTree as ET

import pytest
from lxml import etree
from tests.corpus_texts import texts_in

import onceper
from onceper.contract import effect, limit, non_effect
from onceper.lang.languages import language_codes

SCHEMA = files("onceper.marking").joinpath("card-text.xsd").read_bytes()
XS = "{http://www.w3.org/2001/XMLSchema}"


@pytest.mark.parametrize("lang", language_codes())
def test_it_accepts_every_fifth_text_of_ours(lang: str) -> None:
    schema = etree.XMLSchema(etree.fromstring(SCHEMA))
    for text, game in islice(texts_in(lang), None, None, 5):
        marked = etree.fromstring(onceper.read(text, lang=lang, game=game, name='"<&\'>"').marked("xml"))
        assert schema.validate(marked), schema.error_log
        assert "".join(map(str, marked.itertext())) == text


@pytest.mark.parametrize(
    ("name", "values"),
    [
        ("effectKind", effect.EffectKind),
        ("choose", effect.Choose),
        ("nonEffectKind", non_effect.NonEffectKind),
        ("applies", non_effect.Applies),
        ("material", non_effect.Material),
        ("wins", non_effect.Wins),
        ("limitKind", limit.LimitKind),
        ("scope", limit.Scope),
        ("period", limit.Period),
        ("whoseTurn", limit.WhoseTurn),
        ("phase", limit.Phase),
        ("verb", limit.Verb),
        ("player", limit.Player),
        ("reference", limit.Reference),
    ],
)
def test_it_knows_the_values_of_the_contract(name: str, values: Any) -> None:
    told = ET.fromstring(SCHEMA).iterfind(  # noqa: S314
        f".//{XS}simpleType[@name='{name}']//{XS}enumeration"
    )
    assert tuple(value.get("value") for value in told) == get_args(values)
