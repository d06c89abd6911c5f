"""The controller without a window: what it asks for, plays, saves and gives away, and when."""

from dataclasses import replace

import pytest

from ai.contract.rules import RulesError
from ai.search.messages import ExactValue, Proof, StopReason, StopSearch
from ai.search.order import beside_truth
from game.games.tictactoe.rules import TicTacToeParameters
from game.library.storage import Storage
from game.play.session import Evaluation, Mode, Seat, Session
from game.play.text import read
from game.screens.play.controller import GameController
from game.screens.play.game_graph import win_graph
from game.screens.play.hints import Reveal
from game.screens.play.opening import begin_game, bring_back, start_standard
from game.screens.play.pasted import read_positions
from game.screens.play.play_state import Case
from game.screens.play.react import LETS_PEEK_GO, STEP_SECONDS, GoTo, Play, PlayLine, SetMode, do
from game.screens.profile import Pace, Profile
from game.ui.overlay import Values
from tests.evaluations import MANY
from tests.fakes import Clock, FakeWorker, info_for
from tests.rig import context_of
from tests.saved import file_of
from tests.sessions import AGAINST_AI, PEOPLE, play

WON = (0, 3, 1, 4, 2)
SEED = 0  # no game has it by chance


class Table:
    """A controller with its clock, its worker and its files."""

    def __init__(self, home, game, moves=(), seats=None, mode=Mode.PLAY, **settings):
        self.worker, self.clock = FakeWorker(), Clock()
        self.context = context_of(home, self.worker, self.clock, **{"theme": "system"} | settings)
        self.session = Session(game, seed=3, seats=seats, mode=mode)
        play(self.session, moves)
        parameters = self.session.record.start.parameters
        self.profile = Profile(game, "mcts", lambda _: parameters, seed=lambda _: SEED)
        self.sit_down()

    def sit_down(self, **profile):
        self.profile = replace(self.profile, **profile)
        self.controller = GameController(self.session, self.context, self.profile)
        self.controller.update()
        return self.controller

    def wait(self, seconds=0.0):
        self.clock.now += seconds
        return self.controller.update()

    def answer(self, *moves, reason=StopReason.TIME, seconds=0.3, **changes):
        """Let the search end that was asked for last, with these moves in their order."""
        moves = moves or self.session.state.legal_moves
        value = changes.pop("value", 0.6)
        info = replace(info_for(moves, changes.pop("simulations", 1_000), value), **changes)
        self.worker.finish(info, reason)
        return self.wait(seconds)

    def saved(self):
        """Return the game that the next start would find."""
        assert self.context.storage.flush()
        found = Storage(self.context.storage.paths).load_game(self.session.record.spec.name)
        return None if found is None else file_of(found)

    @property
    def kept(self):
        """The record of that game."""
        return read(self.saved(), is_row=True)


@pytest.fixture
def table(tmp_path):
    def make(game="tictactoe", moves=(), **options):
        return Table(tmp_path, game, moves, **options)

    return make


def by_ai(table):
    """Return which moves the AI chose in a demo or in the player's stead."""
    return [node.ply for node in table.session.record.nodes[1:] if node.by.is_ai]


def line_of(session, count=3):
    state, line = session.state, []
    for _ in range(count):
        line.append(state.legal_moves[0])
        state = state.play(line[-1])
    return tuple(line)


# What the player does to the game.

DEEDS = {
    "play": lambda table: table.controller.give(Play(table.session.state.legal_moves[0])),
    "undo": lambda table: table.controller.give("undo"),
    "redo": lambda table: table.controller.give("redo"),
    "go_to": lambda table: table.controller.give(GoTo(1)),
    "new_game": lambda table: begin_game(table.controller),
    "restart": lambda table: table.controller.give(do(Session.restart)),
    "bring_back": lambda table: bring_back(table.controller, table.session.before.number),
    "paste": lambda table: table.controller.give(
        do(
            Session.set_position,
            table.session.record.root.state.to_text(),
            table.session.record.root.state.parameters,
        )
    ),
    "set_mode": lambda table: table.controller.give(SetMode(Mode.ANALYSE)),
    "undo_new_game": lambda table: table.controller.give(do(Session.undo_new_game)),
    "start_standard": lambda table: start_standard(table.controller, 3),
}


