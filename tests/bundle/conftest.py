"""Where the program is, and a desktop to play it on.

``PLAYOUT_BUNDLE=dist/playout`` plays a bundle with ``pytest tests/bundle``. Without the variable
``pytest -n 0 tests/bundle`` plays the sources, leaving out what only a bundle has, and a run of all
tests leaves out all of these. ``PLAYOUT_COMMAND`` names another command to play, as
`packaging/windows/play.sh` does. Pictures are kept in ``PLAYOUT_ARTEFACTS``, if set.
"""

import os
import shutil
import sys
from collections.abc import Generator, Iterator
from pathlib import Path

import pytest

from tests.bundle.desktop import Desktop, missing_tools
from tests.processes import ROOT

BUNDLE = os.environ.get("PLAYOUT_BUNDLE")
COMMAND = os.environ.get("PLAYOUT_COMMAND")
STARTER = "playout"


def pytest_collection_modifyitems(config: pytest.Config, items: list[pytest.Item]) -> None:
    here = Path(__file__).parent
    places = [Path(each.partition("::")[0]).absolute() for each in config.args]
    is_asked_for = any(place == here or here in place.parents for place in places)
    for item in items:
        if item.path.is_relative_to(here):
            # They share one desktop and go on from each other.
            item.add_marker(pytest.mark.xdist_group("bundle"))
            needs_bundle = item.path.name in ("test_started.py", "test_old_system.py")
            if not BUNDLE and (needs_bundle or not is_asked_for):
                item.add_marker(pytest.mark.skip(reason="PLAYOUT_BUNDLE names no bundle"))


@pytest.fixture(scope="session")
def bundle(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """The bundle, moved to another folder with a space in its name."""
    assert BUNDLE
    place = tmp_path_factory.mktemp("moved") / "a folder"
    shutil.copytree(Path(BUNDLE).absolute(), place, symlinks=True)
    return place / STARTER


@pytest.fixture(scope="session")
def command(request: pytest.FixtureRequest) -> list[str]:
    """What starts the program: another command, the bundle, or the sources."""
    if COMMAND:
        return [COMMAND]
    if BUNDLE:
        return [str(request.getfixturevalue("bundle"))]
    return [sys.executable, str(ROOT / "main.py")]


@pytest.fixture(scope="session")
def commands(command: list[str]) -> list[str]:
    """What runs its commands: on Windows another program than the window's, which has streams."""
    console = Path(command[0]).parent / "console" / "playout"
    return [str(console)] if console.exists() else command


@pytest.fixture(scope="session")
def desktop() -> Iterator[Desktop]:
    missing = missing_tools()
    assert not missing, f"these programs are missing: {', '.join(missing)}"
    desktop = Desktop()
    yield desktop
    desktop.close()


@pytest.fixture(scope="session")
def artefacts(tmp_path_factory: pytest.TempPathFactory) -> Path:
    wanted = os.environ.get("PLAYOUT_ARTEFACTS")
    return Path(wanted) if wanted else tmp_path_factory.mktemp("artefacts")


@pytest.hookimpl(wrapper=True)
def pytest_runtest_makereport(
    item: pytest.Item, call: pytest.CallInfo[None]
) -> Generator[None, pytest.TestReport, pytest.TestReport]:
    """Keep a picture of the screen on which a test failed."""
    report = yield
    values = getattr(item, "funcargs", {})
    if report.failed and call.when == "call" and {"desktop", "artefacts"} <= set(values):
        values["desktop"].picture(values["artefacts"] / f"failed-{item.name}.png")
    return report
