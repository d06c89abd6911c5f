"""One quantity, one number: whatever place of the screen tells it, and at every moment.

Random searches of random positions speak at random times; all that a player can read of a
position's worth, of a candidate's and of the number of a move is collected and compared.
"""

import random
import re
from dataclasses import replace

import pytest

from ai.search.messages import Branch, Candidate, Proof, SearchInfo
from game.games.samegame.rules import SameGameState
from game.games.samegame.screen.words import replay
from game.play.grading import Grade
from game.play.session import Mode, Session
from game.screens.home.rows import _where
from game.screens.play.game_graph import score_graph, win_graph
from game.screens.play.medal_bar import MedalBar
from game.screens.play.react import RESIGNS, GoTo, SetMode
from game.screens.play.sentences import sentence
from game.screens.review.words import headline, position_name
from game.ui.boards.marks import _disc_text, proof_text
from game.ui.layout import Box
from game.ui.panel.analysis import CandidateTable, EvalBar
from game.ui.panel.basics import Figures, Heading, Sentence
from game.ui.panel.graphs import ScoreGraph, WinGraph
from game.ui.panel.history import MoveList
from game.words.moves import played_proven
from game.words.numbers import MINUS, THIN_SPACE, thousands, whole_percent
from tests.evaluations import judged, judged_score
from tests.rig import section

TWO_PLAYER = ("tictactoe", "hex", "breakthrough")
BOX = Box(0, 0, 400, 300)


def line_from(state, move, rng, length):
    line = [move]
    state = state.play(move)
    while not state.is_terminal and len(line) < length:
        line.append(rng.choice(state.legal_moves))
        state = state.play(line[-1])
    return tuple(line)


