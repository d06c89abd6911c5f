"""What the documents name is there: files, modules to run, pictures."""

import re
from importlib.util import find_spec
from pathlib import Path

import pytest

from game.screens.help import KeyTable, key_tables

ROOT = Path(__file__).parents[1]
DOCUMENTS = sorted(
    [*ROOT.glob("*.md"), *(ROOT / "docs").glob("*.md"), *(ROOT / "assets").rglob("*.md")]
)
FOLDERS = "game|ai|tests|examples|docs|benchmarks|packaging|assets"


@pytest.mark.parametrize("document", DOCUMENTS, ids=lambda path: str(path.relative_to(ROOT)))
def test_every_file_link_picture_and_module_that_is_named_is_there(document: Path) -> None:
    text = document.read_text("utf-8")
    files = set(re.findall(rf"`((?:{FOLDERS})/[\w/.-]+)`", text))
    links = [link for link in re.findall(r"\]\(([^)]+)\)", text) if "://" not in link]
    modules = set(re.findall(r"python -m ((?:benchmarks|tests)[.\w]*)", text))
    assert [name for name in sorted(files) if not (ROOT / name).exists()] == []
    assert [link for link in links if not (document.parent / link).exists()] == []
    assert [name for name in sorted(modules) if find_spec(name) is None] == []


def in_markdown(table: KeyTable) -> str:
    """Return a table of Help as docs/keys.md has it."""
    rows = [
        f"| {' / '.join(key.replace(' ', '+') for key in row.keys)} | {row.text} |"
        for row in table.rows
    ]
    return "\n".join([f"## {table.title}", "", "| key | action |", "|---|---|", *rows, ""])


def test_the_page_of_keys_has_the_tables_of_help() -> None:
    page = (ROOT / "docs" / "keys.md").read_text("utf-8")
    tables = key_tables()
    assert [each.title for each in tables if in_markdown(each) not in page] == []
    assert re.findall("^## (.+)", page, re.MULTILINE) == [each.title for each in tables]


def test_the_readme_is_a_page_that_is_read_at_once() -> None:
    assert len((ROOT / "README.md").read_text("utf-8").splitlines()) <= 150


def test_every_file_that_the_project_names_in_its_settings_exists() -> None:
    settings = (ROOT / "pyproject.toml").read_text("utf-8")
    named = re.findall(rf'"((?:{FOLDERS})/[\w/]+\.py)"', settings)
    assert named
    assert [name for name in named if not (ROOT / name).exists()] == []
