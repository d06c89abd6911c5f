"""SameGame's own screen: targets, medals, the best run, standard boards, hints, a game's end."""

import itertools
from dataclasses import replace

import pygame
import pytest

from ai.search.messages import Candidate, History, SearchInfo, StopReason
from game.games.samegame import named_boards as files
from game.games.samegame.named_boards import coded_board, standard_boards, standard_scores
from game.games.samegame.plans import go_in_any_order
from game.games.samegame.rules import SameGameParameters, new_game
from game.games.samegame.screen import words
from game.games.samegame.screen.boards import TARGET_SECONDS
from game.games.samegame.screen.miniboard import MiniBoard
from game.games.samegame.screen.words import explain as explain_samegame
from game.library.records import Records, ScoreRecord, board_of
from game.play.session import Mode, Session
from game.screens.base import OpenGame, OpenScene
from game.screens.play.medal_bar import MedalBar
from game.screens.play.opening import begin_game
from game.screens.play.react import STEP_SECONDS as LINE_STEP_SECONDS
from game.screens.play.react import Play, PlayLine, SetMode, do
from game.screens.play.sentences import sentence
from game.screens.review.words import figures_of
from game.ui.layout import Box
from game.ui.overlay import build_overlay, score_limits
from game.ui.panel.analysis import CandidateTable
from game.ui.panel.basics import Figures, Notes, Sentence
from game.ui.panel.graphs import ScoreGraph
from game.words.numbers import thousands
from tests.rig import section, written
from tests.saved import reach
from tests.scenes.conftest import SMALL

CTRL = pygame.KMOD_CTRL


@pytest.fixture
def scene(rig):
    return rig.open("samegame")


def line_of(state):
    """A line to the end: always the largest group."""
    moves = []
    while not state.is_terminal:
        moves.append(max(state.groups(), key=len)[0])
        state = state.play(moves[-1])
    return tuple(moves), state


def gathering(state, kept):
    """A line to the end: the smallest group of other colours than the one that is kept."""
    moves = []
    while not state.is_terminal:
        groups = [(state.colour_at(*divmod(each[0], 15)) == kept, each) for each in state.groups()]
        moves.append(min(groups, key=lambda group: (group[0], len(group[1])))[1][0])
        state = state.play(moves[-1])
    return tuple(moves)


def test_a_result_says_what_the_tiles_left_cost():
    costs = set()
    for seed in range(8):
        _, end = line_of(new_game(SameGameParameters(8, 8, 4), seed))
        costs.add(end.leftover_cost)
        said = words.headline(end)
        assert (f"(−{end.leftover_cost})" in said) == (end.leftover_cost > 0)
    assert len(costs) > 2


def found(state, **values):
    line, end = line_of(state)
    other = next(move for move in state.legal_moves if move != line[0])
    candidates = (
        Candidate(line[0], 900, end.score, 3.0, line=line, clears=end.cleared),
        Candidate(other, 400, end.score - 20, 30.0, line=(other,)),
    )
    return SearchInfo(5000, end.score, 3.0, candidates, line, elapsed=2.0, **values)


def play_out(rig):
    while not rig.scene.session.state.is_terminal:
        rig.scene.play(max(rig.scene.session.state.groups(), key=len)[0])
    rig.settle()


def open_standard(rig, number):
    return rig.show(OpenGame("samegame", standard=number))


def ask_for(rig, board):
    """Type what board is wanted, in place of what stands there."""
    if rig.scene.dialog is None:
        rig.key(pygame.K_g, CTRL)
    rig.scene.dialog.group.widget("field").selected = True
    rig.send(pygame.TEXTINPUT, text=board)
    rig.key(pygame.K_RETURN)


def notes_of(scene):
    return [note.text for note in section(scene, Notes).notes]


def figures(scene):
    return {figure.caption: figure.value for figure in section(scene, Figures).figures}


# The target.


