"""The bundle on a system of Debian 11, with hardly more in it than the package asks for."""

import os
import shutil
import subprocess
from pathlib import Path

import pytest

from tests.processes import answer_of

RELEASE = "bullseye"
WANTED = ("libc6", "libstdc++6", "libgcc-s1", "zlib1g")
"""What the Debian package depends on, and what that does."""
FOR_THE_STARTER = ("libc-bin", "dash", "coreutils")
LIMIT_SECONDS = 300

pytestmark = pytest.mark.skipif(
    shutil.which("apt-get") is None or os.getuid() != 0,
    reason="an old system is put together by root, out of Debian's packages",
)


def fetch(folder: Path) -> list[Path]:
    """Fetch packages from where this system has its own from."""
    (folder / "lists" / "partial").mkdir(parents=True)
    targets = ["apt-get", "indextargets", "--format", "$(REPO_URI)", "Component: main"]
    mirrors = answer_of(targets, check=True).stdout.split()
    mirror = next(mirror for mirror in mirrors if mirror.rstrip("/").endswith("/debian"))
    key = "/usr/share/keyrings/debian-archive-keyring.gpg"
    sources = folder / "sources.list"
    sources.write_text(f"deb [signed-by={key}] {mirror} {RELEASE} main\n")
    settings = {
        "Dir::Etc::SourceList": sources,
        "Dir::Etc::SourceParts": "-",
        "Dir::State::Lists": folder / "lists",
        "Dir::State::Status": "/dev/null",
        "Dir::Cache": folder,
        "Acquire::Languages": "none",
        "APT::Sandbox::User": "root",
    }
    options = [word for name, value in settings.items() for word in ("-o", f"{name}={value}")]
    for command in (["update"], ["download", *WANTED, *FOR_THE_STARTER]):
        subprocess.run(["apt-get", "-qq", *options, *command], cwd=folder, check=True)
    return sorted(folder.glob("*.deb"))


@pytest.fixture(scope="module")
def root(bundle: Path, tmp_path_factory: pytest.TempPathFactory) -> Path:
    """The old system's folder, with the bundle in ``/opt/playout``."""
    root = tmp_path_factory.mktemp("old") / "root"
    for package in fetch(tmp_path_factory.mktemp("packages")):
        subprocess.run(["dpkg-deb", "--extract", str(package), str(root)], check=True)
    for folder in ("dev", "opt", "tmp"):
        (root / folder).mkdir(exist_ok=True)
    os.mknod(root / "dev" / "null", 0o666 | 0o020000, os.makedev(1, 3))
    shutil.copytree(bundle.parent, root / "opt" / "playout", symlinks=True)
    return root


def run(root: Path, *command: str) -> "subprocess.CompletedProcess[str]":
    return answer_of(
        ["chroot", str(root), *command],
        env={"PATH": "/usr/sbin:/usr/bin:/bin", "HOME": "/tmp", "SDL_VIDEODRIVER": "dummy"},
        timeout=LIMIT_SECONDS,
    )


def test_all_of_it_works_there(root: Path) -> None:
    assert run(root, "/usr/bin/getconf", "GNU_LIBC_VERSION").stdout == "glibc 2.31\n"
    answer = run(root, "/opt/playout/playout", "--self-test")
    assert answer.returncode == 0, answer.stdout + answer.stderr
    assert "Warning" not in answer.stderr, "its Python is none that numba knows"
