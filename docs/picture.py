"""Write the pictures of a marked card for the README, in light and dark: ``python docs/picture.py``."""

from __future__ import annotations

from pathlib import Path

from onceper.display.html import reading_html
from onceper.reader.read import read

FOLDER = Path(__file__).resolve().parent
THEMES = ("light", "dark")
TEXT = (
    "1 Tuner + 1+ non-Tuner monsters\n"
    "Once per turn: You can discard 1 card; draw 1 card. If this card is destroyed: You can banish 1 card from your "
    'GY, then draw 1 card. You can only use this effect of "Ember Warden" once per turn. You can only control 1 "Ember '
    'Warden".'
)
# A picture has one size, whatever the letters of whoever looks at it: room for a line more.
WIDTH, HEIGHT = 720, 412


def picture(theme: str) -> str:
    """Return a notebook's display of an invented card as SVG, which loads nothing, in light or dark."""
    html = reading_html(read(TEXT, lang="en", game="yugioh", name="Ember Warden"))
    # XML knows no names of characters but its own.
    html = html.replace("&nbsp;", "&#160;")
    return (
        f'<svg xmlns="http://www.w3.org/2000/svg" width="{WIDTH}" height="{HEIGHT}" viewBox="0 0 {WIDTH} {HEIGHT}">'
        '<foreignObject width="100%" height="100%">'
        f'<div xmlns="http://www.w3.org/1999/xhtml" data-theme="{theme}">{html}</div>'
        "</foreignObject></svg>\n"
    )


def write() -> None:
    """Write the pictures anew."""
    for theme in THEMES:
        (FOLDER / f"card.{theme}.svg").write_text(picture(theme), encoding="utf-8")


if __name__ == "__main__":
    write()
