"""The example in the program: by mouse, dropped into the data folder, and by the commands."""

import shutil

import pytest

from tests.bundle.conftest import ROOT
from tests.bundle.desktop import Program, wait_for
from tests.bundle.player import Player
from tests.examples.conftest import connect_four  # noqa: F401 - fixtures
from tests.game.test_plugins import loaded  # noqa: F401
from tests.processes import answer_of

FOLDER = ROOT / "examples" / "connect_four"
COMPILING_SECONDS = 400.0


@pytest.fixture
def home(tmp_path):
    return tmp_path / "playout"


@pytest.fixture
def player(home):
    player = Player(home)
    games = player.paths.data / "games"
    shutil.copytree(FOLDER, games / FOLDER.name, ignore=shutil.ignore_patterns("__pycache__"))
    return player


@pytest.fixture
def program(command, desktop, player):
    player.program = Program(desktop, command, player.environment)
    yield player.program
    player.program.kill()


def is_ready(player: Player) -> bool:
    """Tell whether the AI has begun, which it does once all games are there."""
    log = player.paths.log_file
    return log.exists() and "kernels are ready" in log.read_text("utf-8")


def test_it_is_played_to_its_end_by_mouse(
    program,
    player,
    desktop,
    artefacts,
    connect_four,  # noqa: F811
):
    name = connect_four.name
    state = connect_four.rules.new_game(connect_four.rules.parameters(), 0)
    wait_for("the AI", lambda: is_ready(player), COMPILING_SECONDS)
    program.click(player.card(name))
    program.click(player.cell(state, 5 * 7 + 3))
    wait_for("the first disc", lambda: player.saved(name).record.length > 0)
    assert player.saved(name).record.moves[0] == 3, "a disc falls to the lowest row"
    wait_for("the answer", lambda: player.is_my_turn(name), COMPILING_SECONDS)
    desktop.picture(artefacts / "connect-four.png")
    while not (state := player.saved(name).state).is_terminal:
        player.play_move(name, state, state.legal_moves[0])
    desktop.picture(artefacts / "connect-four-end.png")
    program.press("ctrl+n")
    wait_for("a new game", lambda: player.saved(name).record.length == 0)
    assert program.quit() == 0


@pytest.mark.parametrize(
    ("words", "said", "told"),
    [
        (("gtp", "connect_four"), "play black d1\nshowboard\nquit\n", "(X)"),
        (
            ("match", "connect_four", "mcts", "flat", "--games", "2", "--simulations", "40"),
            "",
            "A: mcts, 40 simulations a move",
        ),
    ],
    ids=["gtp", "match"],
)
def test_it_is_played_by_the_commands(commands, player, words, said, told):
    answer = answer_of(
        [*commands, *words],
        env={"PATH": "/usr/bin:/bin", "HOME": str(player.paths.data), **player.environment},
        cwd="/",
        input=said,
        timeout=COMPILING_SECONDS,
    )
    assert answer.returncode == 0, answer.stderr
    assert told in answer.stdout
