"""Plans of SameGame: first moves that begin one solution, checked by playing them."""

import contextlib
import math
import random
from itertools import combinations

import pytest

from ai.contract.rules import IllegalMoveError
from ai.search.messages import Candidate
from game.games.samegame.plans import MOST_EFFORT, Plans, go_in_any_order, groups_of
from game.games.samegame.rules import SameGameParameters, new_game
from game.games.samegame.search.annealer import ListScorer
from tests.rules.naive import SameGameTiles


def played_out(state, move, chance):
    """Return a line from a first move to the end, and the final score."""
    line = [move]
    state = state.play(move)
    while not state.is_terminal:
        line.append(chance.choice(state.legal_moves))
        state = state.play(line[-1])
    return tuple(line), state.score


def found(state, chance):
    """Return a candidate for each first move, the best first, some with lines of one another."""
    candidates = []
    for move in state.legal_moves:
        tries = [played_out(state, move, chance) for _ in range(3)]
        line, score = max(tries, key=lambda each: each[1])
        candidates.append(Candidate(move, 10, float(score), line=line))
    return sorted(candidates, key=lambda each: -each.value)


def played_list(root, cells):
    """Return what a list of tiles scores by the rules; minus infinity if it is not the end."""
    tiles = SameGameTiles(root)
    for tile in cells:
        with contextlib.suppress(IllegalMoveError):  # a single tile by now
            tiles.play(tile)
    return tiles.state.score if tiles.state.is_terminal else -math.inf


@pytest.mark.parametrize("leftover", ["js-games", "none"])
@pytest.mark.parametrize("seed", range(3))
def test_a_list_of_tiles_scores_what_the_rules_say(seed, leftover):
    chance = random.Random(seed)
    root = new_game(SameGameParameters(6, 6, 3, leftover), seed)
    root = root.play(chance.choice(root.legal_moves))
    score = ListScorer(root)
    present = list(SameGameTiles(root).places())
    scores = set()
    for _ in range(60):
        tiles = chance.sample(present, len(present) * chance.choice((1, 2, 2)) // 2)
        scores.add(played_list(root, tiles))
        assert score(tiles) == played_list(root, tiles)
    assert -math.inf in scores
    assert len(scores) > 5


@pytest.mark.parametrize("leftover", ["js-games", "none"])
@pytest.mark.parametrize("seed", range(6))
def test_a_plan_is_worth_as_much_whichever_of_its_moves_comes_first(seed, leftover):
    chance = random.Random(seed)
    root = new_game(SameGameParameters(6, 6, 3, leftover), seed)
    candidates = found(root, chance)
    shared = 0
    numbered = Plans(root, ListScorer(root)).numbered(candidates)
    leaders = {}
    for each in numbered:
        leader = leaders.setdefault(each.plan, each)
        if leader is each:
            continue
        shared += 1
        tiles = [each.move, *(min(group) for group in groups_of(root, leader.line))]
        assert played_list(root, tiles) >= leader.value
    assert shared > 0


@pytest.mark.parametrize("seed", range(4))
def test_every_order_of_one_solution_is_one_plan(seed):
    chance = random.Random(seed)
    root = new_game(SameGameParameters(8, 8, 4), seed)
    line, score = played_out(root, root.legal_moves[0], chance)
    groups = groups_of(root, line)
    whole = {group[0]: frozenset(group) for group in root.groups()}
    tiles = [min(group) for group in groups]
    same = [m for m, g in whole.items() if g in groups and played_list(root, [m, *tiles]) >= score]
    assert len(same) > 1
    candidates = [Candidate(line[0], 10, float(score), line=line)]
    candidates += [Candidate(m, 10, score - 1.0, line=(m,)) for m in whole if m != line[0]]
    numbered = Plans(root, ListScorer(root)).numbered(candidates)
    assert {each.move for each in numbered if each.plan == numbered[0].plan} == {*same, line[0]}


def test_plans_are_the_same_however_often_they_are_asked_for():
    root = new_game(SameGameParameters(7, 7, 3), 2)
    asked = Plans(root, ListScorer(root))
    for seed in range(4):
        candidates = found(root, random.Random(seed))
        assert asked.numbered(candidates) == Plans(root, ListScorer(root)).numbered(candidates)
        assert asked.numbered(candidates) == Plans(root, ListScorer(root)).numbered(candidates)


def test_only_groups_that_leave_each_other_alone_go_in_any_order():
    root = new_game(SameGameParameters(6, 6, 3), 1)
    verdicts = set()
    for pair in combinations(root.legal_moves, 2):
        verdict = go_in_any_order(root, pair)
        verdicts.add(verdict)
        are_whole = []
        for first, second in (pair, pair[::-1]):
            tiles = SameGameTiles(root)
            tiles.play(first)
            left = tiles.state.group_at(*divmod(tiles.places()[second], 6))
            are_whole.append(len(left) == len(root.group_at(*divmod(second, 6))))
        assert verdict == all(are_whole)
    assert verdicts == {True, False}


def test_a_large_board_takes_no_more_effort_than_a_small_one():
    root = new_game(SameGameParameters(20, 20, 5), 1)
    line, score = played_out(root, root.legal_moves[0], random.Random(1))
    played = []

    def count(_):
        played.append(len(line) * root.tiles_left)
        return -math.inf

    candidates = [Candidate(line[0], 10, float(score), line=line)]
    candidates += [Candidate(m, 10, score - 1.0, line=(m,)) for m in root.legal_moves[1:]]
    Plans(root, count).numbered(candidates)
    assert 0 < sum(played) <= MOST_EFFORT
