"""The even match: how its strength follows the results, and what is kept of that."""

import random
from dataclasses import replace
from itertools import pairwise
from statistics import mean

import pytest

from ai.contract.games import game_spec, write_game
from ai.contract.rules import RulesError
from ai.levels import (
    EVEN,
    even_match,
    even_strength,
    family,
    level,
    level_on,
    level_title,
    levels_of,
    rungs,
)
from game.library.library import GameQuery
from game.library.progress import MOST_GAMES, progress_of
from game.library.rating import EvenMatch
from game.library.records import EVEN_MATCHES, Records
from game.play.session import Mode, Seat, Session
from game.words.numbers import thousands
from tests.games import GAMES

FOR_TWO = [spec.name for spec in GAMES if spec.players == 2]
WON, LOST, DRAWN = 1.0, 0.0, 0.5
FIRST = 575.0


def play_on(match, score, strength=None, ends=(0, 4000)):
    return match.after(match.value if strength is None else strength, score, ends)


def walk(*scores, start=FIRST):
    """Return the strengths of the games with these results, and of the next one."""
    match, values = EvenMatch("hex", "", start), [start]
    for score in scores:
        match = play_on(match, score)
        values.append(match.value)
    return values


def simulated(player, games, luck):
    """Return strengths and results of even matches against a player who plays by his rating."""
    match, played = EvenMatch("hex", "", FIRST), []
    for _ in range(games):
        strength = round(match.value, -1)
        score = float(luck.random() < 1 / (1 + 10 ** ((strength - player) / 400)))
        played.append((strength, score))
        match = play_on(match, score, strength, (400, 2000))
    return played


@pytest.mark.parametrize("player", [600, 1200, 1800])
def test_it_is_even_within_twelve_games(player):
    luck = random.Random(player)
    runs = [simulated(player, 40, luck) for _ in range(400)]
    assert 0.4 < mean(score for run in runs for _, score in run[6:12]) < 0.6
    assert 0.45 < mean(score for run in runs for _, score in run[12:]) < 0.55
    assert abs(mean(run[12][0] for run in runs) - player) < 100
    assert mean(abs(run[12][0] - player) for run in runs) < 140
    assert mean(abs(run[-1][0] - player) for run in runs) < 75, "Glicko-2 grows surer"


def test_steps_are_halved_at_each_turn_until_they_are_small():
    assert walk(WON, WON, LOST, LOST, WON) == [575, 875, 1175, 1025, 875, 950]
    assert walk(LOST, LOST, WON, start=1500) == [1500, 1200, 900, 1050]
    assert walk(*[WON] * 5)[-1] == 2075, "anybody is reached within five games"
    with_draws = walk(WON, DRAWN, LOST, DRAWN, DRAWN)
    assert with_draws == [575, 875, 875, 725, 725, 725], "a draw moves nothing"


def test_after_the_steps_each_result_moves_it_the_less_the_more_is_known():
    values = walk(WON, LOST, WON, *[LOST, WON] * 20)
    steps = [abs(after - before) for before, after in pairwise(values)]
    assert steps[:3] == [300, 150, 75]
    assert steps[3] > steps[15] > steps[-1] > 0
    assert values[-1] == pytest.approx(values[3], abs=100)


def test_who_gets_better_is_followed_however_many_games_there_were():
    match = EvenMatch("hex", "", FIRST)
    for score in [WON, LOST] * 100:
        match = play_on(match, score)
    before = match.value
    for _ in range(10):
        match = play_on(match, WON)
    assert match.value > before + 80


@pytest.mark.parametrize(
    ("strength", "score", "after"),
    [(900, WON, 1500), (2100, LOST, 1500), (2000, WON, 2300), (1000, LOST, 700)],
)
def test_a_game_at_another_strength_counts_for_what_it_tells(strength, score, after):
    assert play_on(EvenMatch("hex", "", 1500.0), score, strength).value == after


