"""What the laws found once: a few steps each, by which they would find it again."""

from dataclasses import replace
from pathlib import Path
from typing import Any

import pytest

from ai.engine.searches import Searches
from ai.search.messages import Limit, SearchResult, StartSearch
from game.store.settings import Settings
from tests.games import GAMES
from tests.laws.facts import BrokenLawError
from tests.laws.player import Player, Step
from tests.laws.world import playing

NAMES = [spec.name for spec in GAMES]
DUELS = ["tictactoe", "hex", "breakthrough"]
TURN: list[Step] = [("play", 0), ("let_it_move", 0)]
GAME = TURN * 15
"""Enough turns for any of the small boards."""

FOUND: dict[str, tuple[list[str], list[Step]]] = {
    "the same move after undo is answered": (
        DUELS,
        [*TURN, *TURN, ("undo", 0), ("play", 0), ("wait", 3)],
    ),
    "a press scrolls nothing away": (
        ["tictactoe"],
        [("use", "settings"), ("use", "rules"), ("use", "tictactoe_in_a_row")],
    ),
    "the steps of a hint name one move": (
        NAMES,
        [*TURN, ("hint", 0), ("wait", 1), ("hint", 105)],
    ),
    "a hint's line is not that of a lesson before": (
        ["breakthrough"],
        [
            *[("use", "teach"), ("new", 1), ("until", "show lesson")],
            *[("use", "show lesson"), ("wait", 1), ("hint", 104), ("wait", 1), ("hint", 105)],
            *[("wait", 3), ("hint", 105), ("wait", 1)],
        ],
    ),
    "a hint ends with its game": (
        NAMES,
        [("hint", 104), ("new", 1), ("wait", 1)],
    ),
    "a hint in the next game is noted there": (
        NAMES,
        [("hint", 105), ("wait", 1), ("new", 1), ("hint", 105), ("wait", 1)],
    ),
    "a hint is shown while another piece is chosen": (
        ["breakthrough"],
        [("hint", 0), ("wait", 1), *((deed, n) for n in range(12) for deed in ("cell", "hint"))],
    ),
    "a hint is not graded a mistake": (
        NAMES,
        [*TURN, ("hint", 104), *TURN, *TURN, ("review", 2)],
    ),
    "a notice lets clicks through": (
        ["samegame"],
        [("resize", 1), ("paste", 5), ("play", 0)],
    ),
    "an offer ends with its reason": (
        DUELS,
        [("use", "teach"), ("play", 0), ("wait", 3), ("undo", 0)],
    ),
    "an offer ends where the demo begins": (
        DUELS,
        [("use", "teach"), ("play", 0), ("wait", 3), ("use", "demo")],
    ),
    "a demo goes on from what is shown": (
        NAMES,
        [*TURN, *TURN, ("undo", 0), ("use", "demo")],
    ),
    "a change of seats leaves the game as it was": (
        ["hex", "breakthrough"],
        [("play", 0), ("undo", 0), ("use", "side"), ("use", "new"), ("play", 1), ("earlier", 3)],
    ),
    "what stands beside an overlay follows it": (
        NAMES,
        [("key", 0), ("wait", 1), ("new", 0), *[("hover", 0)] * 5],
    ),
    "who walks along a demo has played nothing": (
        NAMES,
        [
            *[("use", "demo"), ("wait", 3), ("wait", 3), ("use", "analyse")],
            *[("undo", 0), ("again", 0), ("new", 0), ("play", 0), ("earlier", 3)],
        ],
    ),
    "what stays open is help in the next game, too": (
        NAMES,
        [("key", 0), ("wait", 3), ("new", 0), ("wait", 3), ("wait", 3)],
    ),
    "what the AI played is not the player's": (
        NAMES,
        [("key", 0), *[("wait", 3), ("take", 0), ("let_it_move", 0)] * 12, ("wait", 3)],
    ),
    "nothing but a rematch stands where a rematch does": (
        DUELS,
        [*GAME, ("use", "restart"), ("wait", 0)],
    ),
    "the side that is chosen stays under the pointer": (
        DUELS,
        [("use", "both"), ("use", "first"), *TURN, ("use", "both"), ("use", "second")],
    ),
    "the board stays where it is while one looks back": (
        NAMES,
        [*TURN, ("go_to", 0), ("wait", 0), ("go_to", 1)],
    ),
    "Esc stops the position that is analysed, and the next is analysed again": (
        NAMES,
        [("use", "analyse"), ("escape", 0), ("play", 0), ("wait", 3), ("wait", 3)],
    ),
    "what is stopped beside a game goes on with it": (
        NAMES,
        [*TURN, ("key", 0), ("escape", 0), *TURN, ("wait", 3), ("wait", 3), ("way_on", 0)],
    ),
    "Esc has the AI move that has thought": (
        DUELS,
        [("play", 0), ("wait", 0), ("escape", 0), ("wait", 1), ("play", 0), ("escape", 0)],
    ),
    "a key is let go whatever lies over the board": (
        ["tictactoe"],
        [*TURN, *[step for held in range(4, 20) for step in (("peek", held), ("escape", 0))]],
    ),
    "nobody presses what was never to be seen": (
        ["tictactoe"],
        [
            step
            for at in range(9)
            for step in (("blindly", 4 * (300 + 1120 * 80 * at)), ("home", 0))
        ],
    ),
    "Esc leads back from a line whose review is gone": (
        NAMES,
        [
            *[*TURN, *TURN, ("review", 2), ("use", "open in analyse"), ("go_to", 0)],
            *[("play", 1), ("branch", 1), ("branch", 3), ("escape", 0), ("escape", 0)],
            *[("escape", 0), ("wait", 0)],
        ],
    ),
    "Esc leaves a turn of the AI's that is looked back at": (
        DUELS,
        [*TURN, ("go_to", 2), ("escape", 0)],
    ),
    "Esc closes the legend, and a demo goes on": (
        ["breakthrough"],
        [*TURN, ("use", "demo"), ("key", 5), ("escape", 0)],
    ),
    "a retry leaves the game as it was": (
        NAMES,
        [*GAME, ("retry", 2), ("play", 1), ("earlier", 3)],
    ),
    "who looks back at a demo lets it go on from there": (
        ["hex", "breakthrough", "samegame"],
        [*TURN, *TURN, ("use", "demo"), ("undo", 0), ("wait", 3), ("way_on", 0)],
    ),
    "a game that is tried again may be analysed at any move": (
        ["tictactoe"],
        [
            *[*GAME, ("review", 2), *[("wait", 3)] * 4, ("use", "retry 0")],
            *[("escape", 0), ("wait", 3), ("use", "open in analyse")],
        ],
    ),
}
CASES = [
    pytest.param(game, steps, id=f"{words}: {game}".replace(" ", "-"))
    for words, (games, steps) in FOUND.items()
    for game in games
]