def in_the_middle(table):
    """Return a table where each deed can be done: in a game after another one, looking back."""
    at = table("samegame")
    play(at.session, 2)
    at.session.new_game(seed=4)
    for _ in range(4):
        at.session.play(at.session.state.legal_moves[0], for_player=True)
    at.session.go_to(2)
    at.controller.update()
    return at


@pytest.mark.parametrize("deed", DEEDS)
def test_whatever_the_player_does_ends_a_line_and_is_saved(table, deed):
    at = in_the_middle(table)
    at.controller.give(PlayLine(line_of(at.session)))
    before = at.session.generation
    DEEDS[deed](at)
    assert at.session.generation > before
    assert at.controller.state.case is not Case.PLAY_OUT
    assert at.saved() == file_of(at.session)


@pytest.mark.parametrize("deed", ["undo", "redo", "go_to", "undo_new_game"])
def test_whoever_takes_part_in_a_demo_pauses_it(table, deed):
    at = in_the_middle(table)
    at.controller.give(SetMode(Mode.DEMO))
    DEEDS[deed](at)
    assert not at.controller.state.runs_demo


def test_no_demo_runs_once_a_review_has_led_to_a_retry(table):
    at = in_the_middle(table)
    at.controller.give(SetMode(Mode.DEMO))
    assert at.controller.state.runs_demo
    at.session.retry(0)
    assert not at.controller.state.runs_demo


@pytest.mark.parametrize("deed", ["undo", "redo", "go_to", "undo_new_game"])
def test_a_deed_that_changes_nothing_says_so(table, deed):
    at = table(moves=(4, 0) if deed == "redo" else ())
    before = at.session.generation
    at.controller.give(GoTo(0)) if deed == "go_to" else DEEDS[deed](at)
    assert at.session.generation == before
    assert at.saved() is None, "there is nothing to save"


def test_seats_and_level_are_saved(table):
    at = table()
    at.session.set_seats(AGAINST_AI[::-1])
    at.wait()
    assert at.kept.seats == AGAINST_AI[::-1]
    at.session.set_level("perfect")
    at.wait()
    assert at.kept.level == "perfect"
    assert at.session.opponent.name == "perfect"


def test_a_new_game_is_made_by_the_settings_unless_it_is_told_otherwise(table):
    at = table()
    begin_game(at.controller)
    assert at.session.record.start.seed == SEED
    begin_game(at.controller, seed=5)
    assert (at.session.record.start.seed, at.session.record.start.parameters) == (
        5,
        at.profile.parameters(None),
    )
    four = TicTacToeParameters(4, 4, 4)
    begin_game(at.controller, parameters=four)
    assert at.session.record.start.parameters == four
    assert at.session.record.start.seed != SEED, "the seed is that of the settings' board"


def test_a_pasted_text_is_read_with_the_parameters_of_the_profile(table):
    at = table()
    four = TicTacToeParameters(4, 4, 4)
    at.sit_down(pasted=lambda text, known: four if len(text) > 20 else known)
    text = "X . . .\n. O . .\n. . . .\n. . . .\n"
    (board,) = read_positions(text, at.profile, at.session.record.start.parameters)
    at.controller.give(do(Session.set_position, board.state.to_text(), board.state.parameters))
    assert (at.session.record.start.parameters, at.session.record.start.is_pasted) == (four, True)
    with pytest.raises(RulesError):
        read_positions("nonsense", at.profile, at.session.record.start.parameters)


def test_what_is_brought_back_in_a_demo_is_played_on(table):
    at = table(moves=(4,), mode=Mode.PLAY)
    begin_game(at.controller)
    at.controller.give(SetMode(Mode.DEMO))
    bring_back(at.controller, at.session.before.number)
    assert at.session.mode is Mode.PLAY
    at.controller.give(SetMode(Mode.ANALYSE))
    begin_game(at.controller)
    bring_back(at.controller, at.session.before.number)
    assert at.session.mode is Mode.ANALYSE


# Who moves.


