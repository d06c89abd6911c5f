"""A monkey, and a state machine a game, that find what breaks a law of play; and the soak."""

import random
import signal
import subprocess
import sys
import threading
from itertools import islice
from pathlib import Path

import pygame
import pytest
from hypothesis import HealthCheck, settings
from hypothesis import strategies as st
from hypothesis.stateful import RuleBasedStateMachine, rule, run_state_machine_as_test

from benchmarks.soak import known_runs, open_files, play
from game.store.settings import Settings
from tests.games import GAMES
from tests.laws.player import PLAIN_KEYS, WEIGHTS, Player, Step, monkey
from tests.laws.world import playing, settings_of
from tests.processes import ROOT
from tests.saved import file_of, read_back
from tests.waiting import LIMIT_SECONDS

NAMES = [spec.name for spec in GAMES]
RUNS = [
    pytest.param(0, 1_100, marks=pytest.mark.thorough, id="small boards"),
    pytest.param(2, 500, id="short"),
    pytest.param(1, 1_100, marks=pytest.mark.thorough, id="chosen settings"),
]
"""The number of each run and its steps; `benchmarks.soak` takes more."""


@pytest.mark.parametrize(("run", "steps"), RUNS)
@pytest.mark.parametrize("game", NAMES)
def test_a_monkey_breaks_no_law(game: str, run: int, steps: int, tmp_path: Path) -> None:
    with playing(game, tmp_path, run, settings_of(run)) as world:
        player = Player(world)
        for name, chance in islice(monkey(f"{game} {run}"), steps):
            player.do(name, chance)
        session = world.session
        if session is not None:
            assert file_of(read_back(session)) == file_of(session)


def key(letter: str, *, shift: bool = False) -> Step:
    """Return the step that presses a key."""
    return "key", PLAIN_KEYS.index(ord(letter)) + shift * len(PLAIN_KEYS) * 3


UNDONE: list[Step] = [("undo", 0), ("redo", 0), ("undo", 0)]
LAYERS: dict[str, tuple[list[Step], list[Step]]] = {
    "the AI's view": ([key("a")], [("wait", 1)]),
    "other numbers": ([key("a")], [("wait", 1), key("v")]),
    "the tree": ([key("a")], [("wait", 1), key("t"), ("wait", 0), key("t")]),
    "the graph": ([], [key("g"), ("wait", 0)]),
    "the legend": ([key("a")], [key("l"), ("escape", 0)]),
    "coordinates": ([], [key("k")]),
    "a peek": ([], [("peek", 0)]),
    "hints": ([], [("hint", 107)]),
    "the teacher": ([], [("wait", 2)]),
    "the AI's moves": ([key("a")], [("wait", 2), key("1", shift=True)]),
    "moves taken back": ([], [*UNDONE, ("wait", 1), ("again", 0), ("let_it_move", 0)]),
    "a look back": ([key("a")], [("go_to", 0), ("wait", 0), ("go_to", 1)]),
}
"""What is done at the beginning of a game, and before each of its moves."""
AFTERWARDS: list[Step] = [
    *[("wait", 3), ("review", 1), ("escape", 0), ("retry", 1), ("play", 1), ("wait", 3)],
    *[("bar", 0), ("home", 0), ("new", 0), ("wait", 3)],
]
MOST_TURNS = 250


@pytest.mark.parametrize("layer", LAYERS)
@pytest.mark.parametrize("game", NAMES)
def test_a_whole_game_breaks_no_law_with(layer: str, game: str, tmp_path: Path) -> None:
    first, each = LAYERS[layer]
    choose = random.Random(f"{game} {layer}")
    teaching = "warn" if layer == "the teacher" else "off"
    settings = Settings(theme="dark", sound=False, teaching=teaching)
    with playing(game, tmp_path, settings=settings) as world:
        player = Player(world)
        if game != "samegame" and choose.random() < 0.5:
            player.do("use", "both")  # the AI would win too soon
        player.play(first)
        for _ in range(MOST_TURNS):
            player.play([*each, ("play", choose.randrange(1 << 40)), ("let_it_move", 0)])
            if world.session is None or world.session.is_over:
                break
        assert world.session.is_over
        player.play(AFTERWARDS)


@pytest.mark.parametrize("game", NAMES)
def test_nothing_changes_under_a_control_that_is_held(game: str, tmp_path: Path) -> None:
    with playing(game, tmp_path) as world:
        player = Player(world)
        for name in sorted(world.faces()):
            player.play([("new", 0), ("resize", 1), ("go_to", 1), ("play", 0)])
            held = next((each for each in world.controls if each.name == name), None)
            if held is None or not held.can_focus:
                continue
            world.send(pygame.MOUSEBUTTONDOWN, pos=held.box.centre, button=1)
            before = world.faces()[name]
            player.play([("wait", 2), ("wait", 3)])
            assert world.faces()[name] == before
            world.send(pygame.WINDOWFOCUSLOST)
            assert not held.pressed, "its release may never be heard of"
            world.send(pygame.WINDOWFOCUSGAINED)
            world.send(pygame.MOUSEBUTTONUP, pos=held.box.centre, button=1)


def machine_of(game: str, home: Path) -> type[RuleBasedStateMachine]:
    """Return the state machine of a game, whose rules are a player's steps."""

    class Machine(RuleBasedStateMachine):
        def __init__(self) -> None:
            super().__init__()
            self.block = playing(game, home)
            self.player = Player(self.block.__enter__())

        @rule(name=st.sampled_from(list(WEIGHTS)), chance=st.integers(0, 1 << 24))
        def do(self, name: str, chance: int) -> None:
            self.player.do(name, chance)

        def teardown(self) -> None:
            self.block.__exit__(None, None, None)

    return Machine


@pytest.mark.thorough
@pytest.mark.parametrize("game", NAMES)
def test_no_few_deeds_break_a_law(game: str, tmp_path: Path) -> None:
    few = {"max_examples": 8, "stateful_step_count": 50, "derandomize": True}
    any_health = settings(suppress_health_check=list(HealthCheck), **few)
    run_state_machine_as_test(lambda: machine_of(game, tmp_path)(), settings=any_health)


# The soak keeps nothing of its runs, and a signal ends it.


def test_a_run_leaves_no_thread_and_no_file_open() -> None:
    play("tictactoe", 2, 0, 40)  # what all runs share is there then
    files, threads = open_files(), set(threading.enumerate())
    run = play("tictactoe", 2, 0, 40)
    assert not run.broken
    for thread in set(threading.enumerate()) - threads:
        thread.join(LIMIT_SECONDS)  # what has been told to end may take a moment
        assert not thread.is_alive(), thread.name
    assert open_files() <= files


@pytest.mark.thorough
def test_a_signal_ends_it(tmp_path: Path) -> None:
    path = tmp_path / "soak.jsonl"
    command = [sys.executable, "-m", "benchmarks.soak", "--run", "60", "--out", str(path)]
    with subprocess.Popen(command, cwd=ROOT, stderr=subprocess.PIPE, text=True) as soak:
        assert "of 1000000: Run(" in soak.stderr.readline()
        soak.send_signal(signal.SIGTERM)
        soak.communicate(timeout=LIMIT_SECONDS)
    assert soak.returncode == 130
    assert known_runs(path)
