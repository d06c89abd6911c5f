"""The example as the program loads it: out of a folder that is named."""

import pytest

from tests.plugins import ROOT, home, loaded  # noqa: F401 - fixtures

FOLDER = ROOT / "examples" / "connect_four"


@pytest.fixture
def connect_four(loaded):  # noqa: F811
    """The example, in the list of games."""
    return loaded(FOLDER)