def test_the_solver_looks_for_the_target_once_the_game_begins(rig, scene):
    rig.settle()
    assert rig.worker.searches == [], "an untouched board costs nothing"
    assert section(scene, MedalBar).standing is None
    start = scene.session.state
    scene.play(start.legal_moves[0])
    rig.frame()
    (request,) = rig.worker.searches
    assert request.position is start
    assert (request.searcher, request.limit.seconds) == ("best", TARGET_SECONDS)
    assert "looks for the score to beat" in section(scene, MedalBar).words
    rig.say(found(start))
    target = line_of(start)[1].score
    assert scene.session.record.target.score == target
    assert section(scene, MedalBar).standing.target == target
    scene.play(scene.session.state.legal_moves[0])
    rig.settle()
    assert len(rig.worker.searches) == 1, "it goes on while the player moves"
    rig.answer(found(start), StopReason.TIME)
    assert scene.session.record.target.seconds == TARGET_SECONDS
    assert len(rig.worker.searches) == 1
    rig.read()
    assert scene.wake_after() is None
    rig.key(pygame.K_n, CTRL)
    assert rig.worker.searches[-1].position is scene.session.record.root.state, (
        "nobody has to move first"
    )


def test_a_hint_comes_before_the_target_which_goes_on_after_it(rig, scene):
    scene.play(scene.session.state.legal_moves[0])
    rig.frame()
    rig.key(pygame.K_h)
    hint = rig.worker.searches[-1]
    assert hint.position is scene.session.state
    assert hint.history == History(
        scene.session.record.root.state, scene.session.record.node.moves
    ), "it may keep what the target has found"
    rig.answer(found(scene.session.state), StopReason.TIME)
    assert rig.worker.searches[-1].position is scene.session.record.root.state
    best = line_of(scene.session.state)[1].score
    assert scene.session.record.target.score == best, "a line from here is one from the start, too"


# Standard boards.


def test_a_standard_board_has_its_title_target_published_score_and_size_whatever_is_set(make_rig):
    rig = make_rig(samegame_columns=6, samegame_rows=6)
    scene = open_standard(rig, 5)
    assert scene.session.state == standard_boards()[4].state
    assert scene.session.record.start.parameters == SameGameParameters()
    assert scene.face.caption() == "Standard 5 · move 1"
    known = standard_scores()[4]
    bar = section(scene, MedalBar)
    assert (bar.standing.target, bar.published) == (known.ai, known.published)
    assert known.published == 4_379, "the highest of those that are published"
    scene.play(scene.session.state.legal_moves[0])
    rig.settle()
    assert rig.worker.searches == [], "its best line is known already"
    scene.on_exit()
    again = rig.open("samegame")
    assert again.face.caption() == "Standard 5 · move 2"
    rig.key(pygame.K_F5)
    assert again.face.caption() == "Standard 5 · move 1"
    assert again.session.record.target.score == known.ai
    rig.key(pygame.K_n, CTRL)
    assert again.session.record.start.parameters.columns == 6


def test_the_seed_dialog_takes_a_board_or_a_seed_with_gaps_and_refuses_the_rest(rig, scene):
    for text in ("standard 21", "abc", "s0", "12345678901234", "15x15c1:2", "15x15:2", "99x9c3:1"):
        ask_for(rig, text)
        assert scene.dialog is not None, text
        refused = "The standard boards are 1 to 20." in written(scene)
        assert refused is (text[0] == "s")
    ask_for(rig, "48 213")
    assert scene.session.record.start.seed == 48213
    assert scene.session.state == new_game(SameGameParameters(), 48213)
    for number, text in enumerate(("standard 5", "S6", "Standard:7"), 5):
        ask_for(rig, text)
        assert scene.face.caption() == f"Standard {number} · move 1"


def test_the_code_of_a_board_says_all_of_it(rig, scene):
    for parameters in (SameGameParameters(8, 6, 3), SameGameParameters(leftover="none")):
        begin_game(scene.controller, 977, parameters)
        code = scene.face.caption().partition(" ")[0]
        state = scene.session.state
        begin_game(scene.controller, 1)
        ask_for(rig, code)
        assert scene.session.state == state == coded_board(code).state
        rig.key(pygame.K_F5)
        assert scene.session.state == state
        scene.on_exit()
        scene = rig.open("samegame")
        assert scene.session.state == state, (
            "the settings make only what was not asked for otherwise"
        )
    assert coded_board("standard:7").state == standard_boards()[6].state


