"""Options for displaCy, which draws spans below the words of a Doc."""

from __future__ import annotations

from itertools import cycle
from typing import Any, get_args

from onceper.contract.effect import EffectKind
from onceper.contract.limit import LimitKind
from onceper.contract.non_effect import NonEffectKind
from onceper.errors import OnceperError

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


class SpansKeyError(OnceperError, ValueError):
    """onceper puts no spans under this key."""


def displacy_options(spans_key: str = "limits") -> dict[str, Any]:
    """Return options for ``displacy.render(doc, style="span", options=...)``: these spans, with a colour for each kind.

    ``spans_key`` is ``limits``, ``non_effects`` or ``effects``.

    Raises:
        SpansKeyError: it is none of these.
    """
    if spans_key not in _KINDS:
        raise SpansKeyError(f"unknown spans_key {spans_key!r}", expected=f"one of {', '.join(_KINDS)}")
    colors = dict(zip(get_args(_KINDS[spans_key]), cycle(_COLORS), strict=False))
    return {"spans_key": spans_key, "colors": colors, "template": dict(_TEMPLATE)}
