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
from tests.rig import Rig, click, down, typed, up
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

    def option(self, name: str) -> str:
        """Return what follows an option of the command that was started."""
        return self.match.command[self.match.command.index(name) + 1]

    def matched(self) -> list[str]:
        """Return the game and the sides of that command."""
        start = self.match.command.index("match")
        return self.match.command[start + 1 : start + 4]

    def settle(self) -> None:
        def has_read() -> bool:
            self.frame()
            return not self.scene.beside.is_reading

        wait_for(has_read)
        super().settle()

    def frame(self, dt: float = 0.02) -> None:
        super().frame(dt)

    def act(self, name: str, value: object = None) -> object:
        return self.scene.on_action(Action(name, value))

    def say(self, events: list[Event]) -> None:
        self.match.waiting += events
        self.frame()

    def play(self, match: MatchPlan, games: int | None = None, *, ends: bool = False) -> None:
        self.press("start")
        self.say(told(match, games))
        if ends:
            self.match.is_running = False
            self.frame()


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
        rig.act("side-B", 1)
    field = rig.scene.group.widget("spec-B")
    rig.scene.group.focus(field, show=True)
    field.selected = True
    rig.scene.handle_event(typed("mcts:reuse=false@300"))
    for name in ("side-A", "count", "test"):
        rig.act(name, 1)
    assert form.setup.sides[1] == "mcts:reuse=false@300"
    rig.press("start")
    assert {"--live", "--fresh"} <= set(rig.match.command)
    assert rig.matched() == [form.setup.game, *form.setup.sides]
    assert (rig.option("--games"), rig.option("--sprt")) == ("50", "0")
    assert rig.match.orders == ["pace 0.2"]


def test_two_solvers_may_play_boards_that_the_seed_makes(rig: ArenaRig) -> None:
    rig.act("kind", "solvers")
    rig.act("per", "board")
    rig.frame()
    assert rig.scene.form.setup.game == "samegame"
    standard = rig.scene._area._empty
    rig.act("boards", "random")
    rig.act("seed", 1)
    rig.act("jobs", 1)
    assert rig.scene._area._empty != standard
    rig.press("start")
    assert rig.matched()[0] == random_boards("samegame")
    assert (rig.option("--per"), rig.option("--seed")) == ("board", "2")
    assert rig.option("--jobs") == str(min(2, MOST_JOBS))


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
    rig.move(at)
    rig.handle(down(at))
    rig.say(events[later + 1 :])
    assert table.rows[0].number > number, "another row came in above it"
    rig.handle(up(at))
    assert rig.scene.replay.number == number
    rig.key(pygame.K_ESCAPE)
    rig.scene.group.focus(table, show=True)
    rig.key(pygame.K_DOWN)
    rig.key(pygame.K_RETURN)
    assert rig.scene.replay.number == number - 1, "so does that of the keyboard"


