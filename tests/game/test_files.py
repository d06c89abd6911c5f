import json
import os
import subprocess
import sys
import time
from types import SimpleNamespace

import pytest

from ai import files
from ai.engine import private_files
from game.store.files import new_file, put_aside, read_json, sweep, write_json
from tests.waiting import wait_for

ODD = {"nan": float("nan"), "inf": float("-inf"), "half": "\ud800", "nul": "\x00", "ö": [1e300]}


def test_what_was_written_is_read_again_whatever_is_in_it(tmp_path):
    path = tmp_path / "new" / "file.json"
    write_json(path, ODD)
    assert repr(read_json(path)) == repr(ODD)
    assert list(path.parent.iterdir()) == [path]


@pytest.mark.parametrize("depth", [40, 60, 300, 900, 5_000, 200_000])
def test_what_can_be_read_can_be_written(tmp_path, depth):
    path = tmp_path / "file.json"
    path.write_text("[" * depth + "]" * depth)
    try:
        data = read_json(path)
    except ValueError:
        assert depth > 50
    else:
        assert depth <= 50
        write_json(path, data)
        assert read_json(path) == data


@pytest.mark.parametrize("content", [b"", b"{", b"\xff", b'{"a": 1', b"9" * 5000, b"[1] 2"])
def test_what_is_no_json_is_damaged_but_for_a_byte_order_mark(tmp_path, content):
    path = tmp_path / "file.json"
    path.write_bytes(content)
    with pytest.raises(ValueError, match=r"\w"):
        read_json(path)
    path.write_bytes(b'\xef\xbb\xbf{"a": 1}')
    assert read_json(path) == {"a": 1}


OTHER_THINGS = {
    "folder": os.mkdir,
    "pipe": lambda path: os.mkfifo(path),
    "loop": lambda path: path.symlink_to(path.name),
    "endless": lambda path: path.symlink_to("/dev/zero"),
    "huge": lambda path: path.touch() or os.truncate(path, 2**40),
}


@pytest.mark.skipif(sys.platform == "win32", reason="needs pipes and links")
@pytest.mark.parametrize("put", OTHER_THINGS)
def test_what_is_no_file_of_ours_is_not_read_for_ever(tmp_path, put):
    path = tmp_path / "file.json"
    OTHER_THINGS[put](path)
    with pytest.raises(OSError, match=r"\w") as caught:
        read_json(path)
    assert not isinstance(caught.value, FileNotFoundError)
    assert caught.value.strerror


@pytest.mark.skipif(sys.platform == "win32", reason="links need a permission there")
def test_no_file_is_told_from_one_that_cannot_be_read(tmp_path):
    with pytest.raises(FileNotFoundError):
        read_json(tmp_path / "file.json")
    (tmp_path / "loop").symlink_to(tmp_path / "loop")
    with pytest.raises(OSError, match="symbolic links"):
        read_json(tmp_path / "loop")


@pytest.mark.skipif(sys.platform == "win32", reason="links need a permission there")
def test_a_link_to_a_file_stays_one(tmp_path):
    path, place = tmp_path / "settings.json", tmp_path / "elsewhere" / "mine.json"
    write_json(place, 1)
    path.symlink_to(place)
    write_json(path, 2)
    assert path.is_symlink()
    assert read_json(place) == 2


def test_nothing_that_is_kept_beside_takes_the_place_of_another(tmp_path):
    path = tmp_path / "file.json"
    for number in range(3):
        path.write_text(str(number))
        put_aside(path)
    found = {each.name: each.read_text() for each in tmp_path.iterdir()}
    assert found == {
        "file.damaged.json": "0",
        "file.damaged-2.json": "1",
        "file.damaged-3.json": "2",
    }


WRITER = """
import sys
from pathlib import Path
from game.store.files import write_json
path = Path(sys.argv[1])
print("go", flush=True)
number = 0
while True:
    number += 1
    write_json(path, {"number": number, "filling": [number] * 20_000})
"""


def test_a_killed_program_leaves_the_old_or_the_new_file(tmp_path):
    path = tmp_path / "file.json"
    for patience in (0.05, 0.11, 0.2):
        command = [sys.executable, "-c", WRITER, str(path)]
        with subprocess.Popen(command, stdout=subprocess.PIPE) as process:
            process.stdout.readline()
            wait_for(path.exists)
            time.sleep(patience)
            process.kill()
        data = json.loads(path.read_text())
        assert data["filling"] == [data["number"]] * 20_000


def test_what_killed_saves_left_is_swept_and_nothing_else(tmp_path):
    strays = [".library.sqlite3-1234.tmp-wal", ".hex.json-1234.tmp", ".settings.json-k3j_x2.tmp"]
    others = ["hex.json", "hex.damaged.json", ".hidden", "notes.tmp"]
    for name in strays + others:
        (tmp_path / name).write_text("")
    sweep([tmp_path, tmp_path / "missing", tmp_path / "hex.json"])
    assert sorted(each.name for each in tmp_path.iterdir()) == sorted(others)


class InUseError(PermissionError):
    """What Windows says of a file that somebody has open."""

    winerror = 32


@pytest.mark.parametrize(
    ("error", "refusals", "told"),
    [
        (InUseError, 1, ""),
        (InUseError, 5, ""),
        (InUseError, 10**9, "another program has the file open"),
        (PermissionError, 1, "Permission denied"),  # what time will not mend is told at once
    ],
)
def test_a_file_that_somebody_reads_is_replaced_as_soon_as_he_lets_go(
    tmp_path, monkeypatch, error, refusals, told
):
    move, tries = os.replace, []

    def refusing(source, target):
        tries.append(target)
        if len(tries) <= refusals:
            raise error(13, "Permission denied", str(source))
        move(source, target)

    path = tmp_path / "file.json"
    write_json(path, 1)
    monkeypatch.setattr(os, "replace", refusing)
    slept = []
    clock = SimpleNamespace(monotonic=lambda: sum(slept), sleep=slept.append)
    monkeypatch.setattr(files, "time", clock)
    for written in (write_json, lambda path, _: private_files.replace(path, b"2")):
        tries.clear()
        if told:
            with pytest.raises(PermissionError, match=told):
                written(path, 2)
        else:
            written(path, 2)
        assert read_json(path) == (1 if told else 2)
        assert error is InUseError or len(tries) == 1
        assert list(tmp_path.iterdir()) == [path], "nothing is left of what could not be moved"


def test_a_new_file_that_cannot_be_written_is_gone_again_and_no_other_is(tmp_path):
    (tmp_path / "a.png").write_text("first")

    def write() -> None:
        with new_file(tmp_path / "a.png") as path:
            assert path.name == "a-2.png"
            path.write_text("half")
            raise OSError("full")

    with pytest.raises(OSError, match="full"):
        write()
    assert [file.read_text() for file in tmp_path.iterdir()] == ["first"]