def test_it_is_the_ais_turn_or_the_players_or_nobodys(table):
    at = table(seats=AGAINST_AI)
    assert (at.controller.state.is_ai_turn, at.controller.state.may_play) == (False, True)
    at.controller.give(Play(4))
    assert (at.controller.state.is_ai_turn, at.controller.state.may_play) == (True, False)
    at.controller.give(SetMode(Mode.ANALYSE))
    assert (at.controller.state.is_ai_turn, at.controller.state.may_play) == (False, True)
    at.controller.give(SetMode(Mode.DEMO))
    assert (at.controller.state.is_ai_turn, at.controller.state.may_play) == (True, False)
    at.controller.give("pause")
    assert (at.controller.state.is_ai_turn, at.controller.state.may_play) == (False, False)
    over = table(moves=WON, seats=(Seat.HUMAN,) * 2)
    assert (over.controller.state.is_ai_turn, over.controller.state.may_play) == (False, False)


def test_the_ai_moves_when_its_delay_is_over_and_it_is_told_how_long_it_took(table):
    at = table(moves=(4,), seats=AGAINST_AI, min_reply_delay=0.5)
    assert at.worker.searches[-1].seed == at.session.record.start.seed
    at.answer(8, 0, seconds=0.2)
    assert at.session.record.length == 1
    assert at.controller.wake_after() == pytest.approx(0.3)
    at.clock.now += 0.5
    assert not at.controller.update(may_move=False)
    assert at.session.record.length == 1, "another move is still animated"
    assert at.controller.update()
    assert at.session.record.moves == (4, 8)
    assert at.controller.reply_seconds == pytest.approx(0.7)
    assert by_ai(at) == [], "it moved in its own stead"
    assert at.saved() == file_of(at.session)
    searcher = at.session.opponent.searcher
    assert at.session.record.nodes[1].position.evaluations[searcher].line == (8,)


def test_the_demo_moves_in_the_players_stead_and_ends_with_the_game(table):
    at = table(moves=WON[:4], seats=PEOPLE, mode=Mode.DEMO)
    assert not at.controller.state.runs_demo, "nothing moves unasked"
    at.controller.give("pause")
    at.wait()
    at.answer(2, seconds=2.0)
    assert at.session.state.is_terminal
    assert by_ai(at) == [5]
    assert not at.controller.state.runs_demo
    for ply, runs in ((5, False), (2, True)):
        at.controller.give(GoTo(ply))
        at.controller.give(SetMode(Mode.PLAY))
        assert not at.controller.state.runs_demo
        at.controller.give(SetMode(Mode.DEMO))
        assert at.controller.state.runs_demo is runs, "where a move is left"
    at.controller.give(GoTo(5))
    at.controller.give("pause")
    assert (at.session.record.length, at.controller.state.runs_demo) == (0, True)


@pytest.mark.parametrize(("seats", "agreed"), [((Seat.AI,) * 2, True), (AGAINST_AI[::-1], False)])
def test_only_the_ai_by_itself_agrees_to_a_draw(table, seats, agreed):
    at = table(seats=seats)
    at.sit_down(agreed_draw=lambda state, info: state.legal_moves[-1])
    at.answer(4, seconds=1.0)
    assert at.session.record.moves == ((8,) if agreed else (4,))
    searcher = at.session.opponent.searcher
    assert at.session.record.nodes[0].position.evaluations[searcher].line == (4,), (
        "what it thought is kept"
    )


def test_a_line_is_played_in_the_players_stead_at_the_demos_speed(table):
    at = table("samegame", demo_speed=2.0)
    line = line_of(at.session)
    at.controller.give(PlayLine(line))
    assert (at.controller.state.is_ai_turn, at.controller.wake_after()) == (True, 0.0)
    for count in (1, 2, 3):
        assert at.wait()
        assert (
            at.session.record.length,
            sum(each.by.is_ai for each in at.session.record.node.path()),
        ) == (count, count)
        assert not at.controller.update(may_move=False)
        if count < 3:
            assert at.controller.wake_after() == pytest.approx(STEP_SECONDS / 2)
            at.wait(STEP_SECONDS / 2 - 0.01)
            assert at.session.record.length == count
            at.clock.now += 0.02
    assert at.controller.state.case is not Case.PLAY_OUT
    assert at.saved() == file_of(at.session)


# What is stopped and goes on.


