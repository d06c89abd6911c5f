"""What desktops and the installer say of the program, in all its languages."""

import subprocess
import sys
import xml.etree.ElementTree as ET

import pytest

from game.words.language import ENGLISH, LANGUAGES
from tests.processes import ROOT

LINUX = ROOT / "packaging" / "linux"
XML_LANG = "{http://www.w3.org/XML/1998/namespace}lang"
OTHERS = [code for code in LANGUAGES if code != ENGLISH]


@pytest.fixture(scope="module")
def words():
    sys.path.insert(0, str(ROOT / "packaging"))
    try:
        import words
    finally:
        sys.path.pop(0)
    return words


def test_a_menu_entry_is_in_all_languages(words):
    entry = words.desktop((LINUX / "playout.desktop").read_text("utf-8"))
    for name in ("GenericName", "Comment"):
        told = [line for line in entry.splitlines() if line.startswith(name)]
        assert len({line.partition("=")[2] for line in told}) == len(LANGUAGES)
        assert told[0].startswith(f"{name}=")
        assert [line.partition("=")[0] for line in told[1:]] == [f"{name}[{c}]" for c in OTHERS]


@pytest.mark.parametrize(
    ("file", "tag", "told"),
    [
        ("io.github.playout.playout.metainfo.xml", "summary", "metainfo"),
        ("io.github.playout.playout.metainfo.xml", "p", "metainfo"),
        ("playout.xml", "comment", "file_type"),
    ],
)
def test_descriptions_are_in_all_languages(file, tag, told, words):
    text = getattr(words, told)((LINUX / file).read_text("utf-8"))
    found = [each for each in ET.fromstring(text).iter() if each.tag.endswith(tag)]
    found = [each for each in found if each.tag.rpartition("}")[2] == tag]
    languages = [each.get(XML_LANG) for each in found]
    assert languages.count(None) in (1, 2)
    assert {*languages} == {None, *(code.replace("_", "-") for code in OTHERS)}


def test_the_installer_speaks_all_languages(words, tmp_path):
    file = tmp_path / "words.nsh"
    script = str(ROOT / "packaging" / "words.py")
    subprocess.run([sys.executable, script, "installer", str(file)], check=True)
    lines = file.read_text("utf-8-sig").splitlines()
    assert [line for line in lines if line.startswith("!insertmacro")] == [
        f'!insertmacro MUI_LANGUAGE "{words.WINDOWS_NAMES[code]}"' for code in LANGUAGES
    ]
    script = (ROOT / "packaging" / "windows" / "installer.nsi").read_text("utf-8")
    for name in words.INSTALLER:
        assert f"$({name})" in script
        of_one = [line for line in lines if line.startswith(f"LangString {name} ")]
        assert len({line.partition('"')[2] for line in of_one}) == len(LANGUAGES), name
