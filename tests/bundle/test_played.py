"""The program on a fresh home, in a real window, by the mouse."""

import time
from collections.abc import Callable, Iterator
from functools import cache
from pathlib import Path

import pygame
import pytest

from ai.contract.rules import State
from game.games.lattice.square_board import MOST_CELLS
from game.play.session import Mode, Session
from game.ui.layout import DEFAULT_WINDOW
from game.window.loop import STEADY_SECONDS
from tests.bundle.desktop import SCREEN, Desktop, Program, wait_for
from tests.bundle.player import Player, first_state

SMALL = (900, 640)


@pytest.fixture(scope="module")
def player(tmp_path_factory: pytest.TempPathFactory) -> Player:
    return Player(tmp_path_factory.mktemp("home") / "playout")


@pytest.fixture(scope="module")
def start(command: list[str], desktop: Desktop, player: Player) -> Iterator[Program]:
    player.program = Program(desktop, command, player.environment)
    yield player.program
    player.program.kill()


@pytest.fixture
def program(start: Program, player: Player) -> Program:
    """The program that runs at the moment; a test may have started another."""
    assert player.program.process.poll() is None
    return player.program


def shows(picture: Path, program: Program) -> int:
    """Return how many colours the window has in a picture: an empty one has but a few."""
    left, top, width, height = program.geometry()
    image = pygame.image.load(picture)
    points = ((x, y) for x in range(4, width - 4, 7) for y in range(4, height - 4, 7))
    return len({tuple(image.get_at((left + x, top + y))) for x, y in points})


def fills(picture: Path, program: Program) -> bool:
    """Tell whether the window is drawn to its corners; what nobody draws on is black."""
    left, top, width, height = program.geometry()
    image = pygame.image.load(picture)
    corners = ((x, y) for x in (left + 8, left + width - 8) for y in (top + 8, top + height - 8))
    return all(tuple(image.get_at(corner))[:3] != (0, 0, 0) for corner in corners)


def worst_move(state: State) -> int:
    """Return a move far from the middle, so that the AI comes to its end soon."""
    moves = state.legal_moves
    return moves[0] if len(moves) % 2 else moves[-1]


def finish(player: Player, game: str, choose: Callable[[State], int] = worst_move) -> Session:
    """Play a game that has begun to its end; return it as it was saved."""
    while not (session := player.saved(game)).state.is_terminal:
        player.play_move(game, session.state, choose(session.state))
    return session


def test_the_window_opens_at_its_size(program, desktop, artefacts):
    assert program.size == DEFAULT_WINDOW
    picture = artefacts / "home.png"
    wait_for("the home screen", lambda: shows(desktop.picture(picture), program) > 20)


def test_a_second_start_brings_the_window_to_the_front(program, player, command):
    player.start_again(command)


@pytest.mark.parametrize(
    ("game", "first"),
    [("tictactoe", 0), ("hex", 30), ("breakthrough", MOST_CELLS * 4 + 8), ("samegame", None)],
)
def test_a_game_is_played_to_its_end_with_a_hint(program, player, artefacts, game, first):
    go_home(program)
    program.click(player.card(game))
    if first is None:
        open_first_group(program, player)
    else:
        player.play_move(game, first_state(game), first)
    program.press("h")

    wait_for("the hint", lambda: player.saved(game).record.hints)
    program.desktop.picture(artefacts / f"{game}-hint.png")
    assert finish(player, game).record.hints == 1
    program.desktop.picture(artefacts / f"{game}-end.png")


def open_first_group(program: Program, player: Player) -> None:
    """Click tiles until one goes: nothing tells the board before its first move."""
    state = first_state("samegame")
    cells = iter(range(0, state.parameters.columns * state.parameters.rows, 5))

    def try_next() -> bool:
        program.click(player.cell(state, next(cells)))
        return player.saved("samegame").record.length > 0

    wait_for("the first group", try_next)


