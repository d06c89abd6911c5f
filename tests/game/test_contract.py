"""The check of a game: the good ones pass, and each lie is told, with the function's place."""

import re
from dataclasses import replace
from pathlib import Path

import pytest

from ai.contract.game import Game
from ai.errors import in_short
from game.check import command, contract
from game.games.registry import BUILT_IN
from tests.plugins import PEBBLES, PEGS, ROOT, edit, folder, home, loaded, pegs

__all__ = ["folder", "home", "loaded", "pegs"]

IVY = PEBBLES.with_name("ivy")
EXAMPLE = ROOT / "examples" / "connect_four"
KERNEL, GAME, SCREEN, RULES = "kernel.py", "game.py", "screen.py", "rules.py"
CANDIDATES = "    return legal_moves(tables, state, out), True"
FEWER = "    count = legal_moves(tables, state, out)\n    return {}, True"
PLAYOUT = "    while state[LEFT]:"
ROLLOUT = "    return random_below(rng, min(3, state[LEFT]))"
MEANS = "        return move if move in state.legal_moves else None"
LAST = "    Limit(simulations=200),\n"
MADE = "GAME = WindowGame(\n    SPEC,"
OPTIONS = """from dataclasses import dataclass
from ai.kinds import SearcherKind, SearcherOptions
from ai.contract.game import Search
@dataclass(frozen=True, kw_only=True)
class Options(SearcherOptions):
    {}
GAME = WindowGame(
    search=Search(kinds=(SearcherKind("mine", None, Options),)),
    rules="""

