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

each_document = pytest.mark.parametrize(
    "document", DOCUMENTS, ids=[str(each.relative_to(ROOT)) for each in DOCUMENTS]
)


@each_document
def test_every_file_that_is_named_exists(document: Path) -> None:
    named = set(re.findall(rf"`((?:{FOLDERS})/[\w/.-]+)`", document.read_text("utf-8")))
    assert [name for name in sorted(named) if not (ROOT / name).exists()] == []


@each_document
def test_every_picture_and_link_leads_somewhere(document: Path) -> None:
    targets = re.findall(r"\]\(([^)]+)\)", document.read_text("utf-8"))
    local = [target for target in targets if "://" not in target]
    assert [target for target in local if not (document.parent / target).exists()] == []


@each_document
def test_every_module_to_run_exists(document: Path) -> None:
    text = document.read_text("utf-8")
    modules = set(re.findall(r"python -m ((?:benchmarks|tests)[.\w]*)", text))
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
