"""Searchers of users: found, named, asked like any other, and refused in sentences."""

import json
import os
import shutil
import sys
from collections.abc import Callable
from dataclasses import asdict, replace
from typing import Any

import numpy as np
import pytest

import main
import playout
from ai.contract.games import game_spec, left_out, plugged
from ai.engine.worker import AiWorker
from ai.errors import SEARCHER_PACKAGE, SearcherFailedError
from ai.kinds import SearcherKind
from ai.levels import level, methods_of
from ai.listing import listed
from ai.match.specs import read_side
from ai.plugged import loading
from ai.search.messages import (
    Branch,
    Candidate,
    Certificate,
    ExactValue,
    Limit,
    Proof,
    SearchFailed,
    SearchInfo,
    SearchResult,
    StartSearch,
)
from ai.search.messages import StopReason as Reason
from ai.searchers import kinds_of, make_searcher
from tests.fakes import ReadyKernels
from tests.plugins import ROOT, emptied
from tests.thinking import think
from tests.waiting import LIMIT_SECONDS, wait_for

LINES = ROOT / "examples" / "searchers" / "open_lines.py"
FIRST = """
from ai.kinds import SearcherKind
from ai.search.messages import Candidate, SearchInfo, SearchResult, StopReason

class First:
    def __init__(self, game, options): pass
    def advance(self, moves): pass
    def search(self, position, limit, is_cancelled, on_progress):
        move = position.legal_moves[0]
        return SearchResult(move, SearchInfo(line=(move,)), StopReason.EXHAUSTED)

SEARCHER = SearcherKind("first", First, plays=lambda rules: True, description="the first move")
"""


@pytest.fixture
def own(tmp_path, monkeypatch):
    """The folder of a user's searchers, and a process that has loaded none."""
    monkeypatch.setenv("PLAYOUT_HOME", str(tmp_path))
    monkeypatch.setenv(loading.VARIABLE, "[]")
    monkeypatch.delenv(loading.VARIABLE)
    folder = tmp_path / "data" / loading.FOLDER_NAME
    folder.mkdir(parents=True)
    with emptied(plugged, left_out):
        yield folder
    for name in [name for name in sys.modules if name.startswith(SEARCHER_PACKAGE)]:
        del sys.modules[name]


def test_a_file_in_the_folder_is_a_searcher_everywhere(own):
    (own / "first.py").write_text(FIRST)
    loading.load_all()
    assert left_out == []
    for game in ("tictactoe", "samegame"):
        assert "first" in playout.game(game).searchers
        assert "first" in [each["name"] for each in listed(game)["searchers"]]
        assert methods_of(game)[-1].description == "the first move"
    assert read_side("first@9", "hex", Limit()).searcher == "first"
    assert level("as-first", "hex").title == "First"
    same = playout.game("samegame").start(seed=1)
    assert playout.search(same, "first", simulations=1).move == same.moves[0]
    match = playout.match(playout.game("tictactoe"), "first", "random", games=2, simulations=1)
    assert len(match.games) == 2


def test_a_file_can_be_named_and_other_processes_load_it_too(own, capsys):
    words = ["tictactoe", "lines@20", "novice", "--games", "2", "--jobs", "1"]
    assert main.main(["match", *words, f"--searcher={LINES}", "--no-plugins"]) == 0
    assert json.loads(os.environ[loading.VARIABLE]) == [str(LINES)]
    assert "lines" in capsys.readouterr().out


def test_an_installed_package_offers_one(own, tmp_path, monkeypatch):
    record = tmp_path / "site" / "first-1.dist-info"
    record.mkdir(parents=True)
    (record.parent / "first_of_all.py").write_text(FIRST)
    (record / "METADATA").write_text("Name: first\nVersion: 1\n")
    (record / "entry_points.txt").write_text("[playout.searchers]\na = first_of_all:SEARCHER\n")
    monkeypatch.syspath_prepend(str(record.parent))
    (tmp_path / "broken" / "other-1.dist-info" / "entry_points.txt").mkdir(parents=True)
    monkeypatch.syspath_prepend(str(tmp_path / "broken"))
    loading.load_all()
    assert [each.place for each in plugged] == ["first_of_all:SEARCHER"]