def test_no_result_however_odd_leads_far():
    match = EvenMatch("hex", "", 500.0, 60.0, 150.0)
    for strength in (9999, 1, 9999):
        for score in (WON, LOST):
            assert abs(play_on(match, score, strength).value - match.value) < 400
            match = play_on(match, score, strength)


def test_it_stays_within_the_strengths_there_are_so_that_it_can_come_back_at_once():
    match = EvenMatch("hex", "", 575.0)
    for score in [WON, LOST] + [WON] * 40:
        match = play_on(match, score, ends=(400, 1000))
    assert match.value == 1000
    assert play_on(match, LOST, ends=(400, 1000)).value < 1000
    assert [*walk(LOST, WON, start=575)] == [575, 275, 425]
    assert play_on(EvenMatch("hex", "", 575.0), LOST, ends=(400, 1000)).value == 400


# Its names.


@pytest.mark.parametrize("game", FOR_TWO)
def test_every_strength_is_a_level_between_its_neighbours(game):
    parameters = game_spec(game).parameters()
    ladder = rungs(game, parameters)
    for strength, each in ladder:
        same = level(f"even-{strength}", game)
        assert (same.searcher, same.limit, same.options) == (
            each.searcher,
            each.limit,
            each.options,
        )
    for (low, weaker), (high, stronger) in pairwise(ladder):
        between = level_on(f"even-{(low + high) // 2}", game, parameters).dial
        for name in ("simulations", "sight", "looks"):
            ends = sorted(getattr(each.dial, name) for each in (weaker, stronger))
            assert ends[0] <= getattr(between, name) <= ends[1]
        assert between not in (weaker.dial, stronger.dial)
    (low, weakest), (high, strongest) = ladder[0], ladder[-1]
    assert level_on("even-1", game, parameters).searcher == weakest.searcher
    assert level_on("even-9999", game, parameters).searcher == strongest.searcher
    assert even_match(-1e4, game, parameters).name == f"even-{low}"
    assert even_match(1e4, game, parameters).name == f"even-{high}"
    assert even_match(low + 12.3, game, parameters).name == f"even-{round(low + 12.3, -1):.0f}"


@pytest.mark.parametrize("name", ["even", "even-", "even-0", "even-x", "even-12345", "EVEN -5"])
def test_a_bad_name_is_answered_with_one_clear_sentence(name):
    if name.partition("-")[0] == "EVEN ":
        with pytest.raises(RulesError, match="unknown level 'EVEN -5'"):
            level(name, "hex")
        return
    with pytest.raises(RulesError, match=f"level '{name}': an even match is even-N"):
        level(name, "hex")
    assert even_strength(name) is None


def test_what_it_is_called():
    assert level("Even-1180", "hex").title == f"Even match, {thousands(1180)}"
    assert level_title("even-1180", "hex") == level("even-1180", "hex").title
    assert level_title(EVEN, "hex") == "Even match"
    assert family("even-1180") == family(EVEN) == EVEN
    assert family("evening") == "evening"
    assert EVEN not in {each.name for each in levels_of("hex")}


def test_its_rating_is_its_strength_where_the_levels_were_measured(monkeypatch):
    from ai.ladder import Dial, Strength, rung

    ladder = [rung("a", "", Dial(10), Strength(600, 600, 600))]
    ladder += [rung("b", "", Dial(1000), Strength(950, 1000, 1050))]
    monkeypatch.setattr("ai.levels.levels_of", lambda *_: ladder)
    found = even_match(811, "hex", game_spec("hex").parameters())
    assert found.rating.elo == 810
    assert 10 < found.dial.simulations < 1000
    monkeypatch.setattr("ai.levels.levels_of", lambda *_: [])
    assert even_match(800, "hex", game_spec("hex").parameters()) is None


# What is kept.

MOVES = {WON: (0, 3, 1, 4, 2), LOST: (0, 3, 1, 4, 8, 5), DRAWN: (0, 1, 2, 4, 3, 5, 7, 6, 8)}
BOARD = write_game(game_spec("tictactoe"), game_spec("tictactoe").parameters())


