"""The example plays Connect Four, thinks about it and shows it; what is written of it is so."""

import random
import re
from collections.abc import Iterator
from itertools import islice

import pygame
import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from ai.contract.game import Game
from ai.contract.rules import IllegalMoveError, State
from ai.search.messages import Proof
from ai.searchers import make_searcher
from game.games.lattice.text import square_diagram
from tests.games import after
from tests.laws.player import Player, monkey
from tests.laws.world import playing
from tests.processes import ROOT
from tests.rig import Rig
from tests.rules.naive import mnk_winner
from tests.thinking import think

FOLDER = ROOT / "examples" / "connect_four"
MOST_LINES = 350
MONKEY_STEPS = 800
COLUMNS, ROWS = 7, 6
randoms = st.randoms(use_true_random=False)
unhurried = settings(max_examples=40, suppress_health_check=[HealthCheck.function_scoped_fixture])


def start(game: Game) -> State:
    return game.rules.new_game(game.rules.parameters(), 0)


@pytest.mark.parametrize(
    ("names", "move", "distance"),
    [
        ("d1 e1 d2 e2 d3 e3", "d4", 1),
        ("a1 b1 b2 c1 d1 c2 c3 d2 g1 d3", "d4", 1),
        ("d1 d2 c1 d3", "", 3),
        # Four of the other side are stopped.
        ("a1 e1 a2 e2 b1 e3", "e4", None),
        ("a1 c1 a2 d1 g1 e1 b1", "f1", None),
    ],
)
def test_a_win_is_found_and_proven(connect_four, names, move, distance):
    state = after(start(connect_four), names)
    result = think(make_searcher("mcts", connect_four.name, seed=1), state, 3_000)
    assert move in ("", state.move_to_string(result.move))
    if distance is not None:
        assert (result.info.proof, result.info.distance) == (Proof.WIN, distance)


def games(state: State, rng: random.Random) -> Iterator[State]:
    yield state
    while not state.is_terminal:
        state = state.play(rng.choice(state.legal_moves))
        yield state


def test_it_is_short():
    lines = [
        line.strip() for path in FOLDER.rglob("*.py") for line in path.read_text().splitlines()
    ]
    assert len([line for line in lines if line and not line.startswith("#")]) <= MOST_LINES


@given(rng=randoms)
@unhurried
def test_it_plays_by_the_rules(connect_four, rng):
    columns: list[list[int]] = [[] for _ in range(COLUMNS)]
    for ply, state in enumerate(games(start(connect_four), rng)):
        if state.last_move is not None:
            row, column = divmod(state.last_move, COLUMNS)
            assert row == len(columns[column])
            columns[column].append(2 - ply % 2)
        cells = {
            (row, column): discs[row] if row < len(discs) else 0
            for column, discs in enumerate(columns)
            for row in range(ROWS)
        }
        winners = mnk_winner(cells, 4)
        assert state.is_terminal == (bool(winners) or 0 not in cells.values())
        assert state.returns == {(): (0, 0), (1,): (1, -1), (2,): (-1, 1)}[tuple(winners)]
        landing = sorted(
            len(discs) * COLUMNS + column
            for column, discs in enumerate(columns)
            if len(discs) < ROWS
        )
        assert list(state.legal_moves) == ([] if state.is_terminal else landing)
        assert state.cells == tuple(cells[divmod(cell, COLUMNS)] for cell in range(42))
        assert {state.cells[cell] for cell in state.winning_line} == winners
        if winners:
            assert state.last_move in state.winning_line
            assert len(state.winning_line) >= 4


def test_a_disc_needs_something_below(connect_four):
    state = after(start(connect_four), "d1 d2")
    with pytest.raises(IllegalMoveError, match=r"^d4 is not legal here$"):
        state.move_from_string("d4")
    assert square_diagram(state).splitlines()[4] == " 2  . . .(O). . ."


# Its screen.


@pytest.fixture
def rig(tmp_path):
    pygame.display.init()
    pygame.font.init()
    pygame.display.set_mode((64, 48))
    return Rig(tmp_path)


def test_a_click_anywhere_in_a_column_drops_a_disc(connect_four, rig):
    scene = rig.open(connect_four.name, people=True)
    for cell in (5 * COLUMNS + 3, 3, 2 * COLUMNS + 3, 4):
        rig.click(rig.cell(cell))
        rig.settle()
    assert scene.session.record.node.moves == (3, 10, 17, 4)
    rig.key(pygame.K_z, pygame.KMOD_CTRL)
    assert scene.session.record.cursor == 3
    for _ in range(4):
        rig.click(rig.cell(3))
        rig.settle()
    assert scene.session.record.length == ROWS, "a full column takes no disc"


def test_it_is_shown_in_its_own_colours_and_the_disc_to_come_where_it_lands(connect_four, rig):
    scene = rig.open(connect_four.name)
    assert "Red to move" in scene.face.caption()
    bar = scene.face.eval_bar()
    assert bar.names == ("Red", "Yellow")
    assert bar.marks == connect_four.rules.marks
    landing = rig.cell(3)
    before = rig.surface.get_at(landing)
    rig.move(rig.cell(5 * COLUMNS + 3))
    rig.settle()
    assert rig.surface.get_at(landing) != before


@pytest.mark.thorough
def test_a_monkey_breaks_no_law_of_play(connect_four, tmp_path):
    with playing(connect_four.name, tmp_path, 0) as world:
        player = Player(world)
        for name, chance in islice(monkey("connect four"), MONKEY_STEPS):
            player.do(name, chance)
        assert world.presses


# docs/adding-a-game.md.


TEXT = (ROOT / "docs" / "adding-a-game.md").read_text("utf-8")
SECTIONS = dict(re.findall(r"^## `(\w+\.py)`.*?\n(.*?)(?=^## |\Z)", TEXT, re.M | re.S))
BLOCKS = [
    (name, block)
    for name, body in SECTIONS.items()
    for block in re.findall(r"```python\n(.*?)```", body, re.S)
]


@pytest.mark.parametrize(("name", "block"), BLOCKS, ids=[name for name, _ in BLOCKS])
def test_what_is_shown_stands_there_in_that_order(name: str, block: str) -> None:
    lines = iter((FOLDER / name).read_text("utf-8").splitlines())
    for line in block.splitlines():
        assert line in lines, f"{name} has no line {line!r} there"


def test_every_file_is_walked_through() -> None:
    assert set(SECTIONS) == {path.name for path in FOLDER.glob("*.py")}
    assert {name for name, _ in BLOCKS} == set(SECTIONS)
