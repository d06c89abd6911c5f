"""What docs/adding-a-game.md shows of the example stands there."""

import re
from pathlib import Path

import pytest

ROOT = Path(__file__).parents[2]
TEXT = (ROOT / "docs" / "adding-a-game.md").read_text("utf-8")
EXAMPLE = ROOT / "examples" / "connect_four"
SECTIONS = dict(re.findall(r"^## `(\w+\.py)`.*?\n(.*?)(?=^## |\Z)", TEXT, re.M | re.S))
BLOCKS = [
    (name, block)
    for name, body in SECTIONS.items()
    for block in re.findall(r"```python\n(.*?)```", body, re.S)
]


@pytest.mark.parametrize(("name", "block"), BLOCKS, ids=[name for name, _ in BLOCKS])
def test_what_is_shown_stands_there_in_that_order(name: str, block: str) -> None:
    lines = iter((EXAMPLE / name).read_text("utf-8").splitlines())
    for line in block.splitlines():
        assert line in lines, f"{name} has no line {line!r} there"


def test_every_file_is_walked_through() -> None:
    assert set(SECTIONS) == {path.name for path in EXAMPLE.glob("*.py")}
    assert {name for name, _ in BLOCKS} == set(SECTIONS)