LIES = {
    "drops moves": (KERNEL, CANDIDATES, FEWER.format("min(count, 1)"), "the search would prove"),
    "drops on a large board": (
        *(KERNEL, CANDIDATES),
        FEWER.format("min(count, 1) if tables.pebbles == 30 else count"),
        ", with pebbles=30",
    ),
    "drops in later moves": (
        *(KERNEL, CANDIDATES),
        FEWER.format("min(count, 1) if state[LEFT] == 6 else count"),
        "candidate_moves() leaves out t",
    ),
    "lists none": (KERNEL, CANDIDATES, "    return 0, True", "lists no move after"),
    "lists one twice": (
        *(KERNEL, CANDIDATES),
        "    out[1] = out[0] = 0\n    return 2, True",
        "candidate_moves() lists a move twice",
    ),
    "lists an illegal one": (
        *(KERNEL, CANDIDATES),
        "    out[0] = 7\n    return 1, False",
        "candidate_moves() lists [7], which is not legal",
    ),
    "lists others next time": (
        *(KERNEL, CANDIDATES),
        "    out[0], out[1] = 1, out[0]\n    return min(2, max(1, state[LEFT] - 1)), False",
        "when asked again",
    ),
    "is no pair": (KERNEL, CANDIDATES, CANDIDATES[:-6], "candidate_moves() says 3, not how many"),
    "plausible": (
        *(KERNEL, "    return legal_moves(tables, state, out)\n\n"),
        "    out[0] = 9\n    return 1\n\n",
        "plausible_moves() lists [9]",
    ),
    "rollout": (KERNEL, ROLLOUT, "    return 3", "rollout_move() says 3, which is not legal"),
    "rollout plays": (
        *(KERNEL, ROLLOUT),
        f"    state[LEFT] -= 1\n{ROLLOUT}",
        "rollout_move() changes the position",
    ),
    "playout stops": (KERNEL, PLAYOUT, "    if state[LEFT] > 9:", "before the game is over"),
    "playout misjudges": (
        *(KERNEL, "state, rng))\n    return outcome(tables, state)"),
        "state, rng))\n    return -outcome(tables, state)",
        "but the outcome of its last position is",
    ),
    "playout remembers": (
        *(KERNEL, "def playout(tables, state, rng):\n"),
        "def playout(tables, state, rng):\n    tables.seen[0] += 1\n",
        "changes the tables",
    ),
    "forced win": (
        *(KERNEL, "@compiled\ndef play("),
        "@compiled\ndef forced_win(tables, state, line):\n    line[0] = 0\n    return 1\n\n\n"
        "@compiled\ndef play(",
        "forced_win() tells a line that does not win",
    ),
    "a win that is not forced": (
        *(KERNEL, "@compiled\ndef play("),
        "@compiled\ndef forced_win(tables, state, line):\n    line[:3] = 0\n"
        "    return 3 if state[LEFT] == 3 else 0\n\n\n@compiled\ndef play(",
        "forced_win() tells a line that the other player can leave",
    ),
    "goes on and on": (KERNEL, PLAYOUT, "    while True:", "does not end within"),
    "takes long": (KERNEL, "return tables.pebbles", "return 4", "takes more than 4 moves"),
    "takes no turns": (
        *(KERNEL, "state[PLAYER] = 1 - state[PLAYER]"),
        "state[PLAYER] = move % 2",
        "the players do not take turns",
    ),
    "the second begins": (
        *(KERNEL, "    state[LEFT] = tables.pebbles"),
        "    state[LEFT] = tables.pebbles\n    state[PLAYER] = 1",
        "the first player does not begin",
    ),
    "loads a part": (
        *(KERNEL, "    state[:] = encoded"),
        "    state[LEFT] = encoded[LEFT]\n    if encoded[PLAYER]:\n        state[PLAYER] = 1",
        "kernel and rules disagree on the player to move",
    ),
    "illegal": (KERNEL, "out[move] = move", "out[move] = 2 - move", "ascending order"),
    "no end": (KERNEL, "state[LEFT] == 0", "False", "disagree on whether"),
    "result": (KERNEL, "return -1.0 if", "return 0.5 if", "the results after"),
    "nobody": (KERNEL, "return state[PLAYER]", "return 2", "is not a player"),
    "room": (KERNEL, "def max_moves(tables):\n    return 3", "def max_moves(tables):\n    return 2",
             "IndexError"),
    "nameless": (RULES, '["one", "two", "three"]', '["one", "two"]', "the legal move 2"),
    "refused size": (GAME, '"pebbles_number", 10, low=5, high=30',
                     '"pebbles_pebbles", 9, low=5, high=31',
                     "the rules refuse 31, which the setting 'pebbles_pebbles' offers"),
    "a size between": (
        *(KERNEL, CANDIDATES),
        FEWER.format("min(count, 1) if tables.pebbles == 18 else count"),
        ", with pebbles=18",
    ),
    "a refused size between": (
        *(RULES, 'self.pebbles, 5, 30)'),
        'self.pebbles, 5, 6 if self.pebbles == 7 else 30)',
        "the rules refuse 7, which the setting 'pebbles_pebbles' offers",
    ),
    "choices of a number": (GAME, "10, low=5, high=30", "10, low=5, high=30, choices=(5, 10)",
                            "is no text, so its choices would be passed over"),
    "a diagram": (
        *(GAME, MADE),
        f"from ai.contract.game import Protocol, Text\n{MADE}\n"
        "    text=Text(Protocol(diagram=lambda state: None)),",
        "its diagram says None, which is no text (game.py, line",
    ),
    "a headline": (
        *(GAME, MADE),
        f"from game.games.window_game import Words\n{MADE}\n"
        "    words=Words(lambda state: None),",
        "Words.headline says None, which is no text (game.py, line",
    ),
    "words for a move": (
        *(GAME, MADE),
        f"from game.games.window_game import Words\n{MADE}\n"
        "    words=Words(move_effect=lambda state, move: 3),",
        "Words.move_effect says 3, which is no text (game.py, line",
    ),
    "a preset": (
        *(SCREEN, LAST),
        f'{LAST}    presets=(BoardPreset("Big", {{"pebbles_number": 31}}),),\n',
        "the board 'Big' sets 'pebbles_number' to 31, which is not between 5 and 30",
    ),
    # What only numba notices.
    "undefined": (KERNEL, PLAYOUT, f"    if state[LEFT] > 99:\n        nothing()\n{PLAYOUT}",
                  "name 'nothing' is not defined"),
    "unknown to numba": (KERNEL, ROLLOUT, f"    import math\n{ROLLOUT}",
                         "numba cannot compile it: Use of unsupported opcode (IMPORT_NAME) found "
                         "(kernel.py, line 90)"),
    "not compiled": (KERNEL, "@compiled\ndef play(", "def play(", "play() is not @compiled"),
    "a float": (KERNEL, "    return state[PLAYER]", "    return state[PLAYER] * 1.0",
                "to_move() returns float64, not a whole number"),
    # What would be passed over in silence.
    "an option": (GAME, "GAME = WindowGame(\n    ", OPTIONS.format("depth: int = 4"),
                  "the option 'depth' of the searcher 'mine' does not say what it may be"),
    "an option without a type": (GAME, "GAME = WindowGame(\n    ", OPTIONS.format("depth = 4"),
                                 "'depth' of Options has no type and is no field"),
    "a parameter without a type": (RULES, "    pebbles: int = 10",
                                   "    pebbles: int = 10\n    most = 3",
                                   "'most' of PebblesParameters has no type and is no field"),
    "a filter": (GAME, "settings=", "search=__import__('ai.contract.game').contract.game.Search("
                 "filters=('near',)),\n    settings=", "the move filter 'near'"),
    "the opening": (SCREEN, LAST, f'{LAST}    opening="one four",\n',
                    "move 2 of the opening: 'four' is not a move of this board"),
    # The window.
    "entry": (GAME, "screen:ENTRY", "screen:NONE", "AttributeError"),
    "opens": (SCREEN, "    PebblesBoard,\n", "    None,\n", "TypeError"),
    "draws late": (SCREEN, "left = int(content", "5 // content.state.array[0]; left = int(content",
                   "ZeroDivisionError"),
    "hover": (SCREEN, MEANS,
              "        return [None][0 if move in state.legal_moves or cell < 5 else 1]",
              "IndexError: list index out of range (screen.py, line"),
    "a click": (SCREEN, MEANS, "        return move", "which is not legal (screen.py, line"),
    "no click": (SCREEN, MEANS, "        return None",
                 "no click plays 'one' after 0 moves, nor two clicks, nor a control of the screen "
                 "(screen.py, line 32)"),
    "a click less": (SCREEN, MEANS, f"{MEANS[:-10]} and move != 2 else None",
                     "no click plays 'three' after 0 moves"),
    "a click less later": (SCREEN, MEANS, f"{MEANS[:-10]} and state.array[0] + move != 5 else None",
                           "no click plays "),
    "a click less on a large board": (
        *(SCREEN, MEANS),
        f"{MEANS[:-10]} and state.parameters.pebbles != 30 else None",
        "(screen.py, line 32), with pebbles=30",
    ),
    "candidates": (SCREEN, "        theme = self.skin.theme",
                   "        theme = self.skin.theme\n        _ = content.overlay and 1 // 0",
                   "ZeroDivisionError: integer division or modulo by zero (screen.py, line 52)"),
    "a hint": (SCREEN, "int(state.array[0])\n        return tuple(range(",
               "int(state.none)\n        return tuple(range(",
               "has no attribute 'none' (screen.py, line"),
    "a tooltip": (SCREEN, 'return ""',
                  'return "pebble"\n\n    def tooltip_box(self, *_):\n        return self.bord',
                  "has no attribute 'bord' (screen.py, line"),
}  # fmt: skip


