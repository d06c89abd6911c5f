"""What is shown as a share of a win, and the games that tell whether it is one."""

import itertools
import math
import random
from dataclasses import replace

import pygame
import pytest

from ai.contract.games import game_of
from ai.match.specs import read_side
from ai.options import make_ready_searcher
from ai.search.calibration import Evidence, Scale, calibrated, evidence_of, log_odds, share
from ai.search.messages import Branch, Candidate, Limit, Proof, SearchInfo
from ai.searchers import make_player, make_searcher, plain_searcher
from benchmarks import calibration, reliability
from game.games.tictactoe.rules import TicTacToeParameters
from tests.games import position
from tests.plugins import papers  # noqa: F401 - a fixture
from tests.thinking import think

START = position("hex")
SCALE = Scale(rate=-1.5, cells=0.5, played=-1.0, drawn=-2.0)
SEEN = Evidence(best=1.0, all=0.6, visits=1000, drawn=0.2, cells=36, played=0.1)


def some_info(rng):
    """A search's report with moves of all kinds, ranked by visits as they are."""
    moves = [
        Candidate(move, rng.randint(0, 500), rng.random(), rng.random() / 10, line=(move,))
        for move in range(12)
    ]
    moves.sort(key=lambda move: -move.visits)
    best, visits = moves[0], sum(move.visits for move in moves)
    moves.append(Candidate(20, 3, 0.0, 0.0, Proof.LOSS, 6, (20,)))
    tree = (
        Branch(best.move, -1, best.visits, best.value),
        Branch(30, 0, 5, rng.random()),
        Branch(31, 0, 5, 1.0, Proof.WIN),
    )
    info = SearchInfo(visits, best.value, best.error, tuple(moves), best.line, drawn=rng.random())
    return replace(info, tree=tree)


@pytest.mark.parametrize("seed", range(20))
def test_one_rising_function_maps_all_of_a_report(seed):
    info = some_info(random.Random(seed))
    told = calibrated(info, START, SCALE)
    assert [each.move for each in told.candidates] == [each.move for each in info.candidates]
    by_mean = sorted(zip(info.candidates, told.candidates, strict=True), key=lambda p: p[0].value)
    shares = [new.value for _, new in by_mean]
    assert shares == sorted(shares)
    assert all(0 < new.value < 1 for old, new in by_mean if old.proof is None)
    assert (told.value, told.error) == (told.candidates[0].value, told.candidates[0].error)
    assert told.candidates[-1] == info.candidates[-1], "a proof stays what it is"
    assert told.tree[0].value == told.value, "one number for the move, wherever it is shown"
    assert told.tree[2] == info.tree[2]
    assert replace(told, candidates=(), value=0, error=0, tree=()) == replace(
        info, candidates=(), value=0, error=0, tree=()
    )


def test_what_is_known_for_certain_is_told_as_it_is():
    proven = SearchInfo(9, 1.0, 0.0, (Candidate(1, 9, 1.0, proof=Proof.WIN, distance=3),))
    for known in (proven, SearchInfo()):
        assert calibrated(known, START, SCALE) == known
    drawn = replace(some_info(random.Random(0)), proof=Proof.DRAW, value=0.5, error=0.0)
    told = calibrated(drawn, START, SCALE)
    assert (told.value, told.error) == (0.5, 0)


def test_what_is_preferred_to_a_certain_draw_is_shown_as_worth_one():
    moves = (
        Candidate(1, 900, 0.51, 0.01),
        Candidate(2, 5, 0.5, proof=Proof.DRAW),
        Candidate(3, 90, 0.3, 0.01),
    )
    info = SearchInfo(995, 0.51, 0.01, moves, (1,), tree=(Branch(1, -1, 900, 0.51),))
    told = calibrated(info, START, SCALE)
    shares = [told.value, told.tree[0].value, *(move.value for move in told.candidates)]
    assert shares[:4] == [0.5] * 4
    assert shares[4] < 0.5
    alone = replace(info, candidates=(moves[0], moves[2]))
    assert calibrated(alone, START, SCALE).value < 0.5, "the draw made the difference"


