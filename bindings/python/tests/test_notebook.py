"""The notebook docs/coordinates.ipynb runs, and prints what stands in it."""

from __future__ import annotations

import subprocess
import sys
import tempfile
from pathlib import Path
from typing import Any

import pytest

pytest.importorskip("matplotlib")
pytest.importorskip("ipykernel")
nbclient = pytest.importorskip("nbclient")
nbformat = pytest.importorskip("nbformat")
Config = pytest.importorskip("traitlets.config").Config

NOTEBOOK = Path(__file__).parents[3] / "docs" / "coordinates.ipynb"


def printed(cell: Any) -> list[tuple[str, str]]:
    """What a cell shows, as kinds and texts. Of a plot only that it is there: fonts differ between machines."""
    shown: list[tuple[str, str]] = []
    for output in cell.get("outputs", []):
        if output.output_type == "stream":
            text = output.text
            if shown and shown[-1][0] == output.name:  # it comes in pieces of any length
                text = shown.pop()[1] + text
            shown.append((output.name, text))
        elif "image/png" in output.data:
            shown.append(("plot", ""))
        else:
            shown += [(kind, "".join(text)) for kind, text in sorted(output.data.items()) if kind != "text/plain"]
    return shown


@pytest.mark.skipif(not NOTEBOOK.exists(), reason="the documentation is not there")
@pytest.mark.parametrize(
    "left_out", [pytest.param("slow", id="without the cells tagged slow"), pytest.param("", id="all", marks=pytest.mark.slow)]
)
def test_the_notebook_is_true(left_out: str, monkeypatch: pytest.MonkeyPatch) -> None:
    committed = nbformat.read(NOTEBOOK, as_version=4)
    run = nbformat.read(NOTEBOOK, as_version=4)
    with tempfile.TemporaryDirectory(prefix="nb") as folder:  # a short name, as that of a socket must be
        monkeypatch.setenv("JUPYTER_RUNTIME_DIR", folder)
        monkeypatch.setenv("IPYTHONDIR", folder)
        # Matplotlib lists the fonts of the machine at its first import, and says so on one that is slow: that is now.
        monkeypatch.setenv("MPLCONFIGDIR", folder)
        subprocess.run([sys.executable, "-c", "import matplotlib.font_manager"], capture_output=True, check=True)
        sockets = Config(KernelManager={"transport": "ipc"})  # no ports, which another program might take
        nbclient.NotebookClient(
            run, timeout=1700, kernel_name="python3", skip_cells_with_tag=left_out, config=sockets
        ).execute()
    plots = skipped = 0
    for there, now in zip(committed.cells, run.cells):
        if left_out in there.metadata.get("tags", []):
            skipped += 1
            continue
        assert printed(now) == printed(there), there.source
        plots += ("plot", "") in printed(now)
    assert (plots, skipped) == ((5, 1) if left_out else (6, 0))
