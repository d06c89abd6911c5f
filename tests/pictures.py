"""Pictures of every screen, without a display, in a state with real content.

    python -m tests.pictures OUT_FOLDER [--size WxH] [--theme dark|light|contrast]
        [--scale PERCENT] [--screen NAME] [--language CODE] [--details]

The boards are real positions and the AI behind them really searches. Each picture goes to
OUT_FOLDER/NAME.png.
"""

import argparse
import math
import os
import sys
import tempfile
import time
from collections.abc import Callable, Iterator, Sequence
from contextlib import contextmanager
from dataclasses import dataclass
from functools import partial
from pathlib import Path
from typing import Any

os.environ.setdefault("SDL_VIDEODRIVER", "dummy")
os.environ.setdefault("SDL_AUDIODRIVER", "dummy")

import pygame

from ai.engine.worker import AiWorker, WorkerState
from game.games.samegame.named_boards import standard_boards, standard_scores
from game.games.samegame.rules import SameGameParameters, SameGameState
from game.games.samegame.screen.boards import TARGET_SECONDS, cleared_boards
from game.play.session import Mode, Seat, Session
from game.play.thinker import Thinker
from game.screens.arena.contestants import MatchSetup
from game.screens.arena.match import MatchProcess
from game.screens.arena.screen import ArenaScene
from game.screens.base import (
    DrillSet,
    OpenDrills,
    OpenGame,
    OpenInside,
    OpenReview,
    OpenScene,
    Scene,
)
from game.screens.base import Screen as GameScreen
from game.screens.play.game_scene import GameScene
from game.screens.play.react import Play, SetMode, do
from game.store.settings import Settings
from game.ui.widgets import Action
from game.window.app import theme_of
from game.window.scenes import make_scene
from game.words.language import ENGLISH, LANGUAGES, speak
from tests.rig import context_of, move, press, storage_in
from tests.sessions import AGAINST_AI, PEOPLE, best_moves, play, play_out, session_of
from tests.waiting import wait_for

FRAME = 1 / 30
SETTLING_FRAMES = 5
STANDARD_BOARD = 5
HEX_MOVES = "f6 e8 g5 f4 h5 i5 h3 e9 d4 d7 c10 g4 e7 h4 i6 e4 i4 a11 d8 c9".split()  # noqa: SIM905
HEX_ENDING = "j5 b9 g8 d9 a9 f9".split()  # noqa: SIM905
BREAKTHROUGH_MOVES = "b2-b3 d4-d3 d2-c3 a4-a3 b3-c4 d5-c4".split()  # noqa: SIM905
TICTACTOE_MOVES = ("a3", "c3")
TICTACTOE_DRAWN = "a1 b2 c3 b1 b3 a3 c1 c2".split()  # noqa: SIM905
BREAKTHROUGH_WON = (
    "c2-c3 c4-d3 b1-c2 b4-a3 c3-b4 a5-b4 c2-d3 d4-c3 d2-e3 b4-b3 d3-d4 c3-b2".split()  # noqa: SIM905
)


@dataclass(frozen=True, slots=True)
class Screen:
    """One picture: how to come there, and what must have happened before it is taken.

    Attributes:
        name: Its name, and the file's.
        opens: What the app would be asked to show.
        session: Makes the saved game that the scene goes on with.
        seconds: How long the screen lives before its picture, at least.
        cell: The cell the pointer rests on, if any.
        match: The match that is begun in the arena, if any.
        keys: Letter keys that are pressed at its start.
        ends: Whether a move that ends the game is played at its start.
        records: Whether games were finished before.
    """

    name: str
    opens: OpenScene | OpenGame | OpenDrills
    session: Callable[[], Session] | None = None
    seconds: float = 0.5
    cell: int | None = None
    match: MatchSetup | None = None
    records: bool = False
    keys: str = ""
    ends: bool = False


def samegame(mode: Mode, moves: int) -> Session:
    """Return a standard board after some moves of the best line known for it."""
    session = Session("samegame", seed=STANDARD_BOARD, mode=mode)
    board = standard_boards()[STANDARD_BOARD - 1].state
    known = standard_scores()[STANDARD_BOARD - 1]
    session.set_position(board.to_text(), board.parameters, standard=STANDARD_BOARD)
    session.record.improve_target(known.ai, TARGET_SECONDS)
    play(session, best_moves(STANDARD_BOARD)[:moves])
    return session


def branched(session: Session, *places: tuple[int, int]) -> Session:
    """Return a game with another move at some places, each a ply and which move it is."""
    end = session.record.line[-1]
    for ply, place in places:
        session.go_to(ply)
        session.play(session.state.legal_moves[place])
        for _ in range(3):
            session.play(session.state.legal_moves[-1])
        session.show(end)
    session.go_to(places[-1][0] + 1)
    return session