def test_the_best_move_is_shown_with_the_mean_of_all_and_the_others_as_far_from_it_as_they_were():
    seen = replace(SEEN, visits=2000, drawn=0.25, cells=72, played=0.5)
    stretch = math.log1p(100) * math.exp(-1.5 + 0.5 * (36 / 72) ** 2 - 1.0 * 0.5 - 2.0 * 0.25)
    own = 0.2 * 2000 / 72 / 300
    shown = [SCALE.share_of(seen)(share(odds)) for odds in (1.0, 0.7)]
    level = 0.6 + own * 0.4
    assert shown == pytest.approx([share(stretch * level), share(stretch * (level - 0.3))])
    searched = replace(seen, visits=72 * 300)
    assert searched.level == pytest.approx(0.6 + 0.2 * 0.4), "long searched, a fifth is its own"
    assert replace(searched, visits=10**6).level == searched.level


def test_more_visits_say_more_up_to_a_bound():
    stretch = SCALE.stretch(SEEN)
    assert SCALE.stretch(replace(SEEN, visits=10_000)) > stretch
    assert SCALE.stretch(replace(SEEN, drawn=0.4)) < stretch
    assert SCALE.stretch(replace(SEEN, visits=10**7)) == SCALE.stretch(replace(SEEN, visits=10**5))
    assert SCALE.stretch(replace(SEEN, cells=4)) == 20.0, "no board is so small that it overflows"
    drawish = Scale(rate=0.0, drawn=-30.0)
    assert drawish.stretch(replace(SEEN, drawn=0.9)) == 0.2, "a blunder is still seen"
    assert log_odds(1.0) == pytest.approx(-log_odds(0.0))
    assert log_odds(1.0) < 6, "finite, so that a few visits can be read, too"


def test_boards_with_long_rows_have_a_scale_of_their_own():
    sizes = ((5, 5, 4), (6, 6, 4), (7, 7, 5))
    scale_of = game_of("tictactoe").search.scale
    one, same, other = (scale_of(TicTacToeParameters(*size)) for size in sizes)
    assert one == same != other


def optimism(make):
    """By how much the shares of the players to move add up to more than one, over a game."""
    searcher, state, values = make("mcts", "hex", seed=3), START, []
    for _ in range(14):
        result = think(searcher, state, simulations=2000)
        if result.info.proof is not None:
            break
        values.append(result.info.value)
        searcher.advance((result.move,))
        state = state.play(result.move)
    sums = [here + there - 1 for here, there in itertools.pairwise(values)]
    assert len(sums) > 6
    return sum(sums) / len(sums)


def test_the_player_to_move_is_not_made_to_look_better_than_the_next_one():
    assert optimism(plain_searcher) > 0.07, "the best move's mean alone does"
    assert abs(optimism(make_searcher)) < 0.02


@pytest.mark.parametrize("spec", ["mcts", "uct-plain", "rave", "mcts:variety=true"])
def test_the_search_is_what_it_was_and_all_who_ask_tell_the_same_number(spec):
    makers = (plain_searcher, make_searcher, make_ready_searcher, make_player)
    plain, *told = (think(make(spec, "hex", seed=1), START, simulations=300) for make in makers)
    for each in told:
        assert (each.move, each.reason) == (plain.move, plain.reason)
        visits = [[move.visits for move in one.info.candidates] for one in (plain, each)]
        assert visits[0] == visits[1]
    assert len({each.info.value for each in told} - {plain.info.value}) == 1


@pytest.mark.usefixtures("papers")
def test_other_games_and_searchers_tell_what_they_count():
    for spec, game in (("mcts", "nogo"), ("flat", "hex")):
        assert type(make_searcher(spec, game)) is type(plain_searcher(spec, game))


