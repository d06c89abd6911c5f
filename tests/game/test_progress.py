"""The rating of a player, and which games count for it."""

import re
from dataclasses import replace
from functools import partial

import pytest

from ai.levels import level
from game.games.samegame.rules import SameGameParameters
from game.library.library import SavedGame, record_of
from game.library.progress import MOST_GAMES, Rating, best_run, progress_of
from game.play.medals import MedalStanding
from game.play.session import Mode, Seat, Session
from game.screens.play.medal_bar import MedalBar
from game.screens.play.score_result import ScoreResult
from game.ui.layout import Box
from game.words.numbers import THIN_SPACE
from tests.rig import skin, written


def test_the_example_of_glickmans_paper():
    results = [(Rating(1400, 30), 1.0), (Rating(1550, 100), 0.0), (Rating(1700, 300), 0.0)]
    after = Rating(1500, 200, 0.06).after(results)
    assert after.value == pytest.approx(1464.06, abs=0.01)
    assert after.deviation == pytest.approx(151.52, abs=0.01)
    assert after.volatility == pytest.approx(0.05999, abs=0.00001)


def play(storage, moves, level="careful", first=Seat.HUMAN, hints=0, game="tictactoe"):
    """Play a game to its end as it would be played in the window, and count it."""
    seats = (first, Seat.AI if first is Seat.HUMAN else Seat.HUMAN)
    session = Session(game, seats=seats, level=level, mode=Mode.PLAY)
    for _ in range(hints):
        session.record.node.hinted = True
    for move in moves:
        session.play(move)
    storage.count_game(session)
    storage.save_game(session)
    return session


SMALL = SameGameParameters(4, 4, 3)
CAREFUL = level("careful", "tictactoe")
WON, LOST, DRAWN = (0, 3, 1, 4, 2), (0, 3, 1, 4, 8, 5), (0, 1, 2, 4, 3, 5, 7, 6, 8)


def ratings(storage):
    return [
        each.value for each in progress_of(storage.counted_games("tictactoe", MOST_GAMES)).ratings
    ]


def test_each_result_moves_the_rating_and_makes_it_surer(storage):
    for moves in (WON, LOST, DRAWN):
        play(storage, moves)
    rows = storage.counted_games("tictactoe", MOST_GAMES)
    assert [row.result for row in rows] == ["won", "lost", "drawn"]
    won, lost, drawn = progress_of(rows).ratings
    assert won.value > CAREFUL.rating.elo, "the level's own, which a first rating begins with"
    assert lost.value < won.value
    assert won.deviation > lost.deviation > drawn.deviation


def test_only_what_counts_and_was_played_without_help_is_rated(storage):
    play(storage, WON, hints=1)
    play(storage, WON, level="as-flat")
    play(storage, WON, level="of-another-version")
    play(storage, WON[:4])
    session = play(storage, WON)
    session.set_mode(Mode.ANALYSE)
    session.go_to(2)
    for move in (4, 1, 5, 8):
        session.play(move)
    storage.save_game(session)
    (rating,) = ratings(storage)
    session.set_level("perfect")
    storage.save_game(session)
    assert ratings(storage) == [rating], "it was another level that counted"
    storage.clear_records()
    assert ratings(storage) == []
    play(storage, LOST)
    assert len(ratings(storage)) == 1


def test_no_game_is_rated_that_cannot_be_read_or_was_on_another_board(storage):
    play(storage, WON)
    (row,) = storage.counted_games("tictactoe", MOST_GAMES)
    damaged = SavedGame(1, "tictactoe", 0, "careful", "won", "nonsense", counted="won alone")
    board = "game tictactoe:columns=4,rows=3,in_a_row=3\n"
    larger = replace(row, text=re.sub(r"game .*\n", board, row.text))
    assert record_of(larger).start.parameters.columns == 4
    assert len(progress_of([damaged, row, larger]).ratings) == 1


def run(storage, *, first, hints=False):
    """Play a small board to its end, always the first or the last group there is."""
    session = Session("samegame", SMALL, 7)
    while not session.state.is_terminal:
        session.play(session.state.legal_moves[0 if first else -1], for_player=hints)
    storage.count_game(session)
    session.go_to(1)
    session.play(session.state.legal_moves[-1])
    storage.save_game(session)
    session.show(next(each for each in session.record.root.walk() if each.state.is_terminal))
    return session


def test_the_best_of_the_players_own_runs_on_a_board_is_found(storage):
    runs = [run(storage, first=True), run(storage, first=False)]
    run(storage, first=True, hints=True)
    best = max(runs, key=lambda each: each.state.returns[0])
    storage.save_game(Session("samegame", SMALL, 8))
    rows = storage.finished_games("samegame", 7, 10)
    assert rows
    scores = best_run(rows, best.record.root.state)
    assert (scores[0], scores[-1]) == (0, round(best.state.returns[0]))
    assert len(scores) == best.record.length + 1
    assert best_run(rows, Session("samegame", SMALL, 8).record.root.state) == ()
    assert storage.finished_games("samegame", 8, 10) == []


@pytest.mark.parametrize(
    ("score", "target", "medal", "following"),
    [
        (-10, 1000, None, "Bronze"),
        (399, 1000, None, "Bronze"),
        (400, 1000, "Bronze", "Silver"),
        (600, 1000, "Silver", "Gold"),
        (800, 1000, "Gold", None),
        (1200, 1000, "Gold", None),
        (1737, 4343, None, "Bronze"),  # a share is rounded up
        (1738, 4343, "Bronze", "Silver"),
        # One that is not positive is met or not.
        *((target, target, "Gold", None) for target in (0, -7)),
        *((target - 1, target, None, "Bronze") for target in (0, -7)),
    ],
)
def test_medals_are_shares_of_the_target(score, target, medal, following):
    standing = MedalStanding(score, target)
    assert (standing.medal.name if standing.medal else None) == medal
    assert (standing.next_medal[0].name if standing.next_medal else None) == following
    assert target > 0 or medal or standing.share == 0.0


def test_words():
    assert ScoreResult("Game over", 5).sentence == "**Game over**: **5 points**"
    for score, words in (
        (300, "30 % of the AI  ·  bronze at 400"),
        (650, "silver, 65 % of the AI"),
        (1000, "gold, as good as the AI"),
        (1001, "gold, better than the AI"),
    ):
        assert ScoreResult("", score, MedalStanding(score, 1000)).words == words
    assert ScoreResult("", -3, MedalStanding(-3, -2)).words == ""
    for standing, words in (
        (MedalStanding(140, 2622), f"Next: Bronze at 1{THIN_SPACE}049"),
        (MedalStanding(900, 1000), f"Gold. Next: the AI's 1{THIN_SPACE}000"),
    ):
        bar = partial(MedalBar(standing).draw, skin=skin(), box=Box(0, 0, 400, 40))
        assert words in written(None, bar)
