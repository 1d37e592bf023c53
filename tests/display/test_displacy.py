"""Options for displaCy."""

from __future__ import annotations

import re
from typing import get_args

import pytest
import spacy
from spacy import displacy

from onceper.contract.limit import LimitKind
from onceper.errors import UsageError
from onceper.spacy import displacy_options

TEXT = '<script>x</script> Once per turn: You can draw 1 card. You can only control 1 "Ember Warden".'


@pytest.mark.parametrize("spans_key", ["limits", "non_effects", "effects"])
def test_spans_are_drawn_in_their_colors(spans_key: str) -> None:
    nlp = spacy.blank("en")
    nlp.add_pipe("onceper", config={"game": "yugioh"})
    doc = nlp(f"Cannot be Normal Summoned/Set. {TEXT}")
    options = displacy_options(spans_key)
    html = displacy.render(doc, style="span", options=options, jupyter=False)
    assert doc.spans[spans_key]
    for span in doc.spans[spans_key]:
        assert re.search(rf"background: {options['colors'][span.label_]}[^>]*>{span.label_}<", html)
    assert "<script" not in html


def test_kinds_of_limits_differ_in_color() -> None:
    colors = displacy_options()["colors"]
    assert list(colors) == list(get_args(LimitKind))
    assert len(set(colors.values())) == len(colors)


def test_an_unknown_key_is_refused() -> None:
    with pytest.raises(UsageError, match="unknown spans_key 'sc'; expected one of limits, non_effects, effects"):
        displacy_options("sc")
