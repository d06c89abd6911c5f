"""The search tree over the board: which nodes, where, and what the pointer finds."""

from dataclasses import replace

import pygame
import pytest

from ai.search.messages import Branch, ExactValue, Proof
from ai.search.order import beside_truth
from game.play.session import Mode
from game.screens.base import Back
from game.ui.layout import Box
from game.ui.overlay import build_overlay
from game.ui.skin import Skin
from game.ui.tree import lay_out, most_tried, tree_of
from tests.fakes import info_for
from tests.rig import SIZE

WRITE = Skin.write
BRANCHES = (
    Branch(4, -1, 900, 0.6),
    Branch(0, -1, 90, 0.5),
    Branch(8, -1, 1, 0.1),
    Branch(2, 0, 500, 0.55),
    Branch(6, 0, 300, 0.6),
    Branch(1, 1, 80, 0.5, Proof.DRAW),
    Branch(7, 3, 400, 0.6),
)


def told(moves):
    return replace(info_for(moves, 991), tree=BRANCHES)


def shown(rig, game):
    scene = rig.open(game, mode=Mode.ANALYSE)
    rig.key(pygame.K_t)
    rig.frame()
    state = scene.session.state
    info = told(state.legal_moves) if game == "tictactoe" else info_for(state.legal_moves, 9_000)
    if game == "samegame":
        lines = []
        for candidate in info.candidates[:4]:
            line, position = [candidate.move], state.play(candidate.move)
            while not position.is_terminal and len(line) < 5:
                line.append(position.legal_moves[0])
                position = position.play(line[-1])
            lines.append(replace(candidate, line=tuple(line), value=1000.0 - 10 * len(lines)))
        info = replace(info, candidates=tuple(lines), value=1000.0)
    rig.say(info)
    rig.settle()
    return scene


def test_paths_follow_parents():
    nodes = tree_of(told((4, 0, 8)))
    assert [node.path for node in nodes] == [(4,), (0,), (8,), (4, 2), (4, 6), (0, 1), (4, 2, 7)]
    assert nodes[5].proof is Proof.DRAW


def test_the_most_tried_nodes_are_kept_and_the_main_line_is_marked():
    nodes = most_tried(tree_of(told((4, 0, 8))), leaves=2, depth=4)
    assert [node.path for node in nodes] == [(4,), (4, 2), (4, 6), (4, 2, 7)]
    assert [node.path for node in nodes if node.is_main] == [(4,), (4, 2), (4, 2, 7)]
    shallow = most_tried(tree_of(told((4, 0, 8))), leaves=9, depth=1)
    assert [node.path for node in shallow] == [(4,), (0,)], "hardly tried ones are left out"


def test_lines_with_a_common_beginning_share_their_branch():
    info = info_for((1, 2), 1_000)
    first = replace(info.candidates[0], line=(1, 5, 6))
    again = replace(info.candidates[1], move=1, line=(1, 5, 7))
    nodes = tree_of(replace(info, candidates=(first, again)))
    assert [node.path for node in nodes] == [(1,), (1, 5), (1, 5, 6), (1, 5, 7)]
    assert all(nodes[node.parent].path == node.path[:-1] for node in nodes if node.parent >= 0)


@pytest.mark.parametrize("size", [(300, 300), (744, 640), (2400, 1800)])
def test_nodes_keep_apart_and_inside(size):
    nodes = most_tried(tree_of(told((4, 0, 8))), leaves=4, depth=3)
    area = Box(10, 20, *size)
    layout = lay_out(nodes, area, root=20, size=(70, 24), least_gap=3)
    for i, box in enumerate(layout.boxes):
        assert pygame.Rect(area).contains(box)
        assert not any(box.overlaps(other) for other in layout.boxes[i + 1 :])
        assert layout.node_at(box.centre) is nodes[i]
    assert layout.node_at((11, 21)) is None


