"""The arena, driven by events, with a match that says what the test wants it to say."""

import re
from collections.abc import Callable, Sequence
from dataclasses import replace
from pathlib import Path
from typing import Any

import pygame
import pytest

from ai.contract import games
from ai.contract.game import Text
from ai.match.events import Event, GameBegun, GameRecord, MatchPlan, MovePlayed, from_json, to_json
from ai.match.statistics import SprtBounds
from game.games import registry
from game.games.registry import window_games
from game.play.node import GameNode
from game.screens.arena.board import BoardArea
from game.screens.arena.contestants import (
    MOST_JOBS,
    SPRTS,
    MatchSetup,
    contestants,
    names_of,
    random_boards,
    setup_of,
    title_of,
)
from game.screens.arena.figures import fitting_names
from game.screens.arena.match import MatchProcess, MatchProgress
from game.screens.arena.panel import GAMES, GameList
from game.screens.arena.screen import ArenaScene
from game.screens.base import OpenReview
from game.screens.review.words import player_words
from game.ui.layout import Box
from game.ui.theme import THEMES
from game.ui.widgets import Action
from game.window.scenes import make_scene
from tests.arena.told import plan, told
from tests.fakes import FakeMatch
from tests.rig import Rig, press, typed, wheel
from tests.ui.conftest import sketch, sketched
from tests.ui.many import copied
from tests.waiting import wait_for

__all__ = ["sketch", "sketched"]

SMALL, USUAL = (640, 480), (1120, 760)


class ArenaRig(Rig):
    def __init__(self, home: Path, theme: str = "dark") -> None:
        super().__init__(home, colours=THEMES[theme], theme=theme)
        self.started: list[Any] = []
        self.process: Callable[[Sequence[str]], Any] = FakeMatch
        self.enter()

    def enter(self, size: tuple[int, int] = USUAL) -> ArenaScene:
        self.show(ArenaScene(self.context, self._start), size)
        self.settle()
        return self.scene

    def _start(self, command: Sequence[str]) -> Any:
        self.started.append(self.process(command))
        return self.started[-1]

    @property
    def match(self) -> FakeMatch:
        return self.started[-1]

    @property
    def area(self) -> BoardArea:
        return self.scene.area

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


def seen(rig: ArenaRig) -> bytes:
    """Return what is seen beside the panel."""
    boards = pygame.Rect(0, 0, rig.scene.content.column.x - 24, rig.surface.get_height())
    return pygame.image.tobytes(rig.surface.subsurface(boards), "RGB")


@pytest.fixture
def rig(tmp_path: Path) -> ArenaRig:
    return ArenaRig(tmp_path)


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
    standard = seen(rig)
    rig.act("boards", "random")
    rig.act("seed", 1)
    rig.act("jobs", 1)
    rig.frame()
    assert seen(rig) != standard
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
    assert title_of("mcts:reuse=false@300", "hex") == "Tree search, reuse=false, 300"
    assert title_of("rave@300", "hex") == "rave, 300", "no list offers it"
    assert title_of("other:level=2", "samegame") == "other, level=2", "no game has it"
    assert title_of("gtp:/usr/bin/gnugo --mode gtp", "hex") == "gnugo"


def test_no_specification_is_read_unless_it_is_asked_for(sketch, sketched) -> None:
    for name in ("arena", "arena games", "arena boards", "arena review"):
        for _, where in sketch.windows(sketched(name), (SMALL, USUAL)):
            words = [text.words for text in sketch.texts]
            assert not [each for each in words if "level:" in each or "mcts" in each], (name, where)


def test_sides_of_one_kind_are_told_apart_where_their_names_have_no_room(rig: ArenaRig) -> None:
    skin = rig.scene.skin
    names = ("Nested level 1, 20", "Nested level 1, 4")
    assert fitting_names(skin, names, 12, 500) == names
    assert fitting_names(skin, names, 12, 60) == ("20", "4")
    assert fitting_names(skin, names, 12, 3) == ("A", "B")
    assert fitting_names(skin, ("MCTS", "MCTS, 20"), 12, 30) == ("A", "B")


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
    assert len(rig.area.boxes) == 2
    assert setup_of(rig.scene.run.progress.plan).game.partition(":")[0] == "peg_solitaire"


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
    progress = MatchProgress(match)
    for event in [first[1], *second[begun : begun + 3]]:
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
    live = rig.scene.run.progress.live
    assert live.number == 0
    assert live.plies == sum(isinstance(event, MovePlayed) for event in events[:4])
    assert rig.area.game is live
    rig.say(events[4:])
    assert rig.scene.run.progress.standing.games == 1
    assert [row.number for row in games_of(rig).games] == [0]