def samegame_end() -> Session:
    """Return a game that was played to its end, after a good beginning."""
    session = played_out(samegame(Mode.PLAY, 30))
    session.record.node.hinted = True
    return session


def nearly_cleared() -> Session:
    """Return a board that one more move clears."""
    board = cleared_boards()[0]
    return session_of("samegame", board.line.split()[:-1], SameGameParameters(), board.seed)


def nearly_stuck() -> Session:
    """Return a board on which tiles stay after one more move."""
    session = samegame(Mode.PLAY, 30)
    while not session.state.play(session.state.legal_moves[0]).is_terminal:
        session.play(session.state.legal_moves[0])
    return session


def two_player(
    game: str, moves: Sequence[str], mode: Mode, seats: tuple[Seat, ...] = AGAINST_AI
) -> Session:
    """Return a game after the named moves; of two people unless it is played."""
    own = seats if mode is Mode.PLAY else PEOPLE
    return session_of(game, moves, seed=1, seats=own, level="novice", mode=mode)


def finished_games() -> Iterator[Session]:
    """Yield games that were played to their end."""
    for number, share in ((1, 0.7), (5, 1.0), (6, 0.5), (12, 0.9)):
        session = Session("samegame")
        board, known = standard_boards()[number - 1].state, standard_scores()[number - 1]
        session.set_position(board.to_text(), board.parameters, standard=number)
        session.record.improve_target(known.ai)
        line = best_moves(number)
        yield played_out(session, line[: int(share * len(line))])
    for seed, target in ((48_213, 1_900), (977, 1_200), (31_337, 2_400)):
        session = Session("samegame", SameGameParameters(10, 10, 4), seed)
        session.record.improve_target(target)
        if seed == 977:
            session.record.node.hinted = True
        yield played_out(session)
    for level, first, games in (("careless", Seat.HUMAN, 3), ("careful", Seat.AI, 2)):
        for _ in range(games):
            seats = (first, Seat.AI if first is Seat.HUMAN else Seat.HUMAN)
            duel = Session("tictactoe", seats=seats, level=level)
            yield played_out(duel, (0, 3, 1, 4, 2))


def played_out(session: Session, moves: Sequence[int] = ()) -> Session:
    """Play moves, then the largest group (or the first move) until the game is over."""
    play(session, moves)
    while not session.state.is_terminal:
        state = session.state
        largest = max(state.groups(), key=len) if isinstance(state, SameGameState) else None
        session.play(largest[0] if largest else state.legal_moves[0])
    return session


SOLVERS = MatchSetup("samegame", ("nmcs:level=1@20", "nmcs:level=1@4"))
PLAYERS = MatchSetup("hex:side=5", ("level:club", "level:beginner"), sprt=(0.0, 100.0))

HEX = partial(two_player, "hex", HEX_MOVES[:11], Mode.ANALYSE)
TICTACTOE = partial(two_player, "tictactoe", TICTACTOE_MOVES, Mode.ANALYSE)
BREAKTHROUGH = partial(two_player, "breakthrough")
MOVED = BREAKTHROUGH_MOVES
STUDIED = partial(samegame, Mode.ANALYSE, 22)


def game_screen(name: str, session: Callable[[], Session] | None = None, **more: Any) -> Screen:
    """Return a picture of the game with which its name begins."""
    return Screen(name, OpenGame(name.partition("-")[0]), session, **more)


