"""Every example of the library's page runs as it stands, and so does the notebook."""

import json
import re
from pathlib import Path

import pytest

from ai.contract.games import plugged
from tests.plugins import emptied

ROOT = Path(__file__).parents[2]
EXAMPLES = re.findall(
    r"```python\n(.*?)```", (ROOT / "docs" / "library.md").read_text("utf-8"), re.S
)


@pytest.mark.parametrize("number", range(8))
def test_an_example_runs(number, capsys, tmp_path, monkeypatch):
    monkeypatch.chdir(tmp_path)  # where one of them draws its plot
    assert len(EXAMPLES) == 8
    with emptied(plugged):
        exec(compile(EXAMPLES[number], f"example {number + 1}", "exec"), {"__name__": "__main__"})
    assert capsys.readouterr().out


def test_the_notebook_runs_and_holds_no_output(capsys):
    notebook = json.loads((ROOT / "examples" / "watching_a_search.ipynb").read_text("utf-8"))
    names: dict[str, object] = {}
    for cell in notebook["cells"]:
        if cell["cell_type"] == "code":
            assert (cell["outputs"], cell["execution_count"]) == ([], None)
            exec("".join(cell["source"]), names)
            assert capsys.readouterr().out
