"""What the documents name is there: files, modules to run, pictures."""

import re
from importlib.util import find_spec
from pathlib import Path

import pytest

from game.screens.help.screen import key_tables
from game.ui.commands import TABLES

ROOT = Path(__file__).parents[1]
DOCUMENTS = sorted(
    [*ROOT.glob("*.md"), *(ROOT / "docs").glob("*.md"), *(ROOT / "assets").rglob("*.md")]
)
TOLD_IN_WORDS = ("Drills", "Arena", "Look inside", "Game controller")
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


def keys_in_markdown() -> str:
    """Return the README's table of keys, as Help has them."""
    rows = ["| key | action |", "|---|---|"]
    for table in key_tables():
        named = "" if table.title in TABLES else f"{table.title}: "
        for row in () if table.title in TOLD_IN_WORDS else table.rows:
            keys = " / ".join(key.replace(" ", "+") for key in row.keys)
            rows.append(f"| {keys} | {named}{row.text} |")
    return "\n".join(rows)


def test_the_readme_has_the_keys_that_help_has() -> None:
    assert f"\n\n{keys_in_markdown()}\n\n" in (ROOT / "README.md").read_text("utf-8")


def test_every_file_that_the_project_names_in_its_settings_exists() -> None:
    settings = (ROOT / "pyproject.toml").read_text("utf-8")
    named = re.findall(rf'"((?:{FOLDERS})/[\w/]+\.py)"', settings)
    assert named
    assert [name for name in named if not (ROOT / name).exists()] == []