SCREENS = (
    Screen("home", OpenScene("home"), partial(samegame, Mode.PLAY, 22), seconds=8.0),
    Screen("home-first", OpenScene("home"), seconds=6.0),
    game_screen("samegame-play", partial(samegame, Mode.PLAY, 30), cell=5 * 15 + 4),
    game_screen("samegame-end", samegame_end),
    game_screen("samegame-analyse", STUDIED, seconds=6.0),
    game_screen("samegame-demo", partial(samegame, Mode.DEMO, 22), seconds=4.0),
    game_screen("tictactoe-play", partial(two_player, "tictactoe", ("b2", "a1"), Mode.PLAY)),
    game_screen("tictactoe-analyse", TICTACTOE, seconds=4.0),
    game_screen("hex-play", partial(two_player, "hex", HEX_MOVES, Mode.PLAY), cell=57),
    Screen("opponents", OpenGame("hex"), keys="o"),
    game_screen("hex-analyse", HEX, seconds=5.0),
    game_screen(
        "hex-branches", lambda: branched(HEX(), (6, 40), (4, 41), (4, 43), (4, 52)), seconds=3.0
    ),
    game_screen(
        "samegame-branches",
        lambda: branched(samegame(Mode.PLAY, 22), (15, 2), (10, 4)),
        seconds=3.0,
    ),
    game_screen("hex-demo", partial(two_player, "hex", HEX_MOVES[:9], Mode.DEMO), seconds=4.0),
    Screen(
        "hex-review",
        OpenScene("review"),
        partial(two_player, "hex", HEX_MOVES + HEX_ENDING, Mode.PLAY),
        seconds=30.0,
    ),
    game_screen("breakthrough-new"),
    game_screen("breakthrough-play", partial(BREAKTHROUGH, MOVED, Mode.PLAY), cell=2),
    game_screen(
        "breakthrough-analyse", partial(BREAKTHROUGH, MOVED[:4], Mode.ANALYSE), seconds=5.0
    ),
    game_screen("breakthrough-demo", partial(BREAKTHROUGH, MOVED[:2], Mode.DEMO), seconds=4.0),
    game_screen("samegame-cleared", nearly_cleared, seconds=3.0, ends=True),
    game_screen("samegame-stuck", nearly_stuck, seconds=3.0, ends=True),
    *(
        game_screen(
            f"{game}-{result}",
            partial(two_player, game, moves, Mode.PLAY, seats),
            seconds=3.0,
            ends=True,
        )
        for game, result, moves, seats in (
            ("hex", "won", (HEX_MOVES + HEX_ENDING)[:-1], (Seat.AI, Seat.HUMAN)),
            ("hex", "lost", (HEX_MOVES + HEX_ENDING)[:-1], AGAINST_AI),
            ("tictactoe", "drawn", TICTACTOE_DRAWN, AGAINST_AI),
            ("breakthrough", "won", BREAKTHROUGH_WON, AGAINST_AI),
        )
    ),
    Screen(
        "samegame-review",
        OpenScene("review"),
        lambda: play_out(samegame(Mode.PLAY, 30)),
        seconds=50.0,
    ),
    Screen("arena", OpenScene("arena")),
    Screen("arena-solvers", OpenScene("arena"), seconds=45.0, match=SOLVERS),
    Screen("arena-hex", OpenScene("arena"), seconds=30.0, match=PLAYERS),
    game_screen("hex-tree", HEX, seconds=5.0, keys="t"),
    game_screen("samegame-tree", STUDIED, seconds=6.0, keys="t"),
    Screen("tour", OpenScene("tour"), seconds=4.0, keys=" "),
    Screen("hex-compare", OpenScene("inside"), HEX, seconds=4.0, keys="c "),
    *(
        Screen(f"{game}-inside", OpenScene("inside"), position, seconds=4.0, keys=" ")
        for game, position in (
            ("hex", HEX),
            ("samegame", STUDIED),
            ("tictactoe", TICTACTOE),
            ("breakthrough", partial(BREAKTHROUGH, MOVED, Mode.ANALYSE)),
        )
    ),
    Screen("hex-drill", OpenDrills("hex")),
    Screen("samegame-drill", OpenDrills("samegame")),
    Screen("against-the-clock", OpenDrills("hex", DrillSet.TIMED)),
    Screen("today", OpenScene("today"), records=True),
    Screen("position-of-the-day", OpenDrills(which=DrillSet.TODAY)),
    Screen("yesterday", OpenDrills(which=DrillSet.YESTERDAY)),
    Screen("settings", OpenScene("settings")),
    Screen("records", OpenScene("records"), records=True),
    Screen("boards", OpenScene("boards"), records=True),
    Screen("help", OpenScene("help")),
    Screen("help-of-a-game", OpenScene("help", "hex")),
    Screen("about", OpenScene("about")),
)


@contextmanager
def ready_thinker() -> Iterator[Thinker]:
    """Start the AI thread, wait until its kernels are there, and end it afterwards."""
    worker = AiWorker()
    thinker = Thinker(worker)
    worker.start()
    wait_for(lambda: worker.state != WorkerState.STARTING, meanwhile=thinker.poll)
    try:
        yield thinker
    finally:
        worker.shutdown()


