"""The arena, driven by events, with a match that says what the test wants it to say."""

import json
from collections.abc import Sequence
from dataclasses import replace
from pathlib import Path

import pygame
import pytest

from ai.contract import games
from ai.contract.game import Text
from ai.match.events import (
    Event,
    GameBegun,
    GameRecord,
    MatchPlan,
    MovePlayed,
    from_json,
    to_json,
)
from ai.match.statistics import SprtBounds
from game.games import registry
from game.games.registry import window_games
from game.screens.arena.match.process import MatchProcess
from game.screens.arena.match.progress import MatchProgress
from game.screens.arena.match.setup import (
    MOST_JOBS,
    SPRTS,
    MatchSetup,
    contestants,
    names_of,
    random_boards,
    setup_of,
    title_of,
)
from game.screens.arena.screen import ArenaScene
from game.screens.arena.sides import fitting_names
from game.screens.base import Back, OpenScene, SaveGame
from game.ui.theme import THEMES
from game.ui.widgets import Action
from tests.arena.told import plan, told
from tests.fakes import FakeMatch
from tests.rig import Rig, click, typed
from tests.ui.conftest import sketch, sketched
from tests.ui.many import copied
from tests.waiting import wait_for

__all__ = ["sketch", "sketched"]

SMALL, USUAL = (640, 480), (1120, 760)


class ArenaRig(Rig):
    def __init__(self, home: Path, theme: str = "dark") -> None:
        super().__init__(home, colours=THEMES[theme], theme=theme)
        self.started: list[FakeMatch] = []
        self.enter()

    def enter(self, size: tuple[int, int] = USUAL) -> ArenaScene:
        self.show(ArenaScene(self.context, self._start), size)
        self.settle()
        return self.scene

    def _start(self, command: Sequence[str]) -> FakeMatch:
        self.started.append(FakeMatch(command))
        return self.started[-1]

    @property
    def match(self) -> FakeMatch:
        return self.started[-1]

    def settle(self) -> None:
        def has_read() -> bool:
            self.frame()
            return not self.scene.beside.is_reading

        wait_for(has_read)
        super().settle()

    def frame(self, dt: float = 0.02) -> None:
        super().frame(dt)

    def say(self, events: list[Event]) -> None:
        self.match.waiting += events
        self.frame()

    def play(self, match: MatchPlan, games: int | None = None) -> None:
        self.press("start")
        self.say(told(match, games))


@pytest.fixture
def rig(tmp_path: Path) -> ArenaRig:
    return ArenaRig(tmp_path)


def test_home_leads_here_and_escape_back(rig: ArenaRig) -> None:
    assert rig.key(pygame.K_ESCAPE) == Back()
    assert rig.key(pygame.K_F1) == OpenScene("help")


def test_the_form_becomes_a_command(rig: ArenaRig) -> None:
    form = rig.scene.form
    rig.press("game")  # the left half: Tic-Tac-Toe
    assert "spec-B" not in [widget.name for widget in rig.scene.group.widgets]
    for _ in range(20):
        rig.scene.on_action(Action("side-B", 1))
    field = rig.scene.group.widget("spec-B")
    rig.scene.group.focus(field, show=True)
    field.selected = True
    rig.scene.handle_event(typed("mcts:reuse=false@300"))
    rig.scene.on_action(Action("side-A", 1))
    rig.scene.on_action(Action("count", 1))
    rig.scene.on_action(Action("test", 1))
    assert form.setup.sides[1] == "mcts:reuse=false@300"
    rig.press("start")
    words = rig.match.command
    assert "--live" in words
    assert "--fresh" in words
    start = words.index("match")
    assert words[start + 2 : start + 4] == list(form.setup.sides)
    assert words[words.index("--games") + 1] == "50"
    assert words[words.index("--sprt") + 1] == "0"
    assert rig.match.orders == ["pace 0.2"]


