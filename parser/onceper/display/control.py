"""Card text that cannot steer what shows it."""

from itertools import chain

# Control characters are shown as pictures.
_CONTROLS = {code: chr(0x2400 + code) for code in range(0x20) if chr(code) not in "\n\t"}
_UNSEEN = (
    range(0x7F, 0xA0),
    # These would turn the direction of what stands behind them, also where no style can isolate it.
    range(0x202A, 0x202F),
    range(0x2066, 0x206A),
    # Halves of characters, as text from a damaged file may hold, can be written nowhere.
    range(0xD800, 0xE000),
)
_CONTROLS |= dict.fromkeys(chain(*_UNSEEN), "\ufffd")


def show_controls(text: str) -> str:
    """Return the text without anything that a terminal or a page would obey, save line ends and tabs."""
    return text.replace("\r\n", "\n").translate(_CONTROLS)
