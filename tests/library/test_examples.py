"""Every example of the library's page runs as it stands."""

import re
from pathlib import Path

import pytest

ROOT = Path(__file__).parents[2]
EXAMPLES = re.findall(
    r"```python\n(.*?)```", (ROOT / "docs" / "library.md").read_text("utf-8"), re.S
)


def test_there_are_six() -> None:
    assert len(EXAMPLES) == 6


@pytest.mark.parametrize("number", range(len(EXAMPLES)))
def test_an_example_runs(number: int, capsys: pytest.CaptureFixture[str]) -> None:
    exec(compile(EXAMPLES[number], f"example {number + 1}", "exec"), {"__name__": "__main__"})
    assert capsys.readouterr().out