def play(storage, score, name, hints=0):
    session = Session("tictactoe", seats=(Seat.HUMAN, Seat.AI), level=name, mode=Mode.PLAY)
    session.record.node.hinted = hints > 0
    for move in MOVES[score]:
        session.play(move)
    assert storage.count_game(session)
    storage.save_game(session)
    return session


def test_results_move_the_strength_and_are_kept(storage):
    (low, _), *_, (high, _) = rungs("tictactoe", game_spec("tictactoe").parameters())
    play(storage, WON, f"even-{low}")
    assert storage.records.match("tictactoe", BOARD).value == min(high, low + 300)
    play(storage, LOST, f"even-{high}")
    value = max(low, high - 150)
    assert storage.records.match("tictactoe", BOARD).value == value
    again = Records.from_dict(storage.records.to_dict())
    assert again == storage.records
    assert again.match("tictactoe", "another").value == value, "a new board begins with that"
    assert again.match("tictactoe", "another").step == 0
    assert again.match("hex", BOARD) is None
    storage.clear_records()
    assert storage.records.match("tictactoe", BOARD) is None


def test_only_games_without_help_against_who_is_on_the_ladder_tell_of_it(storage):
    (strength, weakest), *_ = rungs("tictactoe", game_spec("tictactoe").parameters())
    play(storage, WON, f"even-{strength}", hints=1)
    play(storage, WON, "as-flat")
    play(storage, WON, "gone")
    assert storage.records.match("tictactoe", BOARD) is None
    play(storage, WON, weakest.name)
    assert storage.records.match("tictactoe", BOARD).value > strength


def test_all_even_matches_are_one_in_the_records_with_the_strongest_beaten(storage):
    for strength, score in ((500, WON), (800, LOST), (700, WON), (600, WON)):
        play(storage, score, f"even-{strength}")
    (tally,) = storage.records.tallies_of("tictactoe")
    assert (tally.level, tally.won, tally.lost, tally.streak) == (EVEN, 3, 1, 2)
    assert tally.beaten == 700
    assert storage.records.tally("tictactoe", "even-1234") == tally
    listed = storage.listed(GameQuery("tictactoe"), 0, 0, 10)
    assert listed.levels == (EVEN,)
    play(storage, WON, "as-flat")
    assert storage.flush()
    even = storage.listed(GameQuery("tictactoe", level=EVEN), 0, 0, 10)
    assert [row.level for row in even.rows] == ["even-600", "even-700", "even-800", "even-500"]
    assert GameQuery("tictactoe", level=EVEN).holds(even.rows[0]), "before it is written, too"
    assert storage.listed(GameQuery("tictactoe"), 0, 0, 10).levels == ("as-flat", EVEN)


def test_records_of_before_are_read_and_damaged_rows_are_kept_unread():
    tally = {"game": "hex", "level": "club", "won": 1, "drawn": 0, "lost": 0, "assisted": 0}
    match = {"game": "hex", "board": "side=6", "value": 900.0, "step": 150.0}
    whole = match | {"deviation": 0.0, "volatility": 0.06}
    rows = [whole, match, whole | {"value": 1e10}, whole | {"volatility": 0}]
    data = {"two_player": [tally | {"streak": 1, "losses": 0}], EVEN_MATCHES: rows}
    records = Records.from_dict(data)
    assert records.tallies[0].beaten == 0
    assert records.matches == (EvenMatch("hex", "side=6", 900.0, 150.0),)
    assert records.to_dict()[EVEN_MATCHES] == rows


def test_the_curve_of_ratings_goes_through_even_matches(storage, monkeypatch):
    from ai.ladder import Strength

    session = play(storage, WON, "even-500")
    measured = replace(session.opponent, rating=Strength(500, 500, 500))
    monkeypatch.setattr("game.library.progress.level_on", lambda *_: measured)
    (rating,) = progress_of(storage.counted_games("tictactoe", MOST_GAMES)).ratings
    assert rating.value > 500