def problem_of(loaded, folder: Path, monkeypatch, only: str = "") -> str:
    """Return what the check, or a part of it, tells of a game first; empty if it passes."""
    monkeypatch.setattr(command, "SECONDS", 1.0)
    game = loaded(folder)
    assert game is not None
    for title, run in command.parts_of(game).items():
        if only in ("", title) and (problem := command.checked_part(title, run).problem):
            return problem
    return ""


@pytest.mark.parametrize("lie", LIES)
def test_a_lie_is_told(loaded, folder, monkeypatch, lie) -> None:
    file, old, new, told = LIES[lie]
    if lie == "playout remembers":
        edit(folder, KERNEL, "    pebbles: int", "    pebbles: int\n    seen: object")
        edit(folder, KERNEL, "Tables(parameters.pebbles)",
             "Tables(parameters.pebbles, __import__('numpy').zeros(1, int))")  # fmt: skip
    if lie == "a refused size between":
        edit(folder, GAME, "pebbles_number", "pebbles_pebbles")
    if lie == "a preset":
        edit(folder, SCREEN, "import GameEntry", "import BoardPreset, GameEntry")
    edit(folder, file, old, new)
    if lie == "goes on and on":
        monkeypatch.setattr(command, "ENDLESS", 3.0)
    only = "window" if "click" in lie else ""
    problem = problem_of(loaded, folder, monkeypatch, only=only)
    assert told in problem
    assert "\n" not in problem


