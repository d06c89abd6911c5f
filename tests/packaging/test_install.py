"""The installer for Linux: whatever happens to it, a whole version of the program is there."""

import os
import shutil
import signal
import subprocess
import sys
from xml.etree import ElementTree

import pytest

from game.library.game_files import SUFFIX
from game.play.session import Session
from game.play.text import write
from tests.processes import ROOT, answer_of

LINUX = ROOT / "packaging" / "linux"
FILES = 30

pytestmark = [pytest.mark.skipif(sys.platform != "linux", reason="for Linux only")]


def make_bundle(folder, version):
    """Make what stands for a bundle: a program that tells its version, and many files."""
    (folder / "_internal").mkdir(parents=True)
    for number in range(FILES):
        (folder / "_internal" / f"part{number}").write_text(version)
    program = folder / "playout"
    program.write_text(f"#!/bin/sh\necho {version}\n")
    program.chmod(0o755)
    shutil.copy(LINUX / "install.sh", folder)
    for place, name in (
        ("applications", "playout.desktop"),
        ("mime/packages", "playout.xml"),
        ("metainfo", "x.metainfo.xml"),
    ):
        (folder / "share" / place).mkdir(parents=True)
        text = (LINUX / name).read_text() if (LINUX / name).exists() else version
        (folder / "share" / place / name).write_text(text)
    for name in (
        "icons/hicolor/16x16/apps/playout.png",
        "man/man1/playout.1.gz",
        "bash-completion/completions/playout",
        "zsh/site-functions/_playout",
        "fish/vendor_completions.d/playout.fish",
    ):
        (folder / "share" / name).parent.mkdir(parents=True)
        (folder / "share" / name).write_text(version)
    return folder


class Home:
    """A home to install into."""

    def __init__(self, folder):
        self.folder = folder
        self.data = folder / "data"
        self.program = self.data / "playout-app"

    def install(self, bundle, *options, path=()):
        environment = {
            **os.environ,
            "HOME": str(self.folder),
            "XDG_DATA_HOME": str(self.data),
            "PATH": os.pathsep.join([*map(str, path), os.environ["PATH"]]),
        }
        command = ["sh", str(bundle / "install.sh"), *options]
        return answer_of(command, env=environment)

    def run(self, program=None):
        link = self.folder / ".local" / "bin" / "playout"
        return subprocess.check_output([program or link], text=True).strip()

    def assert_whole(self, version, program=None):
        program = program or self.program
        assert self.run(program / "playout") == version
        parts = sorted((program / "_internal").iterdir())
        assert [part.read_text() for part in parts] == [version] * FILES
        nested = [path for path in program.rglob("install.sh") if path.parent != program]
        assert not nested

    def assert_installed(self, version):
        self.assert_whole(version)
        assert self.run() == version
        assert sorted(path.name for path in self.data.glob("playout-app*")) == ["playout-app"]
        icon = self.data / "icons" / "hicolor" / "16x16" / "apps" / "playout.png"
        assert icon.read_text() == version


@pytest.fixture
def home(tmp_path):
    return Home(tmp_path / "home")


@pytest.fixture
def bundles(tmp_path):
    return [make_bundle(tmp_path / f"bundle {name}", name) for name in ("one", "two")]


def test_it_installs_replaces_and_removes(home, bundles):
    for bundle, version in zip(bundles, ("one", "two"), strict=True):
        done = home.install(bundle)
        assert done.returncode == 0, done.stderr
        home.assert_installed(version)
    again = home.install(home.program)
    assert again.returncode == 1
    assert "already installed" in again.stderr
    home.assert_installed("two")
    assert home.install(home.program, "--remove").returncode == 0
    assert not (home.data / "mime" / "packages" / "playout.xml").exists()
    shutil.rmtree(home.data / "mime")  # what the system keeps of all of them
    left = [path for path in home.folder.rglob("*") if path.is_file() or path.is_symlink()]
    assert {path.name for path in left} <= {"x.metainfo.xml", "mimeinfo.cache"}
    assert home.install(bundles[0], "--help").returncode == 2


STEP = """#!/bin/sh
# Does its work, or a part of it, and lets the installer die there.
count=$(cat {count})
count=$((count - 1))
echo $count >{count}
if [ $count -eq 0 ] && [ {when} = before ]; then kill -{signal} $PPID; exit 1; fi
if [ $count -eq 0 ] && [ {when} = midway ] && [ {tool} = cp ]; then
    eval "from=\\"\\$$(($# - 1))\\" to=\\"\\$$#\\""
    mkdir -p "$to"; cp "$from/playout" "$to/" 2>/dev/null
    kill -{signal} $PPID; exit 1
fi
{real} "$@"
code=$?
if [ $count -eq 0 ]; then kill -{signal} $PPID; fi
exit $code
"""
TOOLS = ("cp", "mv", "rm", "ln", "mkdir", "sed")


