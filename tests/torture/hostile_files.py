"""What can be wrong with files of card texts."""

from __future__ import annotations

from typing import TYPE_CHECKING

if TYPE_CHECKING:
    import random
    from collections.abc import Iterator

ENCODINGS = ("utf-16-le", "utf-16-be", "utf-16", "utf-32-le", "utf-32-be", "utf-32", "shift-jis", "euc-jp", "cp1254",
             "iso2022_jp", "utf-7", "cp037")  # fmt: skip


def in_other_words(content: bytes) -> Iterator[tuple[str, bytes]]:
    """Yield the content in other encodings and with other line ends."""
    words = content.decode()
    for encoding in ENCODINGS:
        yield encoding, words.encode(encoding, errors="replace")
    yield "CR", content.replace(b"\r\n", b"\n").replace(b"\n", b"\r")
    yield "CRLF", content.replace(b"\r\n", b"\n").replace(b"\n", b"\r\n")
    yield "NEL", words.replace("\n", "\x85").encode()
    yield "NUL", content.replace(b" ", b"\0")
    yield "BOM twice", b"\xef\xbb\xbf" * 2 + content
    yield "blank", b" \n" * 5_000 + content


def flipped(content: bytes, random_: random.Random, times: int) -> bytes:
    """Return the content with so many bytes of it changed, pieces cut out, doubled or blanked."""
    changed = bytearray(content)
    for _ in range(times):
        if not changed:
            break
        place = random_.randrange(len(changed))
        match random_.randrange(6):
            case 0 | 1:
                changed[place] ^= 1 << random_.randrange(8)
            case 2:
                changed[place] = random_.choice((0, 255, 127, 128))
            case 3:
                del changed[place : place + random_.randrange(64)]
            case 4:
                changed[place:place] = changed[place : place + random_.randrange(64)]
            case _:
                changed[place : place + 8] = random_.choice((b"\xff" * 8, b"\0" * 8, b"\0\0\0\x80" * 2))
    return bytes(changed)