def test_a_mind_is_changed_by_undo_retry_and_demo(program, player, desktop, artefacts):
    go_home(program)
    program.click(player.card("tictactoe"))
    program.press("ctrl+n")
    state = first_state("tictactoe")
    wait_for("a new game", lambda: player.saved("tictactoe").record.length == 0)

    player.play_move("tictactoe", state, 0)
    program.click(player.control("tictactoe", "undo"))
    wait_for("the undo", lambda: player.saved("tictactoe").record.cursor == 0)
    program.click(player.cell(state, 0))
    wait_for("an answer to the same move", lambda: player.saved("tictactoe").record.cursor == 2)

    over = finish(player, "tictactoe", worst_by_far).record.moves
    desktop.picture(artefacts / "tictactoe-lost.png")
    # Home opens no finished game again, so nothing tells where its buttons are.
    program.press("r")
    # The AI looks at each position for a moment before it knows what was a mistake.
    wait_for("a retry", lambda: player.try_again("tictactoe"))
    again = player.saved("tictactoe")
    assert again.mode is Mode.PLAY
    other = next(m for m in again.state.legal_moves if m != over[again.record.cursor])
    length = again.record.cursor
    program.click(player.cell(again.state, other))
    wait_for("what is tried", lambda: player.saved("tictactoe").record.cursor > length)
    desktop.picture(artefacts / "tictactoe-retried.png")
    assert over in player.lines("tictactoe")

    # The demo goes on from what is shown, and the person's game is not lost by it.
    person = player.saved("tictactoe").record.moves
    program.click(player.control("tictactoe", "undo"))
    wait_for("the undo", lambda: player.saved("tictactoe").record.cursor < len(person))
    shown = player.saved("tictactoe").record.node.moves
    program.click(player.control("tictactoe", "demo"))
    wait_for("the demo", lambda: player.saved("tictactoe").record.cursor > len(shown))
    assert player.saved("tictactoe").record.node.moves[: len(shown)] == shown
    program.click(player.control("tictactoe", "play"))
    wait_for("the end of the demo", lambda: player.saved("tictactoe").mode is Mode.PLAY)
    assert person in player.lines("tictactoe")


def worst_by_far(state: State) -> int:
    """Return the move after which perfect play has least left for the player."""
    return min(state.legal_moves, key=lambda move: -best_result(state.play(move)))


@cache
def best_result(state: State) -> float:
    """Return what the player to move gets by perfect play; small boards only."""
    if state.is_terminal:
        return state.returns[state.current_player]
    return max(-best_result(state.play(move)) for move in state.legal_moves)


def go_home(program: Program) -> None:
    """Esc stops what thinks, closes what is open, then goes back; at home it does nothing.

    What has only just come under the pointer takes no press.
    """
    for _ in range(3):
        program.press("Escape")
    time.sleep(2 * STEADY_SECONDS)


def test_the_window_takes_other_sizes(program, desktop, artefacts):
    program.resize(*SMALL)
    wait_for("the smaller window", lambda: program.size == SMALL)
    wait_for("its picture", lambda: fills(desktop.picture(artefacts / "small.png"), program))
    program.press("F11")
    wait_for("fullscreen", lambda: program.size == SCREEN)
    wait_for("its picture", lambda: fills(desktop.picture(artefacts / "full.png"), program))
    program.press("F11")
    wait_for("the window again", lambda: program.size == SMALL)


def test_a_game_goes_on_after_the_program_was_closed(program, player, command, desktop, artefacts):
    opening = 31

    def begin() -> bool:
        # The window manager may swallow keys while the window leaves the whole screen.
        go_home(program)
        program.click(player.card("hex"))
        program.press("ctrl+n")
        program.click(player.cell(first_state("hex"), opening))
        time.sleep(1.0)
        return player.saved("hex").record.node.moves[:1] == (opening,)

    wait_for("a new game", begin)
    wait_for("the answer", lambda: player.is_my_turn("hex"))
    before, place = player.saved("hex"), program.geometry()
    assert program.quit() == 0

    player.program = Program(desktop, command, player.environment)
    wait_for("the window at its place", lambda: player.program.geometry() == place)
    picture = artefacts / "continue.png"
    wait_for("the home screen", lambda: shows(desktop.picture(picture), player.program) > 20)
    player.program.click(player.continue_button())
    move = worst_move(before.state)
    player.play_move("hex", before.state, move)
    assert player.saved("hex").record.node.moves[: before.record.length + 1] == (
        *before.record.node.moves,
        move,
    )
    assert player.program.quit() == 0
    assert not list(player.paths.config.parent.rglob("*.nbc")), "it brings its kernels"
