"""Execute every notebook and compare what comes out with what is committed.

``python tests/notebooks/test_notebooks.py`` writes the outputs anew; names such as ``04_evaluator`` choose.
"""

from __future__ import annotations

import os
import re
import sys
import tempfile
from pathlib import Path
from typing import TYPE_CHECKING, Any

import nbformat
import pytest
from jupyter_client.kernelspec import KernelSpec
from jupyter_client.manager import AsyncKernelManager
from nbclient import NotebookClient
from nbclient.util import run_sync

if TYPE_CHECKING:
    from collections.abc import Iterator

    from nbformat import NotebookNode

FOLDER = Path(__file__).parents[2] / "notebooks"
REAL_CARDS = Path(__file__).parents[3] / "shared" / "data" / "ygo"
NOTEBOOKS = sorted(FOLDER.glob("*.ipynb"))
# What else Jupyter writes into a notebook differs from one machine to the next.
METADATA = {
    "kernelspec": {"display_name": "Python 3", "language": "python", "name": "python3"},
    "language_info": {"name": "python"},
}
LINES_ON_A_SCREEN = 25
# What it calls again and again, each with the rules of English made anew, the pages of docs call, too.
_COSTLY = "05_add_a_wording"
# Behind it a kernel knows no name of the notebook before, and only its libraries are loaded.
FORGET = "%reset -f\n%unload_ext whole_tables"


class ThisInterpreter(AsyncKernelManager):
    """Start the interpreter that runs the tests, whatever kernels the machine knows."""

    @property
    def kernel_spec(self) -> KernelSpec:
        argv = [sys.executable, "-m", "ipykernel_launcher", "-f", "{connection_file}"]
        return KernelSpec(argv=argv, name="python3", display_name="Python 3", language="python")


def read(file: Path) -> NotebookNode:
    notebook: NotebookNode = nbformat.read(file, as_version=4)  # type: ignore[no-untyped-call]
    return notebook


def written(notebook: NotebookNode) -> str:
    return f"{nbformat.writes(notebook)}\n"  # type: ignore[no-untyped-call]


def executed(file: Path, kernel: ThisInterpreter | None = None) -> NotebookNode:
    """Return the notebook with the outputs of a kernel, which works where Jupyter has it work."""
    notebook = read(file)
    if kernel:
        notebook.cells.insert(0, nbformat.v4.new_code_cell(FORGET))  # type: ignore[no-untyped-call]
    client = NotebookClient(
        notebook,
        km=kernel,
        kernel_manager_class=ThisInterpreter,
        timeout=120,
        record_timing=False,
        # What a cell prints arrives in pieces on a busy machine.
        coalesce_streams=True,
        resources={"metadata": {"path": str(file.parent)}},
    )
    client.execute()
    if kernel and client.kc:
        client.kc.stop_channels()
        del notebook.cells[0]
    notebook["metadata"] = METADATA
    return notebook


def outputs(notebook: NotebookNode) -> list[list[Any]]:
    """Return what each code cell put out, as far as people see it."""
    return [[_seen(output) for output in cell.outputs] for cell in notebook.cells if cell.cell_type == "code"]


def _seen(output: NotebookNode) -> dict[str, Any]:
    if output.output_type == "stream":
        return {output.name: output.text}
    data = output.get("data", {})
    return {"type": output.output_type} | {kind: data.get(kind) for kind in ("text/plain", "text/html")}


@pytest.fixture(scope="module")
def kernel(tmp_path_factory: pytest.TempPathFactory) -> Iterator[ThisInterpreter]:
    """Keep what the user or the machine sets for IPython, Jupyter and Polars out of the kernel, which all share."""
    folder = tmp_path_factory.mktemp("jupyter")
    with pytest.MonkeyPatch.context() as patch:
        for name in ("IPYTHONDIR", "JUPYTER_CONFIG_DIR", "JUPYTER_RUNTIME_DIR", "JUPYTER_DATA_DIR"):
            (folder / name).mkdir()
            patch.setenv(name, str(folder / name))
        for name in filter(re.compile("COLUMNS|CARDS|POLARS_").match, list(os.environ)):
            patch.delenv(name)
        patch.setenv("PYTHONDONTWRITEBYTECODE", "1")
        # What a notebook writes goes to a temporary folder.
        patch.setenv("TMPDIR", str(folder))
        shared = ThisInterpreter()
        yield shared
        run_sync(shared.shutdown_kernel)(now=True)


@pytest.mark.parametrize(
    "file",
    [pytest.param(file, marks=pytest.mark.whole if file.stem == _COSTLY else (), id=file.stem) for file in NOTEBOOKS],
)
def test_outputs_are_as_committed_and_nothing_is_left(file: Path, kernel: ThisInterpreter) -> None:
    committed = outputs(read(file))
    files = sorted(FOLDER.iterdir())
    # It works in a folder and with patterns of its own.
    assert outputs(executed(file, None if file.stem == _COSTLY else kernel)) == committed, (
        f"if this is as it should be: python {__file__}"
    )
    assert sorted(FOLDER.iterdir()) == files


@pytest.mark.whole
@pytest.mark.usefixtures("kernel")
@pytest.mark.skipif(not REAL_CARDS.is_dir(), reason="no databases of real cards beside the checkout")
def test_real_cards_can_be_asked_the_same(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("CARDS", str(REAL_CARDS))
    assert outputs(executed(FOLDER / "02_ask_a_database.ipynb"))


@pytest.mark.parametrize("file", NOTEBOOKS, ids=lambda file: file.stem)
def test_a_notebook_is_committed_as_it_is_written_anew(file: Path) -> None:
    notebook = read(file)
    nbformat.validate(notebook)
    assert file.read_text(encoding="utf-8") == written(notebook)
    assert notebook.metadata == METADATA
    cells = notebook.cells
    code = [cell for cell in cells if cell.cell_type == "code"]
    assert [cell.execution_count for cell in code] == list(range(1, len(code) + 1))
    assert not any(cell.metadata for cell in cells)
    # It asks first, and ends with what to try; a cell fits on a screen, and no output names a place on a machine.
    assert cells[0].cell_type == cells[-1].cell_type == "markdown"
    assert "?" in cells[0].source
    assert cells[-1].source.startswith("## What to try next")
    assert max(len(cell.source.splitlines()) for cell in cells) <= LINES_ON_A_SCREEN
    put_out = str(outputs(notebook))
    places = (str(FOLDER.parent), str(Path.home()), tempfile.gettempdir())
    assert [place for place in places if place in put_out] == []


def main() -> None:
    """Execute notebooks and write them with their outputs."""
    os.environ["PYTHONDONTWRITEBYTECODE"] = "1"
    for file in NOTEBOOKS:
        if file.stem.startswith(tuple(sys.argv[1:]) or ""):
            file.write_text(written(executed(file)), encoding="utf-8", newline="\n")


if __name__ == "__main__":
    main()
