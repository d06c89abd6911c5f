"""No test opens a real window, makes a sound, or touches the player's own files."""

import atexit
import os
import random
import shutil
import subprocess
import sys
import tempfile
from collections import Counter
from pathlib import Path

import platformdirs
import pytest

# Before any test module imports pygame or the paths.
os.environ.setdefault("SDL_VIDEODRIVER", "dummy")
os.environ.setdefault("SDL_AUDIODRIVER", "dummy")
# Kernels are nobody's own, and take a minute to compile: they outlive the tests.
os.environ.setdefault(
    "PLAYOUT_KERNEL_CACHE",
    str(platformdirs.user_cache_path("playout", appauthor=False) / "kernels"),
)
_HOME = tempfile.mkdtemp(prefix="playout-tests-")
os.environ["PLAYOUT_HOME"] = _HOME
atexit.register(shutil.rmtree, _HOME, ignore_errors=True)


def pytest_sessionstart(session: pytest.Session) -> None:
    """Compile all kernels before all tests; a few tests compile what they need themselves."""
    config = session.config
    if hasattr(config, "workerinput") or config.args != config.getini("testpaths"):
        return
    from ai.engine.warmup import is_warm

    if not is_warm():
        main = Path(__file__).parent.parent / "main.py"
        subprocess.run([sys.executable, str(main), "--warm-only"], check=True)


@pytest.fixture(autouse=True)
def _same_luck_every_time(request: pytest.FixtureRequest) -> None:
    """Draw the same boards in every run of a test, so that a failure repeats."""
    random.seed(request.node.nodeid)


@pytest.hookimpl(tryfirst=True)
def pytest_collection_modifyitems(items: list[pytest.Item]) -> None:
    """Leave the cases between those of a sample to the thorough tests."""
    seen: Counter[str] = Counter()
    for item in items:
        sample = item.get_closest_marker("sample")
        if sample is None:
            continue
        test = item.nodeid.partition("[")[0]
        if seen[test] % sample.args[0]:
            item.add_marker(pytest.mark.thorough)
        seen[test] += 1