@pytest.mark.parametrize(("game", "steps"), CASES)
def test_what_was_found_stays_mended(game: str, steps: list[Step], tmp_path: Path) -> None:
    for seed in range(3):
        with playing(game, tmp_path, seed) as world:
            world.ai.budgets = world.ai.budgets[-1:]  # enough for a verdict
            Player(world).play(steps)


def test_what_two_searchers_think_is_not_compared(tmp_path: Path) -> None:
    settings = Settings(theme="dark", sound=False, teaching="warn")
    settings = settings.changed(hex_side=5, hex_level="max")
    with playing("hex", tmp_path, 6, settings) as world:
        world.ai.budgets = (30_000,)
        player = Player(world)
        for turn in range(5):
            player.play([("play", (7 * turn + 30) % 37), ("wait", 3), *TURN[1:], ("wait", 3)])


def test_who_waits_for_a_move_waits_as_long_as_it_takes(tmp_path: Path) -> None:
    settings = Settings(theme="dark", sound=False, think_simulations=10**8)
    settings = settings.changed(hex_side=4, hex_level="max")
    with playing("hex", tmp_path, 1, settings) as world:
        player = Player(world)
        player.do("give_up_late")
        assert world.session is not None
        assert world.session.record.length >= 2


@pytest.mark.parametrize("fault", [{"limit": Limit(simulations=1)}, {"searcher": "flat"}])
def test_a_search_that_is_weaker_than_asked_is_found(
    fault: dict[str, Any], tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    run = Searches.run

    def weaker(self: Searches, request: StartSearch, *rest: Any) -> SearchResult:
        return run(self, replace(request, **fault), *rest)

    monkeypatch.setattr(Searches, "run", weaker)
    weaker_than_asked = pytest.raises(BrokenLawError, match="weaker than asked")
    with playing("tictactoe", tmp_path, 0) as world, weaker_than_asked:
        Player(world).play(GAME)