@pytest.mark.parametrize("text", [None, "{", "[]", '{"boards": [{"number": 1}], "published": {}}'])
def test_without_the_stored_scores_a_standard_board_goes_on_and_none_begins(
    rig, monkeypatch, tmp_path, text
):
    open_standard(rig, 5).on_exit()
    broken = tmp_path / "records.json"
    if text is not None:
        broken.write_text(text)
    monkeypatch.setattr(files, "RESULTS_FILE", broken)
    standard_scores.cache_clear()
    again = rig.open("samegame")
    assert again.face.caption() == "Standard 5 · move 1"
    assert section(again, MedalBar).published is None
    ask_for(rig, "standard 6")
    assert "The files of the standard boards cannot be read." in written(again)
    assert again.session.record.start.standard == 5


def test_the_boards_can_be_reached_by_mouse_and_starting_one_can_be_taken_back(rig, scene):
    assert rig.press("boards") == OpenScene("boards")
    rig.press("seed")
    assert rig.click(scene.dialog.group.widget("boards").box.centre) == OpenScene("boards")
    scene.play(scene.session.state.legal_moves[0])
    moves = scene.session.record.moves
    scene.entry.start_board(scene, "s7")
    assert scene.session.record.start.standard == 7
    rig.key(pygame.K_z, CTRL)
    assert scene.session.record.moves == moves


# Help and records.


def test_a_game_without_help_is_recorded_as_such(small):
    play_out(small)
    (record,) = small.context.storage.records.scores
    assert not record.assisted
    assert record.score == small.scene.session.state.score


@pytest.mark.parametrize(
    ("known", "assisted", "notes"),
    [
        (None, False, []),
        (0, False, ["Your best on this board"]),
        (0, True, ["Your best on this board"]),
        (999_000, True, [f"Your best: {thousands(999_000)}"]),
    ],
)
def test_only_a_better_score_than_all_before_is_told_as_a_best(small, known, assisted, notes):
    if known is not None:
        board = board_of(small.scene.session.record)
        record = ScoreRecord(board, known, "2020-01-01", assisted=assisted)
        reach(small.context.storage, Records().plus(record))
    play_out(small)
    assert small.scene.session.state.score > 0
    told = small.scene.face.placed_result().result.notes
    assert [note.text for note in told] == notes
    assert all(note.ink == "accent" for note in told if note.bold), "mint is the AI's"


def test_help_keeps_the_score_but_marks_it_assisted(small):
    for is_hint in (True, False):
        if is_hint:
            small.key(pygame.K_h)
            small.worker.finish(found(small.scene.session.state), StopReason.TIME)
            small.frame(0.3)
        else:
            small.key(pygame.K_n, CTRL)
            analysing(small).controller.give(SetMode(Mode.PLAY))
        play_out(small)
        assert all(record.assisted for record in small.context.storage.records.scores)
        told = [note.text for note in small.scene.face.placed_result().result.notes]
        assert ("Assisted: 1 hint" in told) is is_hint
    assert len(small.context.storage.records.scores) == 2


def test_what_the_ai_plays_is_nobodys_record(small):
    scene = analysing(small)
    small.press("play out")
    scene.on_exit()
    scene.on_enter()
    for _ in range(40):
        small.frame(0.5)
    assert scene.session.state.is_terminal, "a look at the settings does not end it"
    assert small.context.storage.records.scores == ()


# What the panel says.


def analysing(rig, **values):
    scene = rig.scene
    scene.controller.give(SetMode(Mode.ANALYSE))
    rig.frame()
    rig.say(found(scene.session.state, **values))
    return scene