def test_leaving_stops_the_match_and_coming_back_offers_to_go_on(rig: ArenaRig) -> None:
    rig.play(plan(), 2)
    rig.scene.run.path.parent.mkdir(parents=True, exist_ok=True)
    rig.scene.run.path.write_text("".join(f"{to_json(e)}\n" for e in told(plan(), 2)), "utf-8")
    rig.scene.on_exit()
    assert rig.match.orders[-1] == "stop"
    rig.enter()
    assert rig.scene.run.progress.standing.games == 2
    rig.press("resume")
    assert "--fresh" not in rig.match.command
    assert rig.matched() == ["tictactoe", "level:club", "mcts@20"]
    assert rig.option("--games") == "4"


def test_a_finished_match_offers_a_new_one_of_either_kind(rig: ArenaRig) -> None:
    rig.play(plan(), ends=True)
    assert not rig.scene.run.is_running
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
        names = ("start", "stop", "resume", "new")
        return [rig.scene.group.widget(name).box for name in names], rig.area.boxes

    (_, empty) = places()
    rig.play(plan(), 1)
    running = places()
    assert rig.area.game is not None
    assert running[1] == empty, "its graph has had its room"
    rig.say(told(plan()))
    assert rig.scene.group.widget("stop").enabled
    for name in ("stop", "stop", "new"):
        rig.press(name)
        assert places() == running
        assert (rig.scene.run.progress is None) == (name == "new"), (
            "a double click discards nothing"
        )


def place_of(rig: ArenaRig, name: str, number: int) -> Box:
    """Return where a game is pressed."""
    places = rig.scene.content.places
    (listed,) = (each for each in places if isinstance(each.section, GameList))
    hits = listed.section.hits(rig.scene.skin, listed.box)
    return next(hit.box for hit in hits if (hit.name, hit.value) == (name, number))


def games_of(rig: ArenaRig) -> GameList:
    (found,) = (
        each.section for each in rig.scene.content.places if isinstance(each.section, GameList)
    )
    return found


def test_a_game_is_reviewed_and_kept_nowhere(rig: ArenaRig) -> None:
    rig.play(plan())
    command = rig.click(place_of(rig, GAMES[1], 2).centre)
    assert isinstance(command, OpenReview)
    record, session = rig.scene.run.progress.records[2], command.session
    assert moves_to(session.record.line[-1]) == record.lines[0]
    assert session.record.result is not None
    review = make_scene(command, rig.context)
    review.resize(USUAL)
    assert re.fullmatch(r"Tic-Tac-Toe, game 3: .+ \([XO]\) against .+ \([XO]\)", review.caption)
    names = {each.name for each in review.group.widgets}
    assert names & {"new", "guess", "open in analyse", "retry 0"} == set()
    for key in (pygame.K_n, pygame.K_u, pygame.K_r):
        assert review.handle_event(press(key)) is None
    review.on_exit()
    assert rig.context.storage.load_game("tictactoe") is None


def test_of_two_solvers_each_has_a_review_with_the_other_beside_it(rig: ArenaRig) -> None:
    rig.play(plan("samegame", 2))
    record = rig.scene.run.progress.records[1]
    names = rig.scene.run.progress.names
    for side in (0, 1):
        command = rig.click(place_of(rig, GAMES[side], 1).centre)
        assert command.title == f"SameGame, Seed 2: {names[side]}"
        session = command.session
        assert player_words(session, 1) == "The AI played"
        assert moves_to(session.record.line[-1]) == record.lines[side]
        assert session.record.nodes[session.record.length].state.score == record.scores[side]
        _, other = session.record.ends()
        assert moves_to(other) == record.lines[1 - side]
    better = record.winner or 0
    assert moves_to(rig.key(pygame.K_r).session.record.line[-1]) == record.lines[better]