@pytest.mark.parametrize(
    ("text", "why"),
    [
        ("1 / 0", r"ZeroDivisionError: division by zero \(bad.py, line 1\)"),
        ("import sys; sys.exit(3)", r"SystemExit: 3 \(bad.py, line 1\)"),
        (FIRST.replace("True", "rules.no"), r"AttributeError: 'GameSpec' object has no"),
        ("SEARCHER = 3", r"it has no SEARCHER = SearcherKind\(...\)"),
        (FIRST.replace('"first"', '"mcts"'), "the name 'mcts' is taken"),
        (FIRST.replace('"first"', '"a b"'), "'a b' is no name: write small letters, digits and"),
    ],
)
def test_what_does_not_load_is_left_out_with_a_sentence(own, text, why):
    (own / "bad.py").write_text(text)
    (own / "first.py").write_text(FIRST)
    loading.load_all()
    assert [each.kind.name for each in plugged] == ["first"]
    with pytest.raises(AssertionError, match=rf"The searcher in .*bad.py is disabled: {why}"):
        raise AssertionError(*(each.sentence for each in left_out))


def failing(answer: Callable[..., object], on_make: Callable[..., object] = print) -> SearcherKind:
    class Failing:
        def __init__(self, *_: object) -> None:
            on_make()

        def advance(self, moves: object) -> None:
            pass

        def search(self, position: object, _1: object, _2: object, _3: object) -> object:
            return answer()

    return SearcherKind("failing", Failing, plays=lambda _: True)  # type: ignore[arg-type]


def telling(move: int | None, **info: Any) -> SearcherKind:
    return failing(lambda: SearchResult(move, SearchInfo(**info), Reason.TIME))


def told_by(kind: SearcherKind, position: playout.Position) -> playout.Result:
    """Let a searcher be the user's; return what it tells of a position."""
    loading.add(kind, "here")
    return playout.search(position, "failing", simulations=1)


TRIED = Candidate(0, 1, 0.5, line=(0,))
ODD = {
    "an error": (failing(lambda: 1 / 0), "ZeroDivisionError: division by zero"),
    "an error when it is made": (failing(print, lambda: 1 / 0), "ZeroDivisionError: division by"),
    "an exit": (failing(sys.exit), "SystemExit"),
    "a text": (failing(lambda: "e4"), "TypeError: it answered 'e4', which is no SearchResult"),
    "no such move": (telling(99), "ValueError: it plays 99, which is"),
    "no move": (telling(None), "ValueError: it plays None, which"),
}
TOLD_ODDLY: dict[str, tuple[dict[str, Any], str]] = {
    "no value": ({"value": float("nan")}, "ValueError: SearchInfo.value is nan, which is no"),
    "no share": ({"value": 7.5}, "ValueError: it tells a value of 7.5"),
    "no line": ({"line": (0, 0)}, "ValueError: it tells a line .0, 0., which"),
    "no count": ({"simulations": -5}, "ValueError: it tells of -5 simulations"),
    "proof as text": ({"proof": "win"}, "TypeError: SearchInfo.proof is 'win', which is no Proof"),
    "proof as number": ({"proof": 1}, "TypeError: SearchInfo.proof is 1, which is no Proof"),
    "distance as text": ({"distance": "x"}, "TypeError: SearchInfo.distance is 'x', which is no"),
    "no distance": ({"distance": -5}, "ValueError: it tells a distance of -5"),
    "count as fraction": ({"simulations": 1.5}, "TypeError: SearchInfo.simulations is 1.5"),
    "count as switch": ({"nodes": True}, "TypeError: SearchInfo.nodes is True, which is no int"),
    "reused as text": ({"reused_visits": "x"}, "TypeError: SearchInfo.reused_visits is 'x'"),
    "elapsed": ({"elapsed": float("nan")}, "ValueError: SearchInfo.elapsed is nan, which is no"),
    "endless": ({"error": float("inf")}, "ValueError: SearchInfo.error is inf, which is no"),
    "drawn": ({"drawn": 2}, "ValueError: it tells that 2.0 of the games are drawn"),
    "bound": ({"upper_bound": "x"}, "TypeError: SearchInfo.upper_bound is 'x', which is no float"),
    "optimal": ({"optimal": "x"}, "TypeError: SearchInfo.optimal is 'x', which is no bool"),
    "nothing tried": ({"candidates": None}, "TypeError: SearchInfo.candidates is None, which"),
    "tried a text": ({"candidates": "a1"}, "TypeError: SearchInfo.candidates is 'a1', which is"),
    "tried twice": ({"candidates": (TRIED, TRIED)}, "ValueError: it tells of 0 twice"),
    "tried elsewhere": ({"candidates": (Candidate(99, 1, 0.5),)}, "ValueError: it tells of 99"),
    "another line": (
        {"candidates": (replace(TRIED, line=(1,)),)},
        r"ValueError: it tells a line \(1,\) of 0",
    ),
    "a proof of a move": (
        {"candidates": (replace(TRIED, proof="win"),)},
        r"TypeError: SearchInfo.candidates\[0\].proof is 'win', which is no Proof",
    ),
    "an end that is none": (
        {"candidates": (replace(TRIED, proof=Proof.WIN, distance=1),)},
        "ValueError: it tells that a. ends the game in 1: it does not",
    ),
    "no true value": ({"exact": ("x",)}, r"TypeError: SearchInfo.exact\[0\] is 'x', which is no"),
    "true elsewhere": (
        {"exact": (ExactValue(99, Proof.WIN, None),)},
        "ValueError: it tells of 99, which is not legal here",
    ),
    "no certificate": ({"certificates": ("x",)}, r"TypeError: SearchInfo.certificates\[0\] is"),
    "certificates of pairs": (
        {"certificates": (Certificate(1, ((0, 1, 2),)),)},  # type: ignore[arg-type]
        r"ValueError: SearchInfo.certificates\[0\].pairs\[0\] is \(0, 1, 2\), which is not of",
    ),
    "a certificate": (
        {"certificates": (Certificate(1, ((0, 1),)),)},
        r"ValueError: it tells Certificate\(.*\), which does not hold",
    ),
    "a certificate off the board": (
        {"certificates": (Certificate(1, ((-1, 999),)),)},
        r"ValueError: it tells Certificate\(.*\), which does not hold",
    ),
    "a tree": ({"tree": (Branch(0, 5, 1, 0.5),)}, "ValueError: it tells of a node below node 5"),
    "a move in a tree": (
        {"tree": (Branch(0, -1, 1, 0.5), Branch(0, 0, 1, 0.5))},
        r"ValueError: it tells a line \(0, 0\), which is not legal",
    ),
}
ODD |= {name: (telling(0, **told), why) for name, (told, why) in TOLD_ODDLY.items()}