def test_projection_ai_best_gap_bound_and_proof_are_told(small):
    scene = small.scene
    scene.session.record.improve_target(5000)
    analysing(small, upper_bound=400.0)
    projected, told = line_of(scene.session.state)[1].score, figures(scene)
    assert told["Expected"] == thousands(projected)
    assert told["AI best"] == thousands(5000)
    assert told["Behind it"] == thousands(5000 - projected)
    assert "no line can exceed 400" in notes_of(scene)
    rows = section(scene, CandidateTable).rows
    assert [row.loss for row in rows[:2]] == ["best", "−20 ±30"]
    small.say(found(scene.session.state, upper_bound=400.0, optimal=True))
    assert "no line scores more" in notes_of(scene)
    assert "Proven best" in figures(scene)


@pytest.mark.parametrize("is_searched", [False, True])
@pytest.mark.parametrize(
    ("mode", "details"),
    [*((mode, True) for mode in Mode), (Mode.PLAY, False), (Mode.ANALYSE, False)],
)
def test_what_is_left_is_always_told_and_with_details_what_it_costs(
    small, mode, details, is_searched
):
    small.context.settings = small.context.settings.changed(details=details)
    scene = small.scene
    scene.controller.give(Play(scene.session.state.legal_moves[0]))
    scene.controller.give(SetMode(mode))
    small.settle()
    if is_searched:
        small.worker.say(found(scene.session.state))
        small.settle()
    left = [
        sum(column.count(colour) for column in scene.session.state.columns) for colour in (0, 1)
    ]
    cost = thousands(sum((count - 2) ** 2 for count in left if count))
    sections = [item.section for item in scene.face.panel_items()]
    told = {f.caption: f.value for s in sections if isinstance(s, Figures) for f in s.figures}
    notes = {note.text for s in sections if isinstance(s, Notes) for note in s.notes}
    caption, value = ("Tiles left cost", cost) if details else ("Tiles left", str(sum(left)))
    assert told.get(caption) == value or f"{caption.lower()} {value}" in notes


@pytest.mark.parametrize("clears", [True, False])
def test_a_clear_is_told_only_when_the_line_clears(make_rig, clears):
    rig = make_rig(samegame_columns=4, samegame_rows=4, samegame_colours=2)
    scene = rig.open("samegame")
    boards = ((seed, new_game(scene.session.record.start.parameters, seed)) for seed in range(200))
    begin_game(
        scene.controller,
        next(seed for seed, board in boards if line_of(board)[1].cleared is clears),
    )
    rig.settle()
    analysing(rig)
    assert ("The line clears: +1\N{THIN SPACE}000" in notes_of(scene)) is clears
    assert any("line leaves" in text for text in notes_of(scene)) is not clears


def test_a_projection_below_the_score_is_explained():
    state = Session("samegame", SameGameParameters(6, 6, 6), seed=1).state
    for _ in range(3):
        state = state.play(max(state.groups(), key=len)[0])
    line, end = line_of(state)
    assert end.points > end.score
    info = SearchInfo(
        100, end.score, candidates=(Candidate(line[0], 100, end.score, line=line),), line=line
    )
    text = explain_samegame(state, build_overlay(info, one_player=True))
    if end.score < state.score:
        assert f"cost **{end.points - end.score}**" in text
    else:
        assert "largest group" in text


@pytest.mark.parametrize(("value", "told"), [(3_849.0, "largest group"), (-1e4, "left cost")])
def test_a_plan_of_many_moves_is_told_in_whole(rig, monkeypatch, value, told):
    """The widest names, and a line whose largest group comes late or which leaves many tiles."""
    rig.open("samegame")
    scene = analysing(rig)
    state = Session("samegame", SameGameParameters(), seed=3).state
    line = gathering(state, 1)
    known = Candidate(line[0], 100, value, line=line)
    overlay = build_overlay(SearchInfo(100, value, candidates=(known,)), one_player=True)
    monkeypatch.setattr(words, "_begins", lambda *_: "Start with **M12**, **M13** or **M14**")
    text = explain_samegame(state, overlay)
    assert told in text
    room, sentence = next(
        (box, each) for each, box, _ in scene.panel.places if isinstance(each, Sentence)
    )
    whole = replace(sentence, text=text, lines=0)
    assert whole.height(scene.skin, room.width) <= sentence.height(scene.skin, room.width), text