NO_TEXT = "    __slots__ = ()\n\n", "    def to_text(self): return None\n\n"
ALONE = {
    "rollout": (KERNEL, "        play(tables, state, line[ply])",
                "        play(tables, state, line[ply])\n        line[ply] += 7000 * rollout",
                "record_playout() of 'first' writes the illegal move 7"),
    "score": (KERNEL, "    return outcome(tables, state), ply", "    return 1.0, ply",
              "tells the score 1.0"),
    "short": (KERNEL, "        ply += 1\n",
              "        ply += 1\n        if ply > 3:\n            break\n", "stops after"),
    "graft": (KERNEL, "        if _can_jump(state, start, (target - start) // 2):",
              "        if True:", "graft()"),
    "graft forgets": (KERNEL, "    out[0] = move", "    out[0] = move + 1",
                      "does not begin with the move"),
    "cleared": (KERNEL, "    return state[TAKEN] == tables.pegs - 1", "    return state[TAKEN]",
                "is_cleared() says"),
    "one way": (KERNEL, "outcome(tables, state), ply", "outcome(tables, state)", "TypeError"),
    "no number": (KERNEL, "float(state[TAKEN])", "np.nan", "are no finite numbers: (nan,)"),
    "no text": (RULES, *NO_TEXT, "to_text() returns None after 0 moves, which is no text"),
    "no second click": (SCREEN, "pointing=ByPiece",
                        "pointing=type('Once', (ByPiece,), {'click': ByPiece.choose, "
                        "'_drop': lambda self, position: None})",
                        "no click plays 'd2-d4' after 0 moves"),
    "cells": (RULES, "range(SIDE * SIDE))\n", "range(9))\n", "has 9 cells, but its board"),
}  # fmt: skip


@pytest.mark.parametrize("lie", ALONE)
def test_a_lie_of_a_game_for_one_is_told_with_its_place(loaded, pegs, monkeypatch, lie) -> None:
    file, old, new, told = ALONE[lie]
    edit(pegs, file, old, new)
    only = "window" if lie in ("cells", "no second click") else ""
    problem = problem_of(loaded, pegs, monkeypatch, only=only)
    assert told in problem
    assert lie in ("one way", "no second click") or re.search(rf"\({file}, line \d+\)", problem)


def test_a_move_may_have_a_control_of_its_own(loaded, folder, monkeypatch) -> None:
    edit(folder, SCREEN, MEANS, f"{MEANS[:-10]} and move != 2 else None")
    edit(
        folder,
        SCREEN,
        "    def rule_words",
        """    def offer(self):
        from game.ui.widgets import Button
        return Button("three", "Take three") if 2 in self.session.state.legal_moves else None

    def on_action(self, action):
        return self.view.play(2) if action.name == "three" else super().on_action(action)

    def rule_words""",
    )
    assert problem_of(loaded, folder, monkeypatch, only="window") == ""


@pytest.mark.parametrize(
    ("lie", "sentence"),
    [
        ({"arrange": lambda state, cells, _: state.arranged(cells, 0)}, "is another one"),
        ({"problem": lambda _: "no"}, "nobody can play on after 0 moves, says set_up: 'no'"),
    ],
)
def test_a_lie_about_a_position_set_up_is_told(lie, sentence) -> None:
    game = next(game for game in BUILT_IN if game.name == "tictactoe")
    assert game.rules.set_up is not None
    told = replace(game.rules, set_up=replace(game.rules.set_up, **lie))
    with pytest.raises(contract.ContractError, match=sentence):
        contract.check_rules(Game(told), 0.5)


@pytest.mark.parametrize("folder", [PEBBLES, PEGS, EXAMPLE, IVY], ids=lambda folder: folder.name)
def test_a_good_game_passes(loaded, folder, monkeypatch) -> None:
    assert problem_of(loaded, folder, monkeypatch) == ""


@pytest.mark.thorough
@pytest.mark.parametrize("game", BUILT_IN, ids=lambda game: game.name)
def test_every_built_in_game_passes(game) -> None:
    for title, run in command.checks(game, 2.0).items():
        try:
            assert run()
        except contract.ContractError as error:
            pytest.fail(f"{title}: {in_short(error)}")