# The benchmark.


def test_the_fit_finds_the_constants_that_made_the_results():
    rng = random.Random(2)
    truth = Scale(rate=-1.0, played=1.5, drawn=-2.0)
    cases = []
    for _ in range(6000):
        best, visits = rng.gauss(0.2, 0.5), rng.choice((100, 5000))
        seen = Evidence(best, best - rng.uniform(0, 0.6), visits, 0.04, 36, rng.random())
        won = rng.random() < calibration.shown(seen, truth)
        cases.append((seen, float(won), 1.0))
    found = calibration.fitted(Scale(rate=0.0, drawn=-2.0), cases, ["rate", "played"])
    assert found.rate == pytest.approx(truth.rate, abs=0.15)
    assert found.played == pytest.approx(truth.played, abs=0.25)
    assert (found.cells, found.drawn) == (0.0, -2.0), "what is not named stays"


def run(capsys, *arguments):
    assert calibration.main([*arguments]) == 0
    return capsys.readouterr().out.splitlines()


def test_games_are_played_kept_and_gone_on_with(capsys, tmp_path):
    board = "tictactoe:columns=4,rows=4,in_a_row=4"
    file = tmp_path / "rows.jsonl"
    side = [board, "mcts@60", "--seed", "3", "--file", str(file), "--looks", "mcts@30"]
    run(capsys, *side, "--games", "2")
    first = file.read_text()
    lines = run(capsys, *side, "--games", "3")
    assert file.read_text().startswith(first)
    assert run(capsys, *side, "--games", "3") == lines
    assert lines[0].startswith(f"{board} plays: 3 games, ")
    assert sum(line.startswith(f"{board} mcts@30: ") for line in lines) == 1
    rows = [row for row in calibration.read_rows(file) if not row.look and row.seen]
    scored = 100 * sum(row.scored for row in rows) / len(rows)
    shown, counted = [line.split() for line in lines if line.split()[0] == "all"][:2]
    assert shown[1] == counted[1] == str(len(rows))
    assert shown[3] == counted[3] == f"{scored:.1f}"
    assert sum(line.split()[1] == "to" for line in lines) > 2
    picture = tmp_path / "rows.png"
    fit = [*side, "--games", "0", "--fit", "rate"]
    fits = [run(capsys, *fit, "--folds", n, "--picture", str(picture))[0] for n in ("1", "2")]
    assert fits[0] == fits[1], "what is told by folds is told to be fitted to all"
    assert fits[0].startswith(f"{board}: Scale(rate=")
    assert pygame.image.load(picture).get_width() > 200


@pytest.mark.parametrize("line", ['{"board": "hex", "ga', '{"seen": null}', "[]", "7"])
def test_of_a_file_that_is_cut_off_the_place_is_told(line, capsys, tmp_path):
    file = tmp_path / "rows.jsonl"
    file.write_text(line)
    with pytest.raises(SystemExit, match=r"rows\.jsonl', line 1: this is no row"):
        run(capsys, "hex", "--games", "0", "--file", str(file))


def row(number, scored, seen=SEEN, board="hex", look=""):
    return calibration.Row(board, str(number), look, None, seen, float(scored))


def test_each_fold_is_told_by_what_the_others_say():
    seen = replace(SEEN, best=0.5, all=0.5, visits=5000, drawn=0.0)
    rows = [row(game, game % 10 > 2, seen, "breakthrough") for game in range(50)]
    start = {"breakthrough": Scale(rate=-2.0)}
    whole, halves = (calibration.crossed(rows, start, ["rate"], folds) for folds in (1, 2))
    assert calibration.shown(seen, whole(rows[0])) == pytest.approx(0.7, abs=0.01)
    assert len({halves(each) for each in rows}) == 2
    for scale in {halves(each) for each in rows}:
        others = [each.scored for each in rows if halves(each) != scale]
        scored = sum(others) / len(others)
        assert calibration.shown(seen, scale) == pytest.approx(scored, abs=0.01)


