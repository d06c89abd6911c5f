"""A tournament program made for Go plays whole games with this one: gomill's ringmaster."""

import shutil
import subprocess
import sys
from pathlib import Path

import pytest

MAIN = Path(__file__).resolve().parents[2] / "main.py"
RINGMASTER = shutil.which("ringmaster")

TOURNAMENT = """
competition_type = "playoff"
board_size = {size}
komi = 0
stderr_to_log = False
players = {{
    "A": Player("{engine} --searcher random --seed 1"),
    "B": Player("{engine} --searcher random --seed 2"),
}}
matchups = [Matchup("A", "B", alternating=True, scorer="players", number_of_games=4, id="game")]
"""


@pytest.mark.skipif(
    RINGMASTER is None,
    reason="gomill's ringmaster is not on the path; it is for Python 2.7: pip install gomill",
)
@pytest.mark.parametrize("size", [3, 15])
def test_a_tournament_program_plays_its_games_to_the_end(size: int, tmp_path: Path) -> None:
    assert RINGMASTER is not None
    engine = f"{sys.executable} {MAIN} gtp tictactoe"
    control = tmp_path / "games.ctl"
    control.write_text(TOURNAMENT.format(size=size, engine=engine))
    subprocess.run([RINGMASTER, control, "--quiet", "run"], check=True, timeout=120)
    results = (tmp_path / "games.hist").read_text().splitlines()
    # Resigned by who has lost, drawn where both pass; nobody forfeited a game or was silent.
    assert len(results) == 4
    assert all(line.endswith(("B+R", "W+R", "jigo")) for line in results)
    assert "forfeit" not in "".join(results)