@pytest.mark.parametrize("game", ["tictactoe", "hex"])
@pytest.mark.parametrize("odd", ODD)
def test_whatever_goes_wrong_is_one_sentence_that_names_it(own, game, odd):
    kind, why = ODD[odd]
    with pytest.raises(SearcherFailedError, match=f"^searcher 'failing': {why}"):
        told_by(kind, playout.game(game).start())


def claiming(move: int, proof: Proof, distance: int | None = None) -> SearcherKind:
    tried = Candidate(move, 1, proof.share, proof=proof, distance=distance, line=(move,))
    return telling(move, candidates=(tried,), line=(move,), proof=proof, distance=distance)


@pytest.mark.parametrize(
    ("told", "why"),
    [
        ({"proof": Proof.WIN}, "the position is a proven win, and it is a proven loss in 4"),
        (
            {"candidates": (Candidate(3, 1, 1.0, proof=Proof.WIN),)},
            "a2 is a proven win, and it is a proven loss in 2",
        ),
        (
            {"candidates": (Candidate(8, 1, 0.0, proof=Proof.LOSS, distance=3),)},
            "c3 is a proven loss in 3, and it is a proven loss in 4",
        ),
        (
            {"exact": (ExactValue(8, Proof.DRAW, None),)},
            "c3 is a proven draw, and it is a proven loss in 4",
        ),
    ],
)
def test_a_proof_that_the_solver_refutes_is_one_sentence(own, told, why):
    position = playout.game("tictactoe").start().play("a1", "b1", "b2")
    with pytest.raises(ValueError, match=f"^searcher 'failing': ValueError: it tells that {why}$"):
        told_by(telling(8, **told), position)


def test_a_proof_that_nobody_can_confirm_stays_an_estimate_and_its_searchers_own(own):
    loading.add(claiming(0, Proof.WIN, 3), "here")
    start = playout.game("hex").start()
    with playout.Search(seed=1) as search:
        told = search.run(start, "failing", simulations=1)
        assert (told.move, told.proof, told.distance) == (start.moves[0], None, None)
        assert [each.proof for each in told.candidates] == [None]
        others = search.run(start, "mcts", simulations=100)
        assert others.proof is None
        assert not any(each.proof for each in others.candidates)
    spec = game_spec("hex")
    state = spec.new_game(spec.parameters(), 0)
    result = think(make_searcher("failing", "hex"), state, 1)
    assert [(each.proof, each.estimate) for each in result.info.candidates] == [(None, Proof.WIN)]


def test_no_game_for_two_has_a_best_line_or_a_bound_of_its_score(own):
    start = playout.game("hex").start()
    told = told_by(telling(start.state.legal_moves[0], optimal=True, upper_bound=9.0), start)
    assert (told.optimal, told.upper_bound) == (False, None)