def test_what_is_not_a_tree_is_told_as_it_says():
    seen = replace(SEEN, best=0.5, all=0.1)
    rows = [row(1, 1, seen, look=look) for look in ("", "alphabeta@9")]
    reading = calibration.read_by(lambda _: SCALE, read_side("mcts", "hex", Limit()))
    assert [reading(each) for each in rows] == [calibration.shown(seen, SCALE), share(0.5)]


def test_tenths_are_told_apart_and_the_farthest_needs_enough_positions():
    told = [reliability.Told(str(n), 0.25, float(n % 4 == 0)) for n in range(200)]
    told += [reliability.Told(str(n), 1.0, float(n % 10 > 0)) for n in range(100)]
    told += [reliability.Told(str(n), 0.55, 0.0) for n in range(99)]
    tenths = reliability.tenths(told)
    assert {n: round(each.apart, 3) for n, each in tenths.items()} == {2: 0.0, 5: 0.55, 9: 0.1}
    assert reliability.widest(told) == (9, tenths[9])
    assert reliability.widest(told[:50]) is None


def test_of_each_board_the_tenth_that_is_farthest_off_is_told():
    rows = [row(number, number % 5 > 0) for number in range(100)]
    looks = [replace(each, look="mcts@9", scored=1.0) for each in rows]
    few = [replace(each, board="hex:side=5") for each in rows[1:]]
    (told,) = calibration.farthest([*rows, *looks, *few], lambda _: 0.55)
    assert (told["board"], told["apart_points"]) == ("hex", -25.0)
    assert (told["at"], told["games"], told["positions"]) == ("50 to 60", 100, 100)


@pytest.mark.usefixtures("papers")
def test_a_game_without_a_scale_has_nothing_to_compare(capsys):
    with pytest.raises(SystemExit):
        calibration.main(["nogo", "--games", "0"])
    assert "nogo has no scale" in capsys.readouterr().err


@pytest.mark.parametrize("games", [4, 16])
def test_the_error_is_by_games(games):
    values = [(str(game), 0.3 + game % 2) for game in range(games) for _ in range(50)]
    assert reliability.error_by_games(values) == pytest.approx(0.5 / math.sqrt(games))


def test_the_slope_is_what_the_log_odds_told_are_worth():
    rng = random.Random(5)
    told = []
    for number in range(400):
        odds = rng.uniform(-2, 2)
        scored = float(rng.random() < share(0.4 * odds))
        told += [reliability.Told(str(number), share(odds), scored)] * (1 + number % 3)
    best, error = reliability.slope(told)
    assert abs(best - 0.4) < 2 * error < 0.3

    def loss(slope):
        odds = [slope * log_odds(each.share) for each in told]
        return sum(
            math.log1p(math.exp(x)) - each.scored * x for x, each in zip(odds, told, strict=True)
        )

    assert loss(best) < min(loss(best - 0.01), loss(best + 0.01)), "nothing fits better"
    drawn = [replace(each, scored=0.5) for each in told]
    assert reliability.slope(drawn)[0] == pytest.approx(0)
    sure = [replace(each, scored=float(each.share > 0.5)) for each in told]
    assert reliability.slope(sure) is None
    assert reliability.slope([replace(each, share=0.5) for each in told]) is None


def test_what_a_search_says_is_read_by_its_open_moves():
    start = position("tictactoe", (), TicTacToeParameters(5, 5, 4))
    info = think(plain_searcher("mcts", "tictactoe"), start, simulations=400).info
    seen = evidence_of(info, start)
    assert seen.visits == 400
    assert (seen.cells, seen.played, seen.drawn) == (25, 0.0, info.drawn)
    assert seen.all < seen.best == log_odds(info.value)
    assert 0 < info.drawn < 1