def test_moves_that_may_go_in_any_order_are_one_row_with_its_words(rig, scene):
    state = scene.session.state
    pairs = itertools.combinations(state.legal_moves, 2)
    first, second = next(pair for pair in pairs if go_in_any_order(state, pair))
    other = next(move for move in state.legal_moves if move not in (first, second))
    line = (first, *line_of(state.play(first))[0])
    value = line_of(state.play(first))[1].score
    candidates = (
        Candidate(first, 900, value, 3.0, line=line, plan=0),
        Candidate(second, 900, value, 3.0, line=(second,), plan=0),
        Candidate(other, 400, value - 20, 3.0, line=(other,), plan=2),
    )
    scene.controller.give(SetMode(Mode.ANALYSE))
    rig.frame()
    rig.say(SearchInfo(5000, value, 3.0, candidates, line, elapsed=2.0))
    rows = section(scene, CandidateTable).rows
    names = [state.move_label(move) for move in (first, second)]
    assert len(rows) == 2
    assert rows[0].line == f"or {names[1]}"
    assert rows[0].tooltip == f"{names[0]} or {names[1]} first: {thousands(value)} either way"
    assert f"Start with **{names[0]}** or **{names[1]}**." in sentence(scene)
    tips = {
        hit.tooltip for hit in section(scene, CandidateTable).hits(scene.skin, Box(0, 0, 376, 200))
    }
    assert rows[0].tooltip in tips
    assert f"A: loses up to {round(score_limits(value)[0], 1):g} points" in tips
    assert not rows[1].tooltip
    assert rows[1].loss.startswith("−20")
    assert scene.candidates.rank_at(second) == 0


def test_a_better_score_stands_first_at_once(small):
    scene = analysing(small)
    best, other = (row.move for row in section(scene, CandidateTable).rows)
    info = found(scene.session.state)
    better = replace(info.candidates[1], value=info.value + 50, error=0.0)
    small.say(replace(info, candidates=(better, info.candidates[0]), value=better.value))
    rows = section(scene, CandidateTable).rows
    assert [row.move for row in rows] == [other, best]
    assert [row.loss for row in rows] == ["best", "−50"]


def test_the_graph_ends_in_the_final_score_and_marks_what_lost_much(small):
    scene = analysing(small)
    worse = min(scene.session.state.groups(), key=len)[0]
    scene.play(worse)
    small.frame(0.3)
    while not scene.session.state.is_terminal:
        scene.play(min(scene.session.state.groups(), key=len)[0])
    small.settle()
    graph = section(scene, ScoreGraph)
    assert graph.ended
    assert graph.scores[-1] == (scene.session.record.length, scene.session.state.score)
    assert all(ply < scene.session.record.length for ply, _ in graph.expectation)
    assert all(mistake.loss_class in "DE" for mistake in graph.mistakes)


def test_the_mini_board_shows_what_follows(rig, scene):
    move = scene.session.state.legal_moves[0]
    rig.move(rig.cell(move))
    board = section(scene, MiniBoard)
    assert board.title == "After this move"
    assert board.state == scene.session.state.play(move)
    values = [figure.value for figure in section(scene, Figures).figures]
    assert str(scene.session.state.play(move).score) in values


def test_the_panel_follows_the_pointer_also_when_the_legend_is_closed(rig, scene):
    def titles():
        return [getattr(each.section, "title", "") for each in scene.panel.places]

    rig.move(rig.cell(scene.session.state.legal_moves[0]))
    assert "After this move" in titles()
    rig.key(pygame.K_l)
    assert "This board" in titles(), "nothing is pointed at under a dialog"
    rig.key(pygame.K_l)
    assert "After this move" in titles()


# Two clicks.


