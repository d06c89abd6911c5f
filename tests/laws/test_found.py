"""What the laws found once: a few steps each, by which they would find it again."""

from dataclasses import replace
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
TURN = "play, let_it_move"
GAME = ", ".join([TURN] * 20)
"""Enough turns for any of the small boards."""


def steps_of(words: str) -> list[Step]:
    """Return steps that are written with commas, each with its chance, if that is not 0."""
    pairs = (step.partition(" ") for step in words.split(", "))
    return [
        (name, int(rest or 0) if rest.isdecimal() or not rest else rest) for name, _, rest in pairs
    ]


def times(count: int, words: str) -> str:
    return ", ".join([words] * count)


FOUND = {
    "the same move after undo is answered": (DUELS, f"{TURN}, {TURN}, undo, play, wait 3"),
    "a press scrolls nothing away": (
        ["tictactoe"],
        "use settings, use rules, use tictactoe_in_a_row",
    ),
    "the steps of a hint name one move": (NAMES, f"{TURN}, hint, wait 1, hint 105"),
    "a hint's line is not that of a lesson before": (
        ["breakthrough"],
        "use teach, new 1, until show lesson, use show lesson, wait 1, hint 104, wait 1, hint 105, "
        "wait 3, hint 105, wait 1",
    ),
    "a hint ends with its game": (NAMES, "hint 104, new 1, wait 1"),
    "a hint in the next game is noted there": (NAMES, "hint 105, wait 1, new 1, hint 105, wait 1"),
    "a hint is shown while another piece is chosen": (
        ["breakthrough"],
        "hint, wait 1, " + ", ".join(f"cell {n}, hint {n}" for n in range(12)),
    ),
    "a hint is not graded a mistake": (NAMES, f"{TURN}, hint 104, {TURN}, {TURN}, review 2"),
    "a notice lets clicks through": (["samegame"], "resize 1, paste 5, play"),
    "an offer ends with its reason": (DUELS, "use teach, play, wait 3, undo"),
    "an offer ends where the demo begins": (DUELS, "use teach, play, wait 3, use demo"),
    "a demo goes on from what is shown": (NAMES, f"{TURN}, {TURN}, undo, use demo"),
    "a change of seats leaves the game as it was": (
        ["hex", "breakthrough"],
        "play, undo, use side, use new, play 1, earlier 3",
    ),
    "what stands beside an overlay follows it": (NAMES, f"key, wait 1, new, {times(5, 'hover')}"),
    "who walks along a demo has played nothing": (
        NAMES,
        "use demo, wait 3, wait 3, use analyse, undo, again, new, play, earlier 3",
    ),
    "what stays open is help in the next game, too": (NAMES, "key, wait 3, new, wait 3, wait 3"),
    "what the AI played is not the player's": (
        NAMES,
        f"key, {times(12, 'wait 3, take, let_it_move')}, wait 3",
    ),
    "nothing but a rematch stands where a rematch does": (DUELS, f"{GAME}, use restart, wait"),
    "the side that is chosen stays under the pointer": (
        DUELS,
        f"use both, use first, {TURN}, use both, use second",
    ),
    "the board stays where it is while one looks back": (NAMES, f"{TURN}, go_to, wait, go_to 1"),
    "Esc stops the position that is analysed, and the next is analysed again": (
        NAMES,
        "use analyse, escape, play, wait 3, wait 3",
    ),
    "what is stopped beside a game goes on with it": (
        NAMES,
        f"{TURN}, key, escape, {TURN}, wait 3, wait 3, way_on",
    ),
    "Esc has the AI move that has thought": (DUELS, "play, wait, escape, wait 1, play, escape"),
    "a key is let go whatever lies over the board": (
        ["tictactoe"],
        f"{TURN}, " + ", ".join(f"peek {held}, escape" for held in range(4, 20)),
    ),
    "nobody presses what was never to be seen": (
        ["tictactoe"],
        ", ".join(f"blindly {4 * (300 + 1120 * 80 * at)}, home" for at in range(9)),
    ),
    "Esc leads back from a line whose review is gone": (
        NAMES,
        f"{TURN}, {TURN}, review 2, use open in analyse, go_to, play 1, branch 1, branch 3, "
        "escape, escape, escape, wait",
    ),
    "Esc leaves a turn of the AI's that is looked back at": (DUELS, f"{TURN}, go_to 2, escape"),
    "Esc closes the legend, and a demo goes on": (
        ["breakthrough"],
        f"{TURN}, use demo, key 5, escape",
    ),
    "a retry leaves the game as it was": (NAMES, f"{GAME}, retry 2, play 1, earlier 3"),
    "who looks back at a demo lets it go on from there": (
        ["hex", "breakthrough", "samegame"],
        f"{TURN}, {TURN}, use demo, undo, wait 3, way_on",
    ),
    "a game that is tried again may be analysed at any move": (
        ["tictactoe"],
        f"{GAME}, review 2, {times(4, 'wait 3')}, use retry 0, escape, wait 3, use open in analyse",
    ),
}
CASES = [
    pytest.param(game, steps_of(words), id=f"{what}: {game}".replace(" ", "-"))
    for what, (games, words) in FOUND.items()
    for game in games
]


@pytest.mark.parametrize(("game", "steps"), CASES)
def test_what_was_found_stays_mended(game, steps, tmp_path):
    for seed in range(3):
        with playing(game, tmp_path, seed) as world:
            world.ai.budgets = world.ai.budgets[-1:]  # enough for a verdict
            Player(world).play(steps)


def test_what_two_searchers_think_is_not_compared(tmp_path):
    settings = Settings(theme="dark", sound=False, teaching="warn")
    settings = settings.changed(hex_side=5, hex_level="max")
    with playing("hex", tmp_path, 6, settings) as world:
        world.ai.budgets = (30_000,)
        player = Player(world)
        for turn in range(5):
            player.play(steps_of(f"play {(7 * turn + 30) % 37}, wait 3, let_it_move, wait 3"))


def test_who_waits_for_a_move_waits_as_long_as_it_takes(tmp_path):
    settings = Settings(theme="dark", sound=False, think_simulations=10**8)
    settings = settings.changed(hex_side=4, hex_level="max")
    with playing("hex", tmp_path, 1, settings) as world:
        player = Player(world)
        player.do("give_up_late")
        assert world.session.record.length >= 2


@pytest.mark.parametrize("fault", [{"limit": Limit(simulations=1)}, {"searcher": "flat"}])
def test_a_search_that_is_weaker_than_asked_is_found(fault, tmp_path, monkeypatch):
    run = Searches.run

    def weaker(self: Searches, request: StartSearch, *rest: Any) -> SearchResult:
        return run(self, replace(request, **fault), *rest)

    monkeypatch.setattr(Searches, "run", weaker)
    weaker_than_asked = pytest.raises(BrokenLawError, match="weaker than asked")
    with playing("tictactoe", tmp_path, 0) as world, weaker_than_asked:
        Player(world).play(steps_of(GAME))