@pytest.mark.parametrize("game", [game.name for game in window_games()])
def test_a_side_is_called_by_its_name(game: str) -> None:
    offered = contestants(game)
    titles = [title_of(each.spec, game) for each in offered]
    assert titles == [each.title for each in offered]
    assert len(set(titles)) == len(titles)
    for each in offered:
        assert title_of(f"{each.spec}@4000", game) == f"{each.title}, 4.0k"
        assert title_of(f"{each.spec}@0.5s", game) == f"{each.title}, 0.5 s"
        assert names_of((each.spec, each.spec), game) == (f"{each.title}, A", f"{each.title}, B")
    assert title_of("mcts:reuse=false@300", "hex") == "MCTS, reuse=false, 300"
    assert title_of("gtp:/usr/bin/gnugo --mode gtp", "hex") == "gnugo"


def test_no_specification_is_read_unless_it_is_asked_for(sketch, sketched) -> None:
    for name in ("arena", "arena games", "arena boards", "arena replay"):
        for _, where in sketch.windows(sketched(name), (SMALL, USUAL)):
            words = [text.words for text in sketch.texts]
            assert not [each for each in words if "level:" in each or "mcts" in each], (name, where)


def test_sides_of_one_kind_are_told_apart_where_their_names_have_no_room(rig: ArenaRig) -> None:
    skin = rig.scene.skin
    names = ("NMCS level 1, 20", "NMCS level 1, 4")
    assert fitting_names(skin, names, 12, 500) == names
    assert fitting_names(skin, names, 12, 60) == ("20", "4")
    assert fitting_names(skin, names, 12, 3) == ("A", "B")
    assert fitting_names(skin, ("MCTS", "MCTS, 20"), 12, 30) == ("A", "B")


def test_the_row_that_was_pressed_is_the_one_that_opens(rig: ArenaRig) -> None:
    rig.press("start")
    events = told(plan("tictactoe", 8), 8)
    later = [i for i, event in enumerate(events) if isinstance(event, GameRecord)][3]
    rig.say(events[: later + 1])
    table = rig.scene._panel.table
    at = (table.box.centre[0], round(table.box.y + 1.5 * table._row_height))
    number = table.rows[0].number
    motion = {"pos": at, "rel": (0, 0), "buttons": (0, 0, 0)}
    rig.scene.handle_event(pygame.event.Event(pygame.MOUSEMOTION, motion))
    rig.scene.handle_event(pygame.event.Event(pygame.MOUSEBUTTONDOWN, pos=at, button=1))
    rig.say(events[later + 1 :])
    assert table.rows[0].number > number, "another row came in above it"
    rig.scene.handle_event(pygame.event.Event(pygame.MOUSEBUTTONUP, pos=at, button=1))
    assert rig.scene.replay.number == number


def test_two_solvers_have_a_form_of_their_own(rig: ArenaRig) -> None:
    rig.scene.on_action(Action("kind", "solvers"))
    rig.scene.on_action(Action("per", "board"))
    rig.frame()
    assert rig.scene.form.setup.game == "samegame"
    rig.press("start")
    words = rig.match.command
    assert words[words.index("--per") + 1] == "board"


def test_solvers_may_play_boards_that_the_seed_makes(rig: ArenaRig) -> None:
    rig.scene.on_action(Action("kind", "solvers"))
    standard = rig.scene._area._empty
    rig.scene.on_action(Action("boards", "random"))
    rig.scene.on_action(Action("seed", 1))
    rig.scene.on_action(Action("jobs", 1))
    assert rig.scene._area._empty != standard
    rig.press("start")
    words = rig.match.command
    assert words[words.index("match") + 1] == random_boards("samegame")
    assert words[words.index("--seed") + 1] == "2"
    assert words[words.index("--jobs") + 1] == str(min(2, MOST_JOBS))