def test_an_analysis_is_stopped_and_goes_on_for_another_budget(table):
    at = table(mode=Mode.ANALYSE)
    at.controller.give("engine")
    assert at.worker.requests[-1] == StopSearch()
    assert at.controller.ai.is_stopped
    at.answer(4, reason=StopReason.STOPPED)
    assert not at.controller.ai.is_thinking
    at.controller.give("engine")
    at.wait()
    assert at.controller.ai.is_thinking
    at.answer(4)
    assert not at.controller.ai.is_thinking
    at.controller.give("engine")
    at.wait()
    assert at.controller.ai.is_thinking, "it has had its time, and gets it again"


def test_another_budget_of_a_paced_analysis_comes_on_top_of_what_is_known(table):
    at = table(mode=Mode.ANALYSE)
    pace = Pace("mcts", simulations=50, seconds=0.1, total=1_000)
    at.sit_down(pace=lambda board: pace if board == at.session.record.start.parameters else None)
    assert (at.controller.ai.pace, at.controller.ai.pace_target) == (pace, 1_000)
    assert at.worker.searches[-1].limit.simulations == 50
    at.answer(4, simulations=1_200)
    assert not at.controller.ai.is_thinking
    at.controller.give("engine")
    at.wait()
    assert at.controller.ai.pace_target == 2_200
    assert at.controller.ai.is_thinking
    at.controller.give(Play(4))
    at.wait()
    assert at.controller.ai.pace_target == 1_000, "another position has a budget of its own"
    at.controller.give(SetMode(Mode.PLAY))
    assert (at.controller.ai.pace, at.controller.ai.pace_target) == (None, 0)


def test_whoever_leaves_stops_the_search_and_saves(table):
    at = table(mode=Mode.ANALYSE)
    at.controller.give("peek")
    at.controller.give(PlayLine(line_of(at.session)))
    at.controller.leave()
    assert at.worker.requests[-1] == StopSearch()
    assert not at.controller.state.is_peeking
    assert not at.controller.ai.is_thinking
    assert at.saved() == file_of(at.session)
    assert at.controller.state.case is Case.PLAY_OUT, "it goes on when the player comes back"


# What is shown and given away.


def test_a_hint_waits_for_the_players_own_thoughts_and_then_for_its_search(table):
    at = table(seats=AGAINST_AI, think_first_seconds=5)
    at.wait(2.0)
    assert at.controller.give("hint") == ("Think first. The hint comes in 3 s.",)
    assert at.controller.hint_wait == pytest.approx(3.0)
    at.wait()
    assert at.controller.ai.is_thinking, "it is searched for meanwhile"
    assert at.controller.wake_after() <= 3.0, "or before, to look after the search"
    assert at.session.record.hints == 0
    assert at.wait(3.0)
    assert Reveal.REGION in at.controller.state.hint.reveals
    assert (at.controller.hint_wait, at.session.record.hints) == (0.0, 0)
    at.controller.give("hint")
    assert Reveal.REGION in at.controller.state.hint.reveals, "its move is not known yet"
    assert at.controller.ai.best is None
    at.answer(4, 0, seconds=1.0)
    assert at.controller.ai.best.move == 4
    assert at.session.record.hints == 1
    assert Reveal.REASON in at.controller.state.hint.reveals, "what was asked for meanwhile"
    for reveals in (True, False):
        at.controller.give("hint")
        assert (Reveal.LINE in at.controller.state.hint.reveals) is reveals
    assert at.session.record.hints == 1


def test_what_was_said_of_a_shown_move_is_noted_for_the_first_player(table):
    for first in (True, False):
        at = table(moves=() if first else (4,), seats=AGAINST_AI if first else AGAINST_AI[::-1])
        at.controller.give("hint")
        at.wait()
        at.answer(8, 0, value=0.7)
        at.controller.give(Play(8))
        said = at.session.record.nodes[-2].position.advice[8]
        assert (said.before, said.after) == (pytest.approx(0.7 if first else 0.3),) * 2
    at = table(mode=Mode.ANALYSE)
    at.answer(4, 0, 8, simulations=9_000)
    at.controller.give(Play(0))
    assert not at.session.record.root.position.advice, "it loses four points"
    at.controller.give("undo")
    at.controller.give(Play(4))
    assert at.session.record.root.position.advice[4].after == pytest.approx(0.6)