def test_every_game_for_one_can_be_solved(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    more = replace(copied(registry.window_game("samegame"), "Peg Solitaire"), text=Text())
    monkeypatch.setattr(games, "_built_in", (*registry.BUILT_IN, more))
    rig = ArenaRig(tmp_path)
    rig.act("kind", "solvers")
    rig.act("game", "peg_solitaire")
    rig.frame()
    names = [widget.name for widget in rig.scene.group.widgets]
    assert "game" in names
    assert "boards" not in names, "none come along"
    rig.press("start")
    assert rig.matched()[0] == "peg_solitaire"
    assert len(set(rig.scene.form.setup.sides)) == 2
    first, *rest = told(plan("samegame"))
    rig.say([replace(first, game="peg_solitaire"), *rest])
    assert len(rig.scene._area._views) == 2
    assert setup_of(rig.scene.progress.plan).game.partition(":")[0] == "peg_solitaire"


def test_the_tests_bounds_are_picked_one_after_the_other(rig: ArenaRig) -> None:
    form = rig.scene.form
    picked = []
    for step in (1, 1, 1, 1, 1, -1, -1, -1, -1, -1):
        rig.act("test", step)
        picked.append(form.setup.sprt)
    assert picked[:5] == [*SPRTS[1:], SPRTS[-1]]
    assert picked[5:] == [*SPRTS[3:0:-1], None, None]
    # Bounds that a command chose stand between the others.
    for step, expected in ((1, (0, 50)), (-1, (0, 20))):
        form.setup = replace(form.setup, sprt=(0, 30))
        rig.act("test", step)
        assert form.setup.sprt == expected


def test_a_match_is_paused_by_space_and_while_the_window_is_in_the_background(
    rig: ArenaRig,
) -> None:
    rig.play(plan(), 1)
    lost, gained = (
        pygame.event.Event(kind) for kind in (pygame.WINDOWFOCUSLOST, pygame.WINDOWFOCUSGAINED)
    )
    for do, order in (
        (lambda: rig.key(pygame.K_SPACE), "pause"),
        (lambda: rig.press("step"), "step"),
        (lambda: rig.key(pygame.K_SPACE), "go"),
        (lambda: rig.act("speed", "max"), "pace 0.0"),
        (lambda: rig.handle(lost), "pause"),
        (lambda: rig.handle(gained), "go"),
    ):
        do()
        assert rig.match.orders[-1] == order
    rig.scene.form.background = True
    rig.handle(lost)
    assert rig.match.orders[-1] == "go"


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


def test_leaving_stops_the_match_and_coming_back_offers_to_go_on(rig: ArenaRig) -> None:
    rig.play(plan(), 2)
    rig.scene.run.path.parent.mkdir(parents=True, exist_ok=True)
    rig.scene.run.path.write_text("".join(f"{to_json(e)}\n" for e in told(plan(), 2)), "utf-8")
    rig.scene.on_exit()
    assert rig.match.orders[-1] == "stop"
    rig.enter()
    assert rig.scene.progress.standing.games == 2
    rig.press("resume")
    assert "--fresh" not in rig.match.command
    assert rig.matched() == ["tictactoe", "level:club", "mcts@20"]
    assert rig.option("--games") == "4"


def test_a_finished_match_offers_a_new_one_of_either_kind(rig: ArenaRig) -> None:
    rig.play(plan(), ends=True)
    assert not rig.scene.is_running
    assert not rig.scene.group.widget("resume").enabled
    assert not rig.scene.group.widget("start").enabled
    rig.press("new")
    assert rig.scene.is_setup
    assert rig.scene.group.widget("start").enabled
    rig.play(plan(), ends=True)
    rig.act("kind", "solvers")
    rig.frame()
    assert rig.scene.is_setup
    assert rig.scene.form.setup.game == "samegame"


def test_board_and_buttons_keep_their_places_when_a_match_begins(rig: ArenaRig) -> None:
    def places():
        names = ("start", "stop", "resume", "new", "csv", "json")
        return [rig.scene.group.widget(name).box for name in names], rig.scene._area._boxes

    (_, empty) = places()
    rig.play(plan(), 1)
    running = places()
    assert rig.scene._area.game is not None
    assert running[1] == empty, "its graph has had its room"
    rig.say(told(plan()))
    assert rig.scene.group.widget("stop").enabled
    for name in ("stop", "stop", "new"):
        rig.press(name)
        assert places() == running
        assert (rig.scene.progress is None) == (name == "new"), "a double click discards nothing"


def test_any_game_can_be_played_again(rig: ArenaRig) -> None:
    rig.play(plan())
    table = rig.scene._panel.table
    row = table.box.y + round(1.5 * table._row_height)  # the newest: game 4
    click(rig.scene, (table.box.centre[0], row))
    rig.frame()
    assert rig.scene.replay.number == 3
    for keys, ply in (
        ((pygame.K_HOME,), 0),
        ((pygame.K_RIGHT, pygame.K_RIGHT, pygame.K_LEFT), 1),
        ((pygame.K_END,), rig.scene.replay.plies),
    ):
        for key in keys:
            rig.key(key)
        assert rig.scene._area.ply == ply
    assert rig.key(pygame.K_ESCAPE) is None
    assert rig.scene.replay is None


@pytest.mark.parametrize("size", [SMALL, USUAL])
@pytest.mark.parametrize("game", ["tictactoe", "samegame"])
def test_a_game_that_is_played_back_has_its_curve_to_be_clicked(
    rig: ArenaRig, game: str, size: tuple[int, int]
) -> None:
    rig.enter(size)
    rig.play(plan(game))
    rig.act("table", 0)
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


def test_a_game_that_failed_says_why(rig: ArenaRig) -> None:
    failed = GameRecord(game=2, opening=1, error="the process ended")
    rig.press("start")
    rig.say([*told(plan(), 2), failed])
    rig.act("table", 2)
    rig.scene.toasts.dismiss()
    assert rig.scene.run.notices == ["Game 3 failed: the process ended."]
    assert rig.scene.replay is None


@pytest.mark.parametrize("kind", ["csv", "json"])
def test_the_games_are_exported(rig: ArenaRig, kind: str) -> None:
    assert rig.act(kind) is None, "there are none yet"
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


def test_a_game_without_estimates_says_that_it_has_none(rig: ArenaRig) -> None:
    rig.play(plan())
    old = replace(rig.scene.progress.records[0], values=())
    rig.scene.replay = rig.scene.progress.played_back(old)
    rig.scene._show()
    rig.frame()
    assert not any(rig.scene._area.game.values)
