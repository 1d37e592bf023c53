"""What rows are made of, and by what: whoever has both knows which rows a change touches."""

from __future__ import annotations

from functools import lru_cache
from hashlib import blake2b
from importlib.metadata import version
from pathlib import Path
from typing import TYPE_CHECKING

import msgspec

from onceper.contract.reading import ALL_PARTS
from onceper.lang.languages import languages_in_use
from onceper.patterns.kept import digest_of_code
from onceper.reader.options import BY_DEFAULT
from onceper.resources import resource

if TYPE_CHECKING:
    from collections.abc import Iterable

    from onceper.files.protocol import CardText
    from onceper.lang.languages import Languages
    from onceper.reader.options import Options

_encode = msgspec.json.Encoder().encode
_DIGEST_SIZE = 16
# Of rules and words it stands beside a version.
_DIGEST_SIZE_OF_RULES = 6
# The code that reads, besides what the languages share.
_CODE = ("reader", "classifier")


def made_of(card: CardText, lang: str | None, game: str | None) -> str | None:
    """Return a digest, in 32 hexadecimal digits, of all that the reading of a text depends on besides the rules.

    It is BLAKE2b in 16 bytes of ``[text, name, lang, game, field, card_type]`` as JSON in UTF-8 without blanks, with
    language and game as the contract spells them and null where they are told from the text. A text that could not be
    made out has none.
    """
    if card.error is not None:
        return None
    told = _encode([card.text, card.name, lang, game, card.field, card.card_type])
    return blake2b(told, digest_size=_DIGEST_SIZE).hexdigest()


def made_by(options: Options) -> str:
    """Return the version of onceper and a digest of its rules, such as ``0.1.0+9f2c4be01a37``, and what was asked for.

    Behind it stand, where they are not as by default, the parts, the classifier and a digest of its model.
    """
    return _made_by(languages_in_use(), options)


@lru_cache(8)
def _made_by(languages: Languages, options: Options) -> str:
    digest = blake2b(digest_of_code().encode(), digest_size=_DIGEST_SIZE_OF_RULES)
    _add(digest, (path for folder in _CODE for path in (Path(__file__).parents[1] / folder).rglob("*.py")))
    _add(digest, resource("patterns").rglob("*.toml"))
    if languages.own:
        _add(digest, languages.own.rglob("*.toml"))
    said = [f"{version('onceper')}+{digest.hexdigest()}"]
    if options.parts != ALL_PARTS:
        said.append(f"parts={','.join(sorted(options.parts))}")
    if options.classifier != BY_DEFAULT:
        said.append(f"classifier={options.classifier}")
    if options.model:
        of_model = blake2b(digest_size=_DIGEST_SIZE_OF_RULES)
        # Which holds a digest of the weights beside it.
        _add(of_model, [Path(options.model)])
        said.append(f"model={of_model.hexdigest()}")
    return " ".join(said)


def _add(digest: blake2b, files: Iterable[Path]) -> None:
    """Add files, each with its name, in an order that does not hang on where they lie."""
    for path in sorted(files, key=lambda path: path.parts):
        # A FIFO would be waited for without end; of what is no pattern its loading tells.
        if path.is_file():
            content = path.read_bytes()
            digest.update(f"{path.name} {len(content)} ".encode() + content)