def test_a_hint_is_given_at_once_where_the_truth_is_known(table):
    at = table(seats=AGAINST_AI)
    at.controller.give("hint")
    at.wait()
    exact = tuple(ExactValue(move, Proof.DRAW if move == 8 else Proof.LOSS, 8) for move in range(9))
    at.worker.say(beside_truth(info_for(tuple(range(9)), 900), exact))
    at.wait(1.0)
    assert at.controller.ai.is_thinking
    assert at.controller.ai.best.move == 8
    at.controller.give("hint")
    assert at.controller.ai.full_overlay.exact != ()
    assert at.controller.ai.board_overlay.exact == (), "the truth of the others is not given away"


def test_a_hint_is_fixed_as_soon_as_somebody_looks(table):
    at = table(seats=AGAINST_AI)
    at.controller.give("hint")
    at.wait()
    at.context.focused = False
    at.answer(4, 0)
    at.wait(1.0)
    assert not at.wait(1.0)
    assert at.controller.ai.best is None
    at.context.focused = True
    assert at.wait(), "there is something new to see"
    assert at.controller.ai.best.move == 4


@pytest.mark.parametrize("how", ["peek", "tree", "analysis"])
def test_whoever_looks_is_helped_once(table, how):
    at = table(seats=AGAINST_AI)
    for _ in range(2 if how == "peek" else 1):  # a key that is held comes again
        at.controller.give(how)
    at.wait()
    assert at.controller.ai.is_thinking
    assert at.session.record.hints == 0, "there is nothing to be seen yet"
    at.answer(4, 0, seconds=1.0)
    assert (at.controller.ai.board_overlay is not None) == (how != "tree")
    assert at.session.record.hints == 1
    assert at.kept.hints == 1, "whoever ends the program now has seen it all the same"
    at.controller.give(LETS_PEEK_GO if how == "peek" else how)
    assert at.controller.ai.board_overlay is None
    assert at.session.record.hints == 1


def test_what_is_seen_at_the_opponents_turn_is_help_but_no_hint(table):
    at = table(seats=AGAINST_AI[::-1])
    at.controller.give("analysis")
    at.wait()
    assert at.controller.state.is_ai_turn
    at.worker.say(info_for((4, 0), 1_000, 0.6))
    at.wait(0.3)
    assert at.controller.ai.full_overlay is not None
    assert at.session.record.is_assisted
    assert at.session.record.hints == 0


@pytest.mark.parametrize("how", ["hint", "peek", "tree", "analysis"])
def test_who_moves_on_before_help_comes_has_had_none(table, how):
    at = table(seats=PEOPLE)
    at.controller.give(how)
    at.wait()
    assert at.controller.ai.is_thinking
    if how == "hint":
        at.controller.give(Play(8))
    else:
        at.controller.give(LETS_PEEK_GO if how == "peek" else how)
    at.answer(4, 0, seconds=1.0)
    assert not at.session.record.is_assisted


def test_what_is_shown_in_analysis_is_noted_but_no_hint(table):
    at = table(mode=Mode.ANALYSE)
    assert at.controller.state.shows_layer
    assert not at.session.record.is_assisted
    at.answer(4, 0)
    assert at.session.record.is_assisted, "its moves were seen"
    at.controller.give("analysis")
    at.controller.give("analysis")
    assert at.session.record.hints == 0
    at.controller.give(SetMode(Mode.DEMO))
    assert at.controller.state.shows_layer


def test_the_best_move_is_told_only_where_it_may_be_and_enough_is_behind_it(table):
    at = table(seats=AGAINST_AI)
    assert at.controller.ai.best is None
    at.controller.give("tree")
    at.wait()
    at.answer(4, 0)
    assert at.controller.ai.best.move == 4
    assert at.controller.ai.shown_best is None, "nothing is open"
    at.controller.give("peek")
    assert at.controller.ai.shown_best.move == 4


def test_a_new_position_shows_nothing_of_the_one_before(table):
    at = table(mode=Mode.ANALYSE)
    at.answer(4, 0)
    assert at.controller.ai.full_overlay is not None
    assert len(at.controller.ai.live.trail) == 1
    at.controller.give(Play(4))
    assert at.controller.ai.full_overlay is None
    at.wait()
    assert at.controller.ai.live.trail == []
    at.controller.give("undo")
    assert at.wait()
    assert at.controller.ai.full_overlay.marks[0].move == 4