@pytest.mark.parametrize("when", ["before", "midway", "after"])
@pytest.mark.parametrize("ending", [signal.SIGKILL, signal.SIGTERM])
def test_interrupted_anywhere_the_old_or_the_new_version_is_there(
    home, bundles, tmp_path, when, ending
):
    """The next run goes on as if there had been no other."""
    steps, count = tmp_path / "steps", tmp_path / "count"
    steps.mkdir()
    for tool in TOOLS:
        wrapper = steps / tool
        values = {"count": count, "when": when, "tool": tool, "real": shutil.which(tool)}
        wrapper.write_text(STEP.format(**values, signal=int(ending)))
        wrapper.chmod(0o755)
    for number in range(1, 40):
        assert home.install(bundles[0]).returncode == 0
        home.assert_installed("one")
        count.write_text(str(number))
        done = home.install(bundles[1], path=[steps])
        if int(count.read_text()) > 0:
            break
        assert done.returncode != 0
        if home.program.exists():
            home.assert_whole(home.run(home.program / "playout"))
        else:
            assert ending == signal.SIGKILL, "anything else it tidies up itself"
            home.assert_whole("one", home.program.with_name("playout-app.old"))
        done = home.install(bundles[1])
        assert done.returncode == 0, done.stderr
        home.assert_installed("two")
    assert number > 8, "every step was interrupted"


def test_a_step_that_fails_leaves_the_old_version(home, bundles, tmp_path):
    steps = tmp_path / "steps"
    steps.mkdir()
    assert home.install(bundles[0]).returncode == 0
    for tool in ("cp", "mv"):
        wrapper = steps / tool
        wrapper.write_text("#!/bin/sh\necho No space left on device >&2\nexit 1\n")
        wrapper.chmod(0o755)
        assert home.install(bundles[1], path=[steps]).returncode != 0
        wrapper.unlink()
        home.assert_installed("one")


ODD_NAMES = ["a&b", "a|b", "a b", "a'b", 'a"b', "a$HOME", "a`id`", "a%u", "a\\b", "ä", "-n", "a*"]


@pytest.mark.parametrize("name", ODD_NAMES)
def test_any_name_of_a_folder_will_do(tmp_path, name):
    home = Home(tmp_path / name)
    bundle = make_bundle(tmp_path / f"{name} bundle" / name, "one")
    done = home.install(bundle)
    assert done.returncode == 0, done.stderr
    home.assert_installed("one")
    entry = home.data / "applications" / "playout.desktop"
    values = dict(line.split("=", 1) for line in entry.read_text().splitlines() if "=" in line)
    assert unescaped(values["TryExec"]) == f"{home.program}/playout"
    program, file = values["Exec"].rsplit(" ", 1)
    assert started_by(program) == [f"{home.program}/playout"]
    assert file == "%f"
    assert values["MimeType"] == "application/x-playout;"
    assert (home.data / "mime" / "packages" / "playout.xml").exists()
    assert values["Icon"] == "playout"
    if shutil.which("desktop-file-validate"):
        subprocess.run(["desktop-file-validate", entry], check=True)
    assert home.install(bundle, "--remove").returncode == 0
    assert not entry.exists()


@pytest.mark.skipif(shutil.which("update-mime-database") is None, reason="no MIME database here")
def test_the_system_knows_a_game_by_its_name_and_by_its_beginning(tmp_path):
    (tmp_path / "packages").mkdir()
    shutil.copy(LINUX / "playout.xml", tmp_path / "packages")
    subprocess.run(["update-mime-database", tmp_path], check=True)
    assert f"50:application/x-playout:*{SUFFIX}" in (tmp_path / "globs2").read_text()
    beginning = write(Session("tictactoe", seed=1).record)
    magic = ElementTree.parse(LINUX / "playout.xml").find(".//{*}match").get("value")
    assert beginning.startswith(magic.replace("\\n", "\n"))


def test_a_name_that_no_menu_can_hold_is_refused(tmp_path):
    home = Home(tmp_path / "a\nb")
    done = home.install(make_bundle(tmp_path / "bundle", "one"))
    assert done.returncode == 1
    assert "cannot be installed" in done.stderr
    assert not home.folder.exists()


def unescaped(text):
    """Read a string of a desktop entry, as the specification says."""
    return text.replace("\\\\", "\\")


def started_by(text):
    """Return the words of an Exec line, as the specification says; ours is one in quotes."""
    text = unescaped(text)
    assert text[0] == text[-1] == '"'
    word, rest = "", text[1:-1]
    while rest:
        if rest[0] == "\\":
            rest = rest[1:]
        else:
            assert rest[0] not in '"`$'
        word, rest = word + rest[0], rest[1:]
    return [word.replace("%%", "%")]
