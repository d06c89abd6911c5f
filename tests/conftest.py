"""No test opens a real window, makes a sound, or touches the player's own files."""

import atexit
import os
import random
import shutil
import signal
import subprocess
import sys
import tempfile
from pathlib import Path
from zlib import crc32

import platformdirs
import pytest
from hypothesis import settings

from tests.waiting import LIMIT_SECONDS

# In the background of a script it is ignored, and whatever a test starts would inherit that.
if signal.getsignal(signal.SIGINT) is signal.SIG_IGN:
    signal.signal(signal.SIGINT, signal.default_int_handler)
# The same examples in each run, and no test that fails for how long it takes.
settings.load_profile("ci")
# Before any test module imports pygame or the paths.
os.environ.setdefault("SDL_VIDEODRIVER", "dummy")
os.environ.setdefault("SDL_AUDIODRIVER", "dummy")
os.environ["LANG"] = "C"  # the window speaks English
for _name in ("LANGUAGE", "LC_ALL", "LC_MESSAGES"):
    os.environ.pop(_name, None)
# Kernels are nobody's own, and take a minute to compile: they outlive the tests.
os.environ.setdefault(
    "PLAYOUT_KERNEL_CACHE",
    str(platformdirs.user_cache_path("playout", appauthor=False) / "kernels"),
)
_HOME = tempfile.mkdtemp(prefix="playout-tests-")
os.environ["PLAYOUT_HOME"] = _HOME
atexit.register(shutil.rmtree, _HOME, ignore_errors=True)
# Where no bytecode is wanted beside the sources, the programs that tests start find it here.
if os.environ.pop("PYTHONDONTWRITEBYTECODE", ""):
    os.environ["PYTHONPYCACHEPREFIX"] = f"{_HOME}/bytecode"


def pytest_xdist_auto_num_workers(config: pytest.Config) -> int:
    """Run the tests of one file here and now: a worker takes seconds to start, and a gigabyte."""
    (first, *others) = {each.partition("::")[0] for each in config.args}
    return 0 if first.endswith(".py") and not others else min(4, max(2, os.cpu_count() or 2))


def pytest_sessionstart(session: pytest.Session) -> None:
    """Compile all kernels before all tests; a few tests compile what they need themselves."""
    config = session.config
    if hasattr(config, "workerinput") or config.args != config.getini("testpaths"):
        return
    from ai.engine.cache import is_warm

    if not is_warm():
        main = Path(__file__).parent.parent / "main.py"
        subprocess.run([sys.executable, str(main), "--warm-only"], check=True)


@pytest.fixture(autouse=True)
def _same_luck_every_time(request):
    """Draw the same boards in every run of a test, so that a failure repeats."""
    random.seed(request.node.nodeid)


@pytest.fixture(autouse=True, scope="session")
def _saving_may_take_long():
    """A window waits for a disk for seconds; a busy machine may need longer."""
    from game.store import json_store

    json_store.FLUSH_SECONDS = LIMIT_SECONDS  # type: ignore[misc]


@pytest.fixture
def storage(tmp_path):
    """The files of a program that has never been started."""
    from tests.rig import storage_in

    return storage_in(tmp_path)


@pytest.fixture
def paths(storage):
    """Where they are."""
    return storage.paths


@pytest.fixture
def worker():
    """An AI that answers when the test says so."""
    from tests.fakes import FakeWorker

    return FakeWorker()


@pytest.fixture
def clock():
    """Time that passes when the test says so."""
    from tests.fakes import Clock

    return Clock()


_QUICK = {
    "": "docs floors shape",
    "rules/": "boards every_game samegame samegame_plans tictactoe",
    "ai/": "every_searcher root_summary truth worker",
    "boards/": "grid overlay",
    "cli/": "gtp",
    "game/": "grading session storage text",
    "scenes/": "controller_alone first_steps search_requests show",
    "ui/": "app layout theme widgets",
}
QUICK = {f"{place}test_{name}.py" for place, names in _QUICK.items() for name in names.split()}
"""Files of which `-m quick` runs what the test command runs of them: a look at each part."""
SAMPLE = 10
"""Of a test with several cases the test command runs about one in so many, `.ci/run` all."""


def _is_quick(file: Path) -> bool:
    return file.relative_to(Path(__file__).parent).as_posix() in QUICK


def pytest_ignore_collect(collection_path: Path, config: pytest.Config) -> bool | None:
    """Read no other file for the quick tests: that alone takes longer than they do."""
    is_other = collection_path.suffix == ".py" and not _is_quick(collection_path)
    return True if config.option.markexpr == "quick" and is_other else None


@pytest.hookimpl(tryfirst=True)
def pytest_collection_modifyitems(config: pytest.Config, items: list[pytest.Item]) -> None:
    """Leave the cases beside a sample to the thorough tests, unless some were asked for by name."""
    if config.args == config.getini("testpaths"):
        _leave_a_sample(items)
    for item in items:
        if _is_quick(item.path) and item.get_closest_marker("thorough") is None:
            item.add_marker(pytest.mark.quick)


def _leave_a_sample(items: list[pytest.Item]) -> None:
    cases: dict[str, list[pytest.Item]] = {}
    for item in items:
        cases.setdefault(item.nodeid.partition("[")[0], []).append(item)
    for test, each in cases.items():
        first = crc32(test.encode()) % min(len(each), SAMPLE)  # not of all tests the same game
        for number, item in enumerate(each):
            if number % SAMPLE != first:
                item.add_marker(pytest.mark.thorough)