@pytest.mark.parametrize("game", ["samegame", "tictactoe", "hex"])
def test_t_lays_the_tree_over_the_board_and_escape_takes_it_away(rig, game):
    scene = shown(rig, game)
    assert scene.controller.state.tree
    for size in ((640, 480), (1920, 1080), SIZE):
        rig.resize(size)
        rig.frame(0.3)
        board, layout = pygame.Rect(scene.layout.board), scene.tree.layout
        assert all(board.contains(box) for box in layout.boxes)
    length = scene.session.record.length
    rig.move(layout.boxes[-1].centre)
    assert scene.tree.hovered is layout.nodes[-1]
    rig.click(layout.boxes[0].centre)
    assert scene.session.record.length == length, "the tree is to be read, not played on"
    if scene.controller.ai.is_thinking:
        rig.key(pygame.K_ESCAPE)
        assert scene.controller.state.tree, "Esc stops thinking first"
        rig.worker.finish()
        rig.frame(0.3)
    rig.key(pygame.K_ESCAPE)
    assert not scene.controller.state.tree
    assert not any(isinstance(command, Back) for command in rig.commands)


def test_the_tree_asks_for_a_search_in_play_and_counts_as_help(rig):
    scene = rig.open("hex")
    rig.settle()
    assert not scene.controller.ai.is_thinking
    rig.key(pygame.K_t)
    rig.frame()
    assert scene.controller.ai.is_thinking
    rig.say(info_for(scene.session.state.legal_moves))
    assert scene.session.record.hints == 1
    rig.key(pygame.K_t)
    rig.frame()
    assert not scene.controller.ai.is_thinking


@pytest.mark.parametrize("size", [(1120, 760), (640, 480), (1920, 1200)])
@pytest.mark.parametrize("game", ["breakthrough", "hex", "tictactoe"])
def test_the_tree_cuts_no_name_of_a_move(make_rig, monkeypatch, game, size):
    rig = make_rig()
    scene = rig.open(game, mode=Mode.ANALYSE)
    scene.resize(size)
    rig.surface = pygame.Surface(size)
    moves = scene.session.state.legal_moves
    info = info_for(moves[-9:], 150_000, 0.999)
    rig.say(replace(info, tree=tuple(Branch(move, -1, 9_000, 1.0) for move in moves[-9:])))
    written = []

    def write(skin, surface, text, *rest, **more):
        written.append(text)
        return WRITE(skin, surface, text, *rest, **more)

    monkeypatch.setattr(Skin, "write", write)
    rig.key(pygame.K_t)
    rig.frame()
    assert "100 %" in written
    names = {scene.session.state.move_label(move) for move in moves}
    assert len(names & set(written)) > 1
    assert not [text for text in written if "…" in text]


def test_the_tree_shows_moves_in_their_order_and_begins_with_the_best():
    lost = replace(BRANCHES[0], proof=Proof.LOSS, value=0.0)
    reply = replace(BRANCHES[5], parent=1, move=5, visits=9, proof=Proof.LOSS)
    info = replace(told((4, 0, 8)), tree=(lost, *BRANCHES[1:], reply))
    exact = (ExactValue(4, Proof.LOSS, 8), ExactValue(7, Proof.WIN, 3))
    marks = build_overlay(beside_truth(info, exact), one_player=False).marks
    nodes = most_tried(tree_of(info, marks), leaves=9, depth=4)
    assert [node.path for node in nodes if node.depth == 1] == [(7,), (0,), (4,)]
    assert [node.path for node in nodes if node.is_main] == [(7,)], "nobody has tried it"
    of_reply = [node.path for node in nodes if node.path[:1] == (0,) and node.depth == 2]
    assert of_reply == [(0, 5), (0, 1)], "the opponent's win leads where the opponent moves"


def test_no_loss_is_shown_while_a_move_that_wins_is_not(rig):
    scene = shown(rig, "tictactoe")
    state, lost = scene.session.state, replace(BRANCHES[0], proof=Proof.LOSS, value=0.0)
    exact = (ExactValue(4, Proof.LOSS, 8), ExactValue(7, Proof.WIN, 3), ExactValue(8, Proof.WIN, 5))
    info = beside_truth(replace(told((4, 0, 8)), tree=(lost, *BRANCHES[1:])), exact)
    marks = build_overlay(info, one_player=False).marks
    nodes = scene.tree.layout_of(state, info, marks, scene.skin).nodes
    assert [node.path for node in nodes if node.depth == 1] == [(7,), (8,), (0,), (4,)]