def moves_to(end: GameNode) -> tuple[str, ...]:
    return tuple(node.name for node in end.path()[1:])


def test_keys_choose_a_game_which_is_always_among_those_listed(rig: ArenaRig) -> None:
    rig.enter(SMALL)
    rig.play(plan("tictactoe", 12), ends=True)
    rig.press("speed")  # which leaves the keys to the games
    for keys, number in (
        ((pygame.K_HOME,), 0),
        ((pygame.K_RIGHT, pygame.K_RIGHT, pygame.K_LEFT), 1),
        ((pygame.K_END,), 11),
    ):
        for key in keys:
            rig.key(key)
        assert games_of(rig).chosen == number
        assert rig.area.game.number == number
        assert place_of(rig, GAMES[rig.scene.run.progress.records[number].winner or 0], number)
        assert f"game {number + 1}: " in rig.key(pygame.K_r).title


def test_the_wheel_leads_to_games_that_have_no_room(rig: ArenaRig) -> None:
    rig.play(plan("tictactoe", 60))
    listed = games_of(rig)
    place = place_of(rig, GAMES[listed.games[1].record.winner or 0], 58)
    rig.move(place.centre)
    for _ in range(30):
        rig.handle(wheel(-1))
    assert games_of(rig).chosen == 29
    assert place_of(rig, GAMES[listed.games[30].record.winner or 0], 29)
    rig.handle(wheel(1))
    assert games_of(rig).chosen == 30


def test_a_match_waits_while_a_game_is_reviewed_and_stops_where_nobody_comes_back(
    rig: ArenaRig,
) -> None:
    rig.play(plan(), 2)
    rig.key(pygame.K_r)
    rig.scene.on_exit()
    assert rig.match.orders[-1] == "pause"
    rig.scene.on_enter()
    assert rig.match.orders[-1] == "go"
    rig.key(pygame.K_r)
    rig.scene.on_exit()
    rig.scene.on_drop()
    assert rig.match.orders[-1] == "stop"


def test_a_game_that_failed_says_why(rig: ArenaRig) -> None:
    failed = GameRecord(game=2, opening=1, error="the process ended")
    rig.press("start")
    rig.say([*told(plan(), 2), failed])
    rig.scene.toasts.dismiss()
    assert rig.act(GAMES[0], 2) is None
    assert rig.scene.run.notices == ["Game 3 failed: the process ended."]


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
    rig.process = MatchProcess
    rig.scene.form.setup = MatchSetup("tictactoe", ("mcts@200", "mcts@20"), games=50)
    rig.scene.run.speed = "max"
    rig.press("start")
    process = rig.scene.run.match
    wait_for(
        lambda: rig.scene.run.progress is not None and rig.scene.run.progress.standing.games >= 2,
        meanwhile=rig.frame,
    )
    rig.scene.on_exit()
    assert not rig.scene.run.is_running
    wait_for(lambda: not process.is_running or not process.poll(), meanwhile=rig.frame)
    wait_for(lambda: process._process.poll() is not None, meanwhile=rig.frame)
    rig.enter()
    assert rig.scene.run.progress.standing.games >= 2


@pytest.mark.xdist_group("real searches")
def test_a_real_match_says_what_is_wrong(rig: ArenaRig) -> None:
    rig.process = MatchProcess
    rig.scene.form.setup = MatchSetup("hex", ("nobody", "mcts"))
    rig.press("start")
    wait_for(lambda: bool(rig.scene.run.problem), meanwhile=rig.frame)
    assert rig.scene.run.problem.startswith("unknown searcher 'nobody' for hex; known searchers: ")


@pytest.mark.parametrize("game", ["tictactoe", "samegame"])
def test_a_game_played_back_has_the_curves_that_it_had_live(game: str) -> None:
    match, live = plan(game, 2), []
    progress = MatchProgress(match)
    for event in told(match):
        progress.take(from_json(to_json(event)))
        if isinstance(event, GameRecord):
            live.append(progress.live)
    assert len(live) == len(progress.records) == 2
    for shown, record in zip(live, progress.records, strict=True):
        again = progress.played_back(record)
        assert any(again.values)
        assert again.values == shown.values
        assert again.plies == shown.plies