ROW = playout.game("tictactoe", columns=5, rows=5, in_a_row=4).start()
THREE = ROW.play("a1", "a5", "b1", "b5", "c1", "c5")


def test_what_is_confirmed_stands_in_the_one_order_of_moves(own):
    other, winning = (THREE.state.move_from_string(each) for each in ("e5", "d1"))
    won = Candidate(winning, 1, 0.1, proof=Proof.WIN, distance=1)
    told = told_by(telling(winning, candidates=(Candidate(other, 9, 0.9), won)), THREE)
    assert [(each.move, each.proof) for each in told.candidates] == [("d1", "win"), ("e5", None)]


def test_a_proof_that_the_solver_confirms_or_a_guided_search_makes_is_told(own):
    told = told_by(
        claiming(6, Proof.WIN), playout.game("tictactoe").start().play("a1", "b1", "a2", "b2")
    )
    assert (told.move, told.proof, told.distance) == ("a3", "win", 1)
    assert (told.candidates[0].proof, told.candidates[0].distance) == ("win", 1)
    playout.add_searcher(playout.guided("even", prior=lambda each: [1.0] * len(each.moves)))
    told = playout.search(THREE, "even", simulations=50, seed=1)
    assert (told.proof, told.distance, told.reason) == ("win", 1, "proven")


def test_no_score_is_above_the_bound_and_only_one_that_reaches_it_is_the_best(own):
    start = playout.game("samegame").start(seed=1)
    move = start.state.legal_moves[0]
    told = told_by(telling(move, value=10.0, optimal=True, upper_bound=10.0), start)
    assert (told.optimal, told.upper_bound) == (False, start.upper_bound)
    plugged.clear()
    with pytest.raises(ValueError, match="above the bound of"):
        told_by(telling(move, value=start.upper_bound + 1), start)


def test_what_is_told_in_numbers_of_numpy_can_be_kept(own):
    move, half = np.int64(0), np.float32(0.5)
    tried = Candidate(move, np.int64(5), half, line=[move])  # type: ignore[arg-type]
    info = SearchInfo(np.int64(5), half, candidates=(tried,), line=(move,))  # type: ignore[arg-type]
    loading.add(failing(lambda: SearchResult(move, info, Reason.TIME)), "here")  # type: ignore[arg-type]
    spec = game_spec("tictactoe")
    result = think(make_searcher("failing", spec.name), spec.new_game(spec.parameters(), 0), 1)
    written = json.loads(json.dumps(asdict(result.info)))  # as a game is kept
    assert (written["value"], written["line"], written["candidates"][0]["visits"]) == (0.5, [0], 5)
    assert type(result.move) is int


def test_the_ai_tells_what_failed_and_can_go_on(own):
    loading.add(failing(lambda: 1 / 0), "here")
    spec = game_spec("tictactoe")
    state = spec.new_game(spec.parameters(), 0)
    worker = AiWorker(kernels=ReadyKernels())
    worker.start()
    said: list[object] = []
    for searcher in ("failing", "random"):
        worker.send(StartSearch(1, "tictactoe", state, None, searcher, Limit(simulations=1)))
        wait_for(lambda: len(said) >= 2, meanwhile=lambda: said.extend(worker.poll()))
        if searcher == "failing":
            (failed,) = [each for each in said if isinstance(each, SearchFailed)]
            assert failed.message == "searcher 'failing': ZeroDivisionError: division by zero"
            worker.restart()
            said.clear()
    assert not any(isinstance(each, SearchFailed) for each in said)
    assert worker.shutdown(LIMIT_SECONDS)


def test_the_library_adds_one_and_replaces_its_own_only(own):
    for sharp in (1.0, 9.0):
        playout.add_searcher(
            playout.guided("mine", prior=lambda p, s=sharp: [s] + [1.0] * (len(p.moves) - 1))
        )
    assert [each.name for each in kinds_of("tictactoe")].count("mine") == 1
    assert "mine" not in playout.game("samegame").searchers
    state = playout.game("tictactoe").start()
    result = playout.search(state, "mine:solver=false", simulations=60)
    assert result.candidates[0].move == state.moves[0]
    with pytest.raises(ValueError, match="the name 'mcts' is taken"):
        playout.add_searcher(playout.guided("mcts"))


def test_the_example_sees_an_open_three_in_a_few_simulations(own):
    shutil.copy(LINES, own)
    loading.load_all()
    state = playout.game("tictactoe", columns=9, rows=9, in_a_row=5).start()
    state = state.play("d5", "a1", "e5", "a9", "f5")
    assert playout.search(state, "lines", simulations=20).move in ("c5", "g5")