def told_of_duel(state, rng, simulations):
    """Return what a search with ever changing views may say of a position for two."""
    moves = rng.sample(state.legal_moves, min(len(state.legal_moves), rng.randint(1, 9)))
    candidates = [
        Candidate(
            move,
            rng.choice((1, 30, 400, 700, simulations // 2, simulations)),
            rng.random(),
            error=rng.choice((0.001, 0.01, 0.05)),
            line=line_from(state, move, rng, 4),
        )
        for move in moves
    ]
    candidates.sort(key=lambda each: -each.visits)
    best = candidates[0]
    tree = tuple(Branch(each.move, -1, each.visits, rng.random()) for each in candidates)
    return SearchInfo(
        simulations, best.value, best.error, tuple(candidates), best.line, tree=tree, elapsed=1.0
    )


def told_of_samegame(state, rng, simulations):
    """Return what a search may say of a board: lines to the end, and what they score."""
    candidates = []
    for move in rng.sample(state.legal_moves, min(len(state.legal_moves), 7)):
        line = line_from(state, move, rng, 99)
        score = float(replay(state, line)[1].score)
        visits = rng.choice((60, simulations // 2, simulations))
        candidates.append(Candidate(move, visits, score, rng.choice((0.0, 40.0)), line=line))
    candidates.sort(key=lambda each: -each.value)
    best = candidates[0]
    return SearchInfo(simulations, best.value, best.error, tuple(candidates), best.line)


@pytest.mark.parametrize("seed", range(8))
@pytest.mark.parametrize("game", TWO_PLAYER)
def test_a_win_share_is_the_same_wherever_it_is_told(make_rig, game, seed):
    rig, rng = make_rig(hex_side=4, tictactoe_columns=5, tictactoe_rows=5), random.Random(seed)
    scene = rig.open(game)
    for _ in range(rng.randint(0, 5)):
        if not scene.session.state.is_terminal:
            scene.session.play(rng.choice(scene.session.state.legal_moves))
    scene.controller.give(SetMode(Mode.ANALYSE))
    if scene.session.state.is_terminal:
        scene.controller.give(GoTo(0))
    rig.settle()
    state = scene.session.state
    if seed % 2:  # an older search has left another number behind
        scene.session.record.nodes[scene.session.record.cursor].position.learn(
            judged(0.123, 0.01, 10**8)
        )
    simulations = 1_000
    for _ in range(12):
        simulations += rng.randint(1, 3_000)
        rig.worker.say(told_of_duel(state, rng, simulations))
        rig.frame(rng.choice((0.02, 0.1, 0.21, 0.5)))
        overlay = scene.controller.ai.full_overlay
        if overlay is None:
            continue
        rows = section(scene, CandidateTable).rows
        shares = [float(row.value.rstrip(" %")) for row in rows if row.value]
        assert shares == sorted(shares, reverse=True)
        for row, mark in zip(rows, overlay.marks, strict=False):
            assert_candidate(scene, row, mark, rows[0])
        assert_position(scene, overlay, rows)
        said = section(scene, Sentence).text
        lead = re.search(r"is better than .* by ([\d.]+) %", said)
        if lead:
            second = next(row for row in rows[1:] if f"is better than **{row.move}**" in said)
            told = float(rows[0].value.rstrip(" %")) - float(second.value.rstrip(" %"))
            whole = "." not in lead[1]
            assert float(lead[1]) == pytest.approx(told, abs=0.51 if whole else 0.01)
        assert_tree(scene, overlay)


def assert_candidate(scene, row, mark, first):
    """Compare a row of the table with what the board draws of the same candidate."""
    graded = mark.has_numbers or scene.session.record.spec.players == 1 or scene.face.has_truth
    assert row.loss_class == (mark.loss_class if graded else None)
    if row.value:
        told = (str(whole_percent(mark.value)), " %")
        disc = _disc_text(scene.animator.view.skin, mark, told, 40.0, 120.0, False, "value")
        assert int(disc.number) == round(round(float(row.value.rstrip(" %")) * 10) / 10)
        lost = float(first.value.rstrip(" %")) - float(row.value.rstrip(" %"))
        loss = float(row.loss.replace(MINUS, "-") or 0)
        assert -loss == pytest.approx(lost, abs=0.01)


def assert_position(scene, overlay, rows):
    """Compare the bar, the graph and the first candidate."""
    session = scene.session
    bar = section(scene, EvalBar)
    if not overlay.marks[0].has_numbers:
        assert bar.share is None
        assert not any(row.value for row in rows)
        return
    mover = scene.face.colour_of(session.state.current_player)
    assert bar.percentages[mover] == f"{whole_percent(overlay.marks[0].value)} %"
    assert sum(int(text.rstrip(" %")) for text in bar.percentages) == 100
    graph = section(scene, WinGraph)
    told = graph.hits(scene.skin, BOX)[session.record.cursor].tooltip
    player = scene.face.colour_of(0)
    assert told.endswith(f": {bar.percentages[player]}")


def assert_tree(scene, overlay):
    """Compare the first level of the tree with the candidates."""
    info, tree = scene.controller.ai.analysis.info, scene.tree
    layout = tree.layout_of(scene.session.state, info, overlay.marks, scene.skin)
    for node in layout.nodes:
        mark = overlay.mark_of(node.path[0])
        if node.depth == 1 and mark is not None:
            text = tree.text_of(node, overlay, 1.0)
            told = f"{whole_percent(mark.value)} %", mark.loss_class
            assert (text.value, text.loss_class) == (told if mark.has_numbers else ("", None))


@pytest.mark.parametrize("seed", range(8))
def test_a_score_is_the_same_wherever_it_is_told(make_rig, seed):
    rig = make_rig(samegame_columns=7, samegame_rows=7, samegame_colours=3, samegame_seed=seed + 1)
    scene, rng = rig.open("samegame"), random.Random(seed)
    for _ in range(seed):
        scene.session.play(rng.choice(scene.session.state.legal_moves))
    scene.controller.give(SetMode(Mode.ANALYSE))
    rig.settle()
    state, simulations = scene.session.state, 500
    assert isinstance(state, SameGameState)
    if seed % 2:
        scene.session.record.nodes[scene.session.record.cursor].position.learn(
            judged(9_999.0, 0.0, 10**8)
        )
    for _ in range(12):
        simulations += rng.randint(1, 3_000)
        rig.worker.say(told_of_samegame(state, rng, simulations))
        rig.frame(rng.choice((0.02, 0.1, 0.21, 0.5)))
        overlay = scene.controller.ai.full_overlay
        if overlay is None:
            continue
        rows = section(scene, CandidateTable).rows
        scores = [number(row.value) for row in rows]
        assert scores == sorted(scores, reverse=True)
        for row, score in zip(rows[1:], scores[1:], strict=True):
            lost = row.loss.split(" ")[0]
            assert lost == ("equal" if score == scores[0] else thousands(score - scores[0]))
        figures = {each.caption: each.value for each in section(scene, Figures).figures}
        assert number(figures["Expected"]) == scores[0]
        assert number(figures["AI best"]) - number(figures["Behind it"]) == scores[0]
        graph = section(scene, ScoreGraph)
        told = graph.hits(scene.skin, BOX)[scene.session.record.cursor].tooltip
        assert told.endswith(f", expected {thousands(scores[0])}")
        walked = scene.face.walker.item(state, scene.face.line_in_view()).section
        assert walked.quiet.endswith(f"**{thousands(scores[0])}**")


def number(text):
    return int(text.replace(THIN_SPACE, "").replace(MINUS, "-").replace("+", ""))


@pytest.mark.parametrize("seed", range(2))
@pytest.mark.parametrize("game", TWO_PLAYER)
def test_a_move_has_the_same_number_everywhere(make_rig, game, seed):
    rig, rng = make_rig(hex_side=4), random.Random(seed)
    scene = rig.open(game, people=True)
    session = scene.session
    while not session.state.is_terminal:
        session.play(rng.choice(session.state.legal_moves))
    for ply in range(session.record.length + 1):
        session.go_to(ply)
        rig.settle()
        # Beside whose turn it is stands the number of the move that is next.
        ahead = {scene.face.caption().split(" · ")[-1], _where(session)}
        assert ahead == {f"move {session.move_number}"}
        names = {f"move {session.record.spec.move_number(ply)}"}
        heading = section(scene, Heading)
        assert heading.caption == scene.face.rule_words(), "no count beside the numbered rows"
        graph = scene.face.graph()
        if ply:
            names.add(graph.names[ply].split(",")[0].lower())
            hit = next(
                hit
                for hit in section(scene, MoveList).hits(scene.skin, BOX._replace(height=2_000))
                if hit.value == ply
            )
            row = (hit.box.y - BOX.y) // scene.skin.px(25)
            names.add(f"move {row + 1}")
            grade = Grade(ply, session.record.moves[ply - 1], (ply - 1) % 2, 0.5, 0.2, 30.0, "E")
            names.add(position_name(session, grade.ply).split(",")[0].lower())
        assert len(names) == 1, names
    last = session.record.spec.move_number(session.record.length)
    assert f"{last} move" in headline(session)
    assert f"{last} move" in scene.face.ending.sentence


@pytest.mark.parametrize("seed", range(40))
def test_a_badge_counts_what_the_list_will_count(seed):
    """A win that its badge tells in n moves ends with the n-th move of one's own from now."""
    rng, session = random.Random(seed), Session("breakthrough")
    while not session.state.is_terminal:
        session.play(rng.choice(session.state.legal_moves))
    winner = 0 if session.state.returns[0] > 0 else 1
    for ply in range(session.record.length):
        plies, mover = session.record.length - ply, session.record.nodes[ply].state.current_player
        proof = Proof.WIN if mover == winner else Proof.LOSS
        moves = int(proof_text(proof, plies)[1:])
        next_own = session.record.spec.move_number(ply + 1)
        last_own = next_own + moves - 1
        ends = session.record.spec.move_number(session.record.length)
        assert last_own == (ends if mover == winner or winner > mover else ends - 1)
        told = played_proven("Black", "a1", Proof.WIN, plies)
        word = "move" if moves == 1 else "moves"
        assert f"in at most {moves} {word}." in told if plies > 1 else "at once" in told


def test_what_a_demo_says_was_its_move_is_what_the_graph_tells(make_rig):
    rig = make_rig(hex_side=4, min_reply_delay=0.0)
    scene, rng = rig.open("hex"), random.Random(2)
    scene.controller.give(SetMode(Mode.DEMO))
    for _ in range(6):
        rig.frame(1.0)
        info = told_of_duel(scene.session.state, rng, 9_000)
        rig.answer(info)
        said = sentence(scene)
        ply = scene.session.record.cursor - 1
        told = re.search(r"\*\*(\d+) %\*\* to win", said)
        assert told is not None, said
        share = float(scene.face.graph().curve[ply][1])
        share = share if scene.session.record.nodes[ply].state.current_player == 0 else 1 - share
        assert int(told[1]) == whole_percent(share)


@pytest.mark.parametrize(
    ("proof", "share", "said"),
    [(Proof.WIN, 1.0, "Black **wins** by force"), (Proof.LOSS, 0.0, "White wins by force")],
)
def test_a_value_that_is_proven_without_a_move_is_one_value(make_rig, proof, share, said):
    rig = make_rig()
    scene = rig.open("breakthrough")
    scene.controller.give(SetMode(Mode.ANALYSE))
    rig.settle()
    rig.worker.say(replace(told_of_duel(scene.session.state, random.Random(1), 9_000), proof=proof))
    rig.frame(0.5)
    assert said in sentence(scene)
    assert section(scene, EvalBar).share == pytest.approx(share)
    assert section(scene, WinGraph).curve[-1] == (0, pytest.approx(share))
    known = scene.session.record.nodes[0].position.evaluations[scene.controller.ai.analyser]
    assert (known.proof, bool(known.line)) == (proof, proof is Proof.LOSS)


def test_a_proof_without_visits_is_told_as_a_proof(make_rig):
    rig = make_rig(hex_side=4, min_reply_delay=0.0)
    scene = rig.open("hex")
    scene.controller.give(SetMode(Mode.DEMO))
    rig.frame(1.0)
    won = Candidate(5, 0, 1.0, proof=Proof.WIN, distance=7, line=(5, 6))
    found = SearchInfo(0, 1.0, 0.0, (won,), won.line, Proof.WIN, 7)
    rig.answer(replace(found, reused_visits=0))
    assert sentence(scene).endswith("a **proven win** in at most 4 moves.")
    assert "visits" not in sentence(scene)


@pytest.mark.parametrize("game", ["hex", "breakthrough"])
def test_a_game_that_is_given_up_has_one_graph_in_play_and_in_its_review(make_rig, game):
    rig = make_rig(hex_side=4)
    scene = rig.open(game, people=True)
    session, controller = scene.session, scene.controller
    for share in (0.5, 0.7, 0.52):
        session.record.nodes[session.record.cursor].position.learn(judged(share, visits=9_000))
        session.play(session.state.legal_moves[0])
    session.record.nodes[session.record.cursor].position.learn(judged(0.52, visits=9_000))
    controller.give(RESIGNS)
    rig.frame(0.5)
    assert session.is_over
    reviewed = win_graph(session, session.record.cursor).curve
    assert scene.face.graph().curve == reviewed
    assert reviewed[-1] == (3, pytest.approx(0.52)), "who gives up does not change the position"


def test_the_score_of_the_ai_is_one_in_the_bar_and_in_the_graph(make_rig):
    """The search of the start goes on after quick first moves, and may find a better line."""
    rig = make_rig(samegame_columns=6, samegame_rows=6)
    scene = rig.open("samegame")
    session, rng = scene.session, random.Random(3)
    session.record.nodes[0].position.learn(judged_score(418.0, visits=9_000))
    for _ in range(3):
        session.play(rng.choice(session.state.legal_moves))
    session.record.improve_target(422, 1.0)
    rig.frame(0.5)
    assert section(scene, MedalBar).standing.target == 422
    scene.controller.give(SetMode(Mode.ANALYSE))
    rig.frame()
    assert dict(section(scene, ScoreGraph).expectation)[0] == 422
    assert dict(score_graph(session, 0, bare=True).expectation)[0] == 422
