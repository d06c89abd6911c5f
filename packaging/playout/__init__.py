"""Playout as an installed package: one folder that contains the whole program.

Its modules have the same names as in the sources, and are found here before all others.
"""

import sys
from pathlib import Path

sys.path.insert(0, str(Path(__file__).resolve().parent))


def main() -> int:
    """Run the program; return its exit code."""
    from main import main as run

    return run()