def take(
    screen: Screen,
    thinker: Thinker,
    settings: Settings,
    size: tuple[int, int],
    most_seconds: float = math.inf,
) -> pygame.Surface:
    """Let a screen live for its time, `most_seconds` at most, and return its picture."""
    with tempfile.TemporaryDirectory(prefix="playout-pictures-") as home:
        storage = storage_in(Path(home))
        session = screen.session() if screen.session is not None else None
        if session is not None:
            storage.save_game(session)
        if screen.records:
            for session in finished_games():
                storage.count_game(session)
        context = context_of(storage, colours=theme_of(settings), details=settings.details)
        context.settings, context.thinker = settings, thinker
        scene = make_scene(opened(screen, session), context)
        surface = pygame.Surface(size)
        scene.resize(size)
        scene.on_enter()
        if (
            isinstance(scene, GameScene)
            and session is not None
            and session.record.result is not None
        ):
            scene.controller.give(
                do(Session.undo_new_game)
            )  # who opens a finished game is given another
            scene.toasts.dismiss()
        if session is not None and session.mode is Mode.DEMO and isinstance(scene, GameScene):
            scene.controller.give(SetMode(Mode.DEMO))  # who opens a demo is at its side, paused
        if screen.ends and isinstance(scene, GameScene):
            state = scene.session.state
            ending = next(move for move in state.legal_moves if state.play(move).is_terminal)
            scene.controller.give(Play(ending))
        match = begin(scene, screen.match)
        live(scene, surface, screen, most_seconds)
        scene.on_exit()
        storage.flush()
        if match is not None:  # its file is in the folder that goes
            wait_for(lambda: not match.is_running, meanwhile=match.poll)
        return surface


def opened(screen: Screen, session: Session | None) -> GameScreen:
    """Return what shows a screen, which may be about a session."""
    if session is not None and screen.opens == OpenScene("review"):
        return OpenReview(session)
    if session is not None and screen.opens == OpenScene("inside"):
        return OpenInside(session.record.spec.name, session.state)
    return screen.opens


def begin(scene: Scene, setup: MatchSetup | None) -> MatchProcess | None:
    """Begin a match if the scene is the arena; return it."""
    if setup is None or not isinstance(scene, ArenaScene):
        return None
    scene.form.setup = setup
    scene.on_action(Action("speed", "max"))
    scene.on_action(Action("start"))
    return scene.run.match


def live(scene: Scene, surface: pygame.Surface, screen: Screen, most_seconds: float) -> None:
    """Run a scene for as long as its picture wants, in real time: the AI needs it."""
    end = time.monotonic() + min(screen.seconds, most_seconds)
    pointed = False
    while time.monotonic() < end or not pointed:
        scene.update(FRAME)
        scene.draw(surface)
        if not pointed:
            pointed = True
            point(scene, screen.cell)
            for key in screen.keys:
                scene.handle_event(press(ord(key), text=key))
        time.sleep(FRAME)
    for _ in range(SETTLING_FRAMES):  # what fades in under the pointer is there
        scene.update(FRAME)
        scene.draw(surface)


def point(scene: Scene, cell: int | None) -> None:
    """Rest the pointer on a cell of the board."""
    if cell is None or not isinstance(scene, GameScene):
        return
    middle = scene.animator.view.cell_box(scene.session.state, cell).centre
    scene.handle_event(move(middle))


def main(argv: list[str] | None = None) -> int:
    """Write the pictures that the arguments ask for."""
    names = [screen.name for screen in SCREENS]
    parser = argparse.ArgumentParser(
        prog="python -m tests.pictures",
        description=__doc__,
        formatter_class=argparse.RawDescriptionHelpFormatter,
    )
    parser.add_argument("folder", type=Path, help="where the pictures go")
    parser.add_argument("--size", default="1120x760", help="size in pixels, such as 640x480")
    parser.add_argument("--theme", choices=("dark", "light", "contrast"), default="dark")
    parser.add_argument("--scale", type=int, default=100, help="UI scale in per cent, 75 to 200")
    parser.add_argument("--screen", choices=names, action="append", help="only this one")
    parser.add_argument("--language", choices=tuple(LANGUAGES), default=ENGLISH)
    parser.add_argument("--details", action="store_true", help="with the details switched on")
    options = parser.parse_args(argv)
    width, _, height = options.size.partition("x")
    if not (width.isdecimal() and height.isdecimal()):
        parser.error(f"'{options.size}' is not a size such as 1120x760")
    speak(options.language)
    settings = Settings(theme=options.theme, ui_scale=options.scale / 100, details=options.details)
    pygame.display.init()
    pygame.font.init()
    pygame.display.set_mode((int(width), int(height)))
    options.folder.mkdir(parents=True, exist_ok=True)
    with ready_thinker() as thinker:
        for screen in SCREENS:
            if options.screen is None or screen.name in options.screen:
                picture = take(screen, thinker, settings, (int(width), int(height)))
                pygame.image.save(picture, options.folder / f"{screen.name}.png")
    return 0


if __name__ == "__main__":
    sys.exit(main())