def test_every_game_for_one_can_be_solved(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    more = replace(copied(registry.window_game("samegame"), "Peg Solitaire"), text=Text())
    monkeypatch.setattr(games, "_built_in", (*registry.BUILT_IN, more))
    rig = ArenaRig(tmp_path)
    rig.scene.on_action(Action("kind", "solvers"))
    rig.scene.on_action(Action("game", "peg_solitaire"))
    rig.frame()
    names = [widget.name for widget in rig.scene.group.widgets]
    assert "game" in names
    assert "boards" not in names, "none come along"
    rig.press("start")
    words = rig.match.command
    assert words[words.index("match") + 1] == "peg_solitaire"
    assert len(set(rig.scene.form.setup.sides)) == 2
    first, *rest = told(plan("samegame"))
    rig.say([replace(first, game="peg_solitaire"), *rest])
    assert len(rig.scene._area._views) == 2
    assert setup_of(rig.scene.progress.plan).game.partition(":")[0] == "peg_solitaire"


def test_the_tests_bounds_are_picked_one_after_the_other(rig: ArenaRig) -> None:
    form = rig.scene.form
    picked = []
    for step in (1, 1, 1, 1, 1, -1, -1, -1, -1, -1):
        rig.scene.on_action(Action("test", step))
        picked.append(form.setup.sprt)
    assert picked[:5] == [*SPRTS[1:], SPRTS[-1]]
    assert picked[5:] == [*SPRTS[3:0:-1], None, None]
    # Bounds that a command chose stand between the others.
    for step, expected in ((1, (0, 50)), (-1, (0, 20))):
        form.setup = replace(form.setup, sprt=(0, 30))
        rig.scene.on_action(Action("test", step))
        assert form.setup.sprt == expected


def test_one_of_the_games_at_once_is_watched_to_its_end(rig: ArenaRig) -> None:
    match = plan("tictactoe", 2)
    both = told(match)
    cut = next(i for i, event in enumerate(both) if isinstance(event, GameRecord))
    first, second = both[: cut + 1], both[cut + 1 :]
    begun = next(i for i, event in enumerate(second) if isinstance(event, GameBegun))
    progress = MatchProgress()
    for event in [match, first[1], *second[begun : begun + 3]]:
        progress.take(event)
    assert progress.live is not None
    assert (progress.live.number, progress.live.plies) == (0, 0)
    for event in first[2:]:
        progress.take(event)
    assert progress.live.number == 0
    assert progress.live.result is not None
    for event in second[begun + 3 :]:
        progress.take(event)
    assert progress.live.number == 1
    assert progress.live.plies == len(progress.records[1].lines[0])


def test_a_match_is_followed_move_by_move(rig: ArenaRig) -> None:
    rig.press("start")
    events = told(plan(), 1)
    rig.say(events[:4])
    live = rig.scene.progress.live
    assert live.number == 0
    assert live.plies == sum(isinstance(event, MovePlayed) for event in events[:4])
    assert rig.scene._area.game is live
    rig.say(events[4:])
    assert rig.scene.progress.standing.games == 1
    assert [row.number for row in rig.scene._panel.table.rows] == [0]


def test_space_pauses_and_goes_on(rig: ArenaRig) -> None:
    rig.play(plan(), 1)
    rig.key(pygame.K_SPACE)
    assert rig.match.orders[-1] == "pause"
    rig.press("step")
    assert rig.match.orders[-1] == "step"
    rig.key(pygame.K_SPACE)
    assert rig.match.orders[-1] == "go"
    rig.scene.on_action(Action("speed", "max"))
    assert rig.match.orders[-1] == "pace 0.0"


def test_nothing_is_searched_while_the_window_is_in_the_background(rig: ArenaRig) -> None:
    rig.play(plan(), 1)
    rig.scene.handle_event(pygame.event.Event(pygame.WINDOWFOCUSLOST))
    assert rig.match.orders[-1] == "pause"
    rig.scene.handle_event(pygame.event.Event(pygame.WINDOWFOCUSGAINED))
    assert rig.match.orders[-1] == "go"
    rig.scene.form.background = True
    count = len(rig.match.orders)
    rig.scene.handle_event(pygame.event.Event(pygame.WINDOWFOCUSLOST))
    assert len(rig.match.orders) == count


def test_leaving_stops_the_match_and_coming_back_offers_to_go_on(rig: ArenaRig) -> None:
    rig.play(plan(), 2)
    rig.scene.run.path.parent.mkdir(parents=True, exist_ok=True)
    rig.scene.run.path.write_text("".join(f"{to_json(e)}\n" for e in told(plan(), 2)), "utf-8")
    rig.scene.on_exit()
    assert rig.match.orders[-1] == "stop"
    rig.enter()
    assert rig.scene.progress.standing.games == 2
    rig.press("resume")
    words = rig.match.command
    assert "--fresh" not in words
    start = words.index("match")
    assert words[start + 1 : start + 4] == ["tictactoe", "level:club", "mcts@20"]
    assert words[words.index("--games") + 1] == "4"


def test_a_finished_match_offers_a_new_one(rig: ArenaRig) -> None:
    rig.play(plan())
    rig.match.is_running = False
    rig.frame()
    assert not rig.scene.is_running
    assert not rig.scene.group.widget("resume").enabled
    assert not rig.scene.group.widget("start").enabled
    rig.press("new")
    assert rig.scene.is_setup
    assert rig.scene.group.widget("start").enabled


def test_the_board_stays_as_large_as_it_was_once_a_match_begins(rig: ArenaRig) -> None:
    empty = rig.scene._area._boxes
    rig.press("start")
    assert rig.scene._area._boxes == empty
    rig.say(told(plan(), 1)[:4])
    assert rig.scene._area.game is not None
    assert rig.scene._area._boxes == empty, "its graph has had its room"


def test_each_button_of_a_match_keeps_its_place(rig: ArenaRig) -> None:
    names = ("start", "stop", "resume", "new", "csv", "json")

    def places():
        return {name: rig.scene.group.widget(name).box for name in names}

    rig.press("start")
    rig.play(plan())
    running = places()
    assert rig.scene.group.widget("stop").enabled
    rig.press("stop")
    assert places() == running
    assert rig.scene.progress is not None
    rig.press("stop")
    assert rig.scene.progress is not None, "the second half of a double click discards nothing"
    rig.press("new")
    assert places() == running


def test_the_other_kind_of_match_can_be_chosen_beside_a_finished_one(rig: ArenaRig) -> None:
    rig.play(plan())
    rig.match.is_running = False
    rig.frame()
    rig.scene.on_action(Action("kind", "solvers"))
    rig.frame()
    assert rig.scene.is_setup
    assert rig.scene.form.setup.game == "samegame"


def test_any_game_can_be_played_again(rig: ArenaRig) -> None:
    rig.play(plan())
    table = rig.scene._panel.table
    row = table.box.y + round(1.5 * table._row_height)  # the newest: game 4
    click(rig.scene, (table.box.centre[0], row))
    rig.frame()
    assert rig.scene.replay.number == 3
    rig.key(pygame.K_HOME)
    assert rig.scene._area.ply == 0
    rig.key(pygame.K_RIGHT)
    rig.key(pygame.K_RIGHT)
    rig.key(pygame.K_LEFT)
    assert rig.scene._area.ply == 1
    rig.key(pygame.K_END)
    assert rig.scene._area.ply == rig.scene.replay.plies
    assert rig.key(pygame.K_ESCAPE) is None
    assert rig.scene.replay is None


@pytest.mark.parametrize("size", [SMALL, USUAL])
@pytest.mark.parametrize("game", ["tictactoe", "samegame"])
def test_a_game_that_is_played_back_has_its_curve_to_be_clicked(
    rig: ArenaRig, game: str, size: tuple[int, int]
) -> None:
    rig.enter(size)
    rig.play(plan(game))
    rig.scene.on_action(Action("table", 0))
    rig.frame()
    area, last = rig.scene._area, rig.scene.replay.plies
    whole = area._side_graph().curves
    assert all(whole)
    plot = area._side_graph()._plot(rig.scene.skin, area._graph)
    for ply in (0, last // 2, last):
        click(rig.scene, (round(plot.x(ply)), plot.box.centre[1]))
        rig.frame()
        assert area.ply == ply
        assert area._side_graph().curves == whole


def test_the_table_is_used_with_the_keyboard(rig: ArenaRig) -> None:
    rig.play(plan())
    rig.scene.group.focus(rig.scene._panel.table, show=True)
    rig.key(pygame.K_DOWN)
    rig.key(pygame.K_RETURN)
    assert rig.scene.replay.number == 2


def test_a_game_that_failed_says_why(rig: ArenaRig) -> None:
    events = told(plan(), 2)
    failed = GameRecord(game=2, opening=1, error="the process ended")
    rig.press("start")
    rig.say([*events, failed])
    rig.scene.on_action(Action("table", 2))
    rig.scene.toasts.dismiss()
    assert rig.scene.run.notices == ["Game 3 failed: the process ended."]
    assert rig.scene.replay is None


@pytest.mark.parametrize("kind", ["csv", "json"])
def test_the_games_are_exported(rig: ArenaRig, kind: str) -> None:
    assert rig.scene.on_action(Action(kind)) is None, "there are none yet"
    rig.play(plan())
    command = rig.press(kind)
    assert isinstance(command, SaveGame)
    assert (command.game, command.suffix) == ("tictactoe", f".{kind}")
    if kind == "csv":
        assert len(command.text.splitlines()) == 5
    else:
        events = [line["event"] for line in json.loads(command.text)]
        assert events == ["match", *["game"] * 4, "result"]


@pytest.mark.parametrize("game", ["hex", "samegame"])
def test_a_plan_is_a_setup_again(game: str) -> None:
    setup = setup_of(plan(game, sprt=SprtBounds(0, 50)))
    assert setup.sides == tuple(side.spec for side in plan(game).sides)
    assert setup.sprt == (0, 50)
    expected = "samegame:columns=6,rows=6,colours=3" if game == "samegame" else "hex"
    assert setup.game == expected


@pytest.mark.xdist_group("real searches")
def test_a_real_match_is_watched_and_gone_on_with(
    rig: ArenaRig, monkeypatch: pytest.MonkeyPatch
) -> None:
    from ai.engine.cache import cache_root

    monkeypatch.setenv("PLAYOUT_KERNEL_CACHE", str(cache_root().parent))
    rig.scene.run._start = MatchProcess
    rig.scene.form.setup = MatchSetup("tictactoe", ("mcts@200", "mcts@20"), games=50)
    rig.scene.run.speed = "max"
    rig.press("start")
    process = rig.scene.run.match
    wait_for(
        lambda: rig.scene.progress is not None and rig.scene.progress.standing.games >= 2,
        meanwhile=rig.frame,
    )
    rig.scene.on_exit()
    assert not rig.scene.is_running
    wait_for(lambda: not process.is_running or not process.poll(), meanwhile=rig.frame)
    wait_for(lambda: process._process.poll() is not None, meanwhile=rig.frame)
    rig.enter()
    assert rig.scene.progress.standing.games >= 2


@pytest.mark.xdist_group("real searches")
def test_a_real_match_says_what_is_wrong(rig: ArenaRig) -> None:
    rig.scene.run._start = MatchProcess
    rig.scene.form.setup = MatchSetup("hex", ("nobody", "mcts"))
    rig.press("start")
    wait_for(lambda: bool(rig.scene.run.problem), meanwhile=rig.frame)
    assert rig.scene.run.problem.startswith("unknown searcher 'nobody' for hex; known searchers: ")


@pytest.mark.parametrize("game", ["tictactoe", "samegame"])
def test_a_game_played_back_has_the_curves_that_it_had_live(game: str) -> None:
    progress, live = MatchProgress(), []
    for event in told(plan(game, 2)):
        progress.take(from_json(to_json(event)))
        if isinstance(event, GameRecord):
            live.append(progress.live)
    assert len(live) == len(progress.records) == 2
    for shown, record in zip(live, progress.records, strict=True):
        again = progress.played_back(record)
        assert any(again.values)
        assert again.values == shown.values
        assert again.plies == shown.plies


def test_a_game_of_an_older_file_says_that_it_has_no_estimates(rig: ArenaRig) -> None:
    rig.play(plan())
    old = replace(rig.scene.progress.records[0], values=())
    rig.scene.replay = rig.scene.progress.played_back(old)
    rig.scene._show()
    rig.frame()
    assert not any(rig.scene._area.game.values)
