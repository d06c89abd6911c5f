import subprocess
import sys

from game.store.lock import FolderLock

HOLDER = """
import sys, time
from pathlib import Path
from game.store.lock import FolderLock
lock = FolderLock(Path(sys.argv[1]))
print(lock.acquire(), flush=True)
time.sleep(60)
"""


def test_the_first_one_has_it_until_it_lets_go(tmp_path):
    first, second = (FolderLock(tmp_path / "new" / "lock") for _ in range(2))
    assert first.acquire()
    assert first.acquire(), "it is its own already"
    assert not second.acquire()
    first.release()
    assert second.acquire()
    second.release()
    (tmp_path / "data").write_text("a file where a folder should be")
    assert FolderLock(tmp_path / "data" / "lock").acquire(), "it is no other window"


def test_a_killed_process_leaves_no_lock_behind(tmp_path):
    path = tmp_path / "lock"
    command = [sys.executable, "-c", HOLDER, str(path)]
    with subprocess.Popen(command, stdout=subprocess.PIPE, text=True) as holder:
        assert holder.stdout.readline() == "True\n"
        assert not FolderLock(path).acquire()
        holder.kill()
    lock = FolderLock(path)
    assert lock.acquire()
    lock.release()