def test_two_clicks_or_two_keys_select_and_remove(make_rig):
    rig = make_rig(samegame_click="select")
    scene = rig.open("samegame")
    first, second = scene.session.state.legal_moves[:2]
    rig.click(rig.cell(first))
    assert scene.pointing.chosen == first
    assert scene.session.record.length == 0
    assert "selected" in section(scene, Sentence).text
    rig.click(rig.cell(second))
    assert scene.pointing.chosen == second
    rig.click(rig.cell(second))
    rig.settle()
    assert scene.session.record.node.moves == (second,)
    assert scene.pointing.chosen is None
    rig.key(pygame.K_RETURN)
    scene.animator.cursor = scene.session.state.legal_moves[0]
    rig.key(pygame.K_RETURN)
    assert scene.session.record.length == 1
    assert scene.pointing.chosen is not None
    rig.key(pygame.K_SPACE)
    assert scene.session.record.length == 2
    rig.click(rig.cell(scene.session.state.legal_moves[0]))
    assert scene.pointing.chosen is not None
    rig.key(pygame.K_n, CTRL)
    assert scene.pointing.chosen is None, "it does not outlive its board"


def test_playing_out_says_so_and_can_be_stopped(make_rig):
    rig = make_rig(**SMALL)
    scene = rig.open("samegame")
    scene.controller.give(SetMode(Mode.ANALYSE))
    scene.controller.give(PlayLine(line_of(scene.session.state)[0]))
    rig.frame(LINE_STEP_SECONDS)
    played = scene.session.record.length
    assert "is playing its line" in sentence(scene)
    assert scene.controls.engine.label == "Stop"
    rig.key(pygame.K_SPACE)
    rig.frame(LINE_STEP_SECONDS)
    assert scene.session.record.length == played
    assert "is playing its line" not in sentence(scene)


def test_a_board_played_out_by_the_ai_earns_no_medal_and_the_review_counts_it(small):
    scene = small.scene
    line, end = line_of(scene.session.state)
    scene.session.record.improve_target(end.score, TARGET_SECONDS)
    scene.play(line[0])
    scene.controller.give(PlayLine(line[1:]))
    for _ in line:
        small.frame(LINE_STEP_SECONDS)
    assert scene.session.state.is_terminal
    result = scene.face.placed_result().result
    count = len(line)
    assert result.words == "Played with the AI"
    assert [note.text for note in result.notes] == [
        f"The AI chose {count - 1} of {count} moves: no medal"
    ]
    assert small.context.storage.records.scores == ()
    helped = figures_of(scene.session, ())[-1]
    assert (helped.caption, helped.value) == ("Chosen by the AI", f"{count - 1} of {count}")
    scene.controller.give(do(Session.restart))
    assert not any(node.by.is_ai for node in scene.session.record.nodes)


def test_a_line_ends_with_its_board(make_rig):
    rig = make_rig(**SMALL)
    scene = rig.open("samegame")
    scene.controller.give(PlayLine(line_of(scene.session.state)[0]))
    scene.on_exit()
    scene.session.new_game(SameGameParameters(9, 9, 4))
    scene.on_enter()
    rig.settle()
    assert scene.session.record.length == 0


SIZES = {"samegame_columns": 5, "samegame_rows": 5, "samegame_colours": 3}


def play(rig, scene, moves):
    for _ in range(moves):
        scene.play(scene.session.state.legal_moves[0])
        rig.settle()


def test_the_best_run_stands_beside_the_next_one_on_the_same_board(make_rig):
    rig = make_rig(**SIZES)
    scene = rig.open("samegame")
    play(rig, scene, 1)
    rig.read()
    assert scene.face.ghost.scores == ()
    assert "best" not in sentence(scene)
    while not scene.session.is_over:
        play(rig, scene, 1)
    total = round(scene.session.state.returns[0])
    assert scene.controls.again.label == "Beat it"
    rig.key(pygame.K_F5)
    rig.read()
    assert scene.session.record.length == 0
    assert scene.face.ghost.scores[-1] == total
    assert f"Your best: **{total}**." in sentence(scene)
    play(rig, scene, 1)
    assert f"Your best had **{scene.face.ghost.scores[1]}** here: **+0**." in sentence(scene)
    graph = scene.face.graph()
    assert [score for _, score in graph.ghost] == list(map(float, scene.face.ghost.scores))
    rig.key(pygame.K_n, pygame.KMOD_CTRL)
    rig.read()
    assert scene.face.ghost.scores == ()
