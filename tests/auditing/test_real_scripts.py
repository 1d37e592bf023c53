"""What real scripts enforce is what a working simulator was seen to enforce."""

from __future__ import annotations

import gzip
import json
import tarfile
from collections import Counter
from pathlib import Path
from typing import TYPE_CHECKING, Any

import pytest

from onceper.auditing.box import ClosedLua
from onceper.auditing.enforced import enforced
from onceper.auditing.folder import ScriptFolder

if TYPE_CHECKING:
    from onceper.auditing.enforced import Enforces

REAL = Path(__file__).parents[3] / "shared" / "data" / "ygo"
EVERY = 40
AT_LEAST = 0.985


@pytest.mark.skipif(not (REAL / "scripts.tar.gz").is_file(), reason="no scripts of a simulator beside the checkout")
def test_a_sample_of_real_scripts(tmp_path: Path) -> None:
    with gzip.open(REAL / "oracle.jsonl.gz", "rt", encoding="utf-8") as lines:
        seen = [json.loads(line) for line in list(lines)[::EVERY]]
    wanted = {f"c{card['id']}.lua" for card in seen}
    with tarfile.open(REAL / "scripts.tar.gz") as archive:
        files = [file for file in archive if "/" not in file.name.removeprefix("./") or Path(file.name).name in wanted]
        archive.extractall(tmp_path, files, filter="data")
    folder = ScriptFolder(tmp_path)
    lua = ClosedLua(folder.read)
    agreeing = 0
    for card in seen:
        script = folder.script_of(str(card["id"]))
        assert script
        told = lua.run(script.code, script.source)
        assert not told.problem
        agreeing += _seen(card) == _found(enforced(told, script))
    assert len(seen) > 100
    assert agreeing / len(seen) >= AT_LEAST


def _seen(card: dict[str, Any]) -> Counter[tuple[object, ...]]:
    """Return the limits of the effects that the card has itself."""
    own = [limit for limit in card["limits"] if not limit["granted"]]
    found: Counter[tuple[object, ...]] = Counter(
        (limit["scope"][:4], limit["period"], limit["verb"], limit["count"]) for limit in own
    )
    found["summon",] = card["special_summon_once"]
    found["control",] = card["unique_on_field"]
    return +found


def _found(enforces: Enforces) -> Counter[tuple[object, ...]]:
    meanings = [limit.meaning for limit in enforces.limits if limit.ability.effects and not limit.is_given]
    periods = {"while_there": "face_up"}
    found: Counter[tuple[object, ...]] = Counter(
        (said.counted, periods.get(said.period or "", said.period), said.verb, said.times) for said in meanings
    )
    on_card = {limit.meaning.verb for limit in enforces.limits if not limit.ability.effects and not limit.is_given}
    found["summon",] = "special_summon" in on_card
    found["control",] = "control" in on_card
    return +found