def test_the_picture_is_redrawn_only_where_it_changed(table):
    at = table(mode=Mode.ANALYSE)
    at.answer(4, 0, seconds=1.0)
    at.wait(1.0)
    assert not at.wait(1.0)
    assert at.controller.wake_after() is None
    at.controller.ai.show_values(Values.ESTIMATE)
    assert at.wait()
    assert at.controller.ai.full_overlay.values is Values.ESTIMATE
    at.controller.give(SetMode(Mode.PLAY))
    assert at.wait()
    assert at.controller.ai.full_overlay.values is Values.BOTH, (
        "there is no such choice where one plays"
    )


@pytest.mark.parametrize("teaching", ["warn", "undo"])
def test_a_bad_move_is_told_once_or_taken_back(table, teaching):
    at = table(
        "breakthrough", seats=AGAINST_AI, teaching=teaching, min_reply_delay=0.0, ponder=True
    )
    at.sit_down(searcher="rave").session.set_level("max")
    played, *others = at.session.state.legal_moves[:3]
    at.controller.give(Play(played))
    at.wait()
    at.answer(reason=StopReason.STOPPED)  # too short a search to grade by
    assert at.session.record.length == 2
    for value in (0.6, 0.7):  # before it, and for the opponent after it
        asked = len(at.worker.searches)
        at.wait(0.1)
        assert len(at.worker.searches) == asked, "nobody takes the AI from the teacher"
        assert at.worker.searches[-1].searcher == "mcts", "whoever else analyses"
        at.answer(*others, simulations=MANY, value=value)
    lesson = at.controller.news
    assert (lesson.grade.ply, lesson.grade.loss) == (1, pytest.approx(30.0))
    assert at.session.record.cursor == (2 if teaching == "warn" else 0)
    assert at.session.record.length == 2


# How long the opponent and the analysis take.


@pytest.fixture
def pondered(table):
    """A game of hex against Max, who has thought for long about the player's position."""
    at = table("hex", seats=AGAINST_AI, min_reply_delay=0.0, ponder=True)
    at.sit_down().session.set_level("max")
    at.controller.give(Play(45))
    at.wait()
    at.answer(44)
    at.wait(1.0)
    asked = at.worker.searches[-1]
    assert asked.searcher == at.session.opponent.searcher != at.controller.ai.analyser
    at.worker.say(info_for((30, 31), 900_000, 0.9))
    at.wait(1.0)
    return at


def test_what_the_opponent_thinks_is_not_shown_as_an_analysis(pondered):
    at = pondered
    assert at.controller.ai.analysis.info.value == 0.9
    assert not at.controller.ai.is_comparable
    at.controller.give("analysis")
    at.wait(0.3)
    assert at.worker.searches[-1].searcher == "mcts"
    at.worker.say(info_for((31, 30), 1_000, 0.55))
    at.wait(0.3)
    at.wait(0.3)
    assert at.controller.ai.is_comparable
    assert at.controller.ai.full_overlay.marks[0].value == 0.55, "however much more he has searched"
    at.session.set_level("beginner")
    at.wait(0.3)
    assert at.controller.ai.full_overlay.marks[0].value == 0.55


def test_a_hint_is_no_move_that_the_opponent_prefers(pondered):
    at = pondered
    at.controller.give("hint")
    at.wait(0.3)
    assert at.controller.ai.best is None, "the analysis has only begun"
    at.answer(31, 30, simulations=9_000, value=0.55)
    at.wait(0.3)
    assert at.controller.ai.best.move == 31


def test_the_curve_of_a_game_is_one_searchers(pondered):
    at = pondered
    at.session.record.nodes[0].position.learn(Evaluation(0.55, 0.001, 60_000, searcher="mcts"))
    curve = win_graph(at.session, at.session.record.cursor).curve
    assert dict(curve) == {0: 0.55}
    own = win_graph(
        at.session, at.session.record.cursor, searcher=at.session.opponent.searcher
    ).curve
    assert dict(own)[2] == pytest.approx(0.9)
    at.session.record.nodes[2].position.learn(Evaluation(0.5, 0.001, 60_000, searcher="mcts"))
    assert dict(win_graph(at.session, 2, shown=0.7).curve) == {0: 0.55, 2: 0.7}
    assert dict(win_graph(at.session, 2, shown=0.7, is_comparable=False).curve) == {0: 0.55}
