"""Plans of SameGame: first moves that begin one solution, checked by playing them."""

import contextlib
import math
import random

import pytest

from ai.contract.rules import IllegalMoveError
from ai.search.messages import Candidate
from game.games.samegame.plans import MOST_EFFORT, Plans, go_in_any_order
from game.games.samegame.root_tiles import groups_of
from game.games.samegame.rules import SameGameParameters, new_game
from game.games.samegame.search.annealer import ListScorer


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


def tiles_of(state):
    """Return each cell's tile, named by the cell in which it stands."""
    rows = state.parameters.rows
    return [[x * rows + y for y in range(len(column))] for x, column in enumerate(state.columns)]


def play_tile(state, names, tile):
    """Play the group of a tile by the rules; return the position and where tiles stand then."""
    rows = state.parameters.rows
    for x, column in enumerate(names):
        if tile in column:
            y = column.index(tile)
            gone = set(state.group_at(x, y))
            kept = (
                [name for up, name in enumerate(each) if at * rows + up not in gone]
                for at, each in enumerate(names)
            )
            return state.play(x * rows + y), [each for each in kept if each]
    return state, names


def played_list(root, tiles):
    """Return what a list of tiles scores by the rules; minus infinity if it is not the end."""
    state, names = root, tiles_of(root)
    for tile in tiles:
        with contextlib.suppress(IllegalMoveError):  # a single tile by now
            state, names = play_tile(state, names, tile)
    return state.score if state.is_terminal else -math.inf


@pytest.mark.parametrize("leftover", ["js-games", "none"])
@pytest.mark.parametrize("seed", range(3))
def test_a_list_of_tiles_scores_what_the_rules_say(seed, leftover):
    chance = random.Random(seed)
    root = new_game(SameGameParameters(6, 6, 3, leftover), seed)
    root = root.play(chance.choice(root.legal_moves))
    score = ListScorer(root)
    present = [tile for column in tiles_of(root) for tile in column]
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
    pairs = [(a, b) for a in root.legal_moves for b in root.legal_moves if a < b]
    verdicts = set()
    for a, b in pairs:
        verdict = go_in_any_order(root, (a, b))
        verdicts.add(verdict)
        sizes = []
        for first, second in ((a, b), (b, a)):
            state, names = play_tile(root, tiles_of(root), first)
            place = next((x, c.index(second)) for x, c in enumerate(names) if second in c)
            sizes.append(len(state.group_at(*place)) == len(root.group_at(*divmod(second, 6))))
        assert verdict == all(sizes)
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
