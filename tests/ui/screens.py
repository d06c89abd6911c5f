"""Every screen there is, in every state that is laid out differently.

Pages are those of `game.window.scenes`, so a new one is looked at without a word here.
"""

from collections.abc import Callable
from dataclasses import replace
from functools import partial

import pygame

from ai.match.events import Event, to_json
from ai.match.statistics import SprtBounds
from game.play.grading import grade_of
from game.play.session import Mode, Session
from game.screens.arena.screen import ArenaScene
from game.screens.base import OpenEarlier, OpenGame, OpenReview, OpenScene, OpenSetUp
from game.screens.earlier.screen import EarlierScene
from game.screens.inside.screen import InsideScene
from game.screens.play.game_scene import GameScene
from game.screens.play.teacher import Lesson
from game.screens.records.screen import tabs
from game.screens.settings.pages import categories
from game.ui.text import Fonts
from game.ui.theme import DARK
from game.ui.widgets import Action
from game.window.scenes import PAGES
from tests.arena.told import plan, told
from tests.evaluations import judged
from tests.fakes import info_for
from tests.pictures import (
    BREAKTHROUGH_MOVES,
    HEX_MOVES,
    TICTACTOE_MOVES,
    finished_games,
    samegame,
    two_player,
)
from tests.rig import Rig
from tests.waiting import wait_for

SESSIONS: dict[str, Callable[[Mode], Session]] = {
    "samegame": lambda mode: samegame(mode, 22),
    "tictactoe": lambda mode: two_player("tictactoe", TICTACTOE_MOVES, mode),
    "hex": lambda mode: two_player("hex", HEX_MOVES, mode),
    "breakthrough": lambda mode: two_player("breakthrough", BREAKTHROUGH_MOVES, mode),
}
MATCHES: dict[str, Callable[[], list[Event]]] = {
    "boards": lambda: told(plan("samegame", 20)),
    "games": lambda: told(plan("tictactoe", 12, SprtBounds(0, 100)), 9),
    "review": lambda: told(plan("breakthrough", 2)),
}
TWO_PLAYER = ("lesson", "opponents")
NAMES = (
    *(name for name in PAGES if name != "settings"),
    *(f"settings {each.name}" for each in categories()),
    "settings asking",
    *(f"records {tab}" for tab, _ in tabs()),
    *(f"{game} fresh" for game in SESSIONS),
    *(f"{game} {mode}" for game in SESSIONS for mode in Mode),
    *(
        f"{game} {state}"
        for game in SESSIONS
        for state in ("asking", "legend", "over", "review", "set-up")
    ),
    *(f"{game} {state}" for game in ("samegame", "hex") for state in ("back", "retry", "guess")),
    *(f"{game} {state}" for game in ("tictactoe", "hex", "breakthrough") for state in TWO_PLAYER),
    *(f"hex {state}" for state in ("typing", "help")),
    *(f"arena {state}" for state in MATCHES),
    *(f"{game} earlier" for game in SESSIONS),
)
GAMES = tuple(
    name
    for name in NAMES
    if name.split()[0] in SESSIONS
    and name.split()[1]
    not in ("asking", "legend", "review", "earlier", "set-up", "opponents", "typing", "help")
)
"""The screens with a board and a panel beside it."""

KEYS = {
    "asking": (pygame.K_g, pygame.KMOD_CTRL),
    "legend": (pygame.K_l,),
    "opponents": (pygame.K_o,),
    "typing": (pygame.K_SLASH,),
    "back": (pygame.K_LEFT, pygame.KMOD_ALT),
    "guess": (pygame.K_u,),
}
"""What leads to a state of a game's screen."""


def shown(name: str, home, fonts: Fonts | None = None, **settings) -> Rig:
    """Return a screen by one of `NAMES`, with a worker that answers once."""
    # A colour that nothing else has, so that focus rings are told from other outlines.
    colours = replace(DARK, focus=(1, 2, 3))
    rig = Rig(home, fonts=fonts, colours=colours, **{"motion": "off"} | settings)
    rig.frames_between_events = False
    storage = rig.context.storage
    first, _, state = name.partition(" ")
    if first in SESSIONS:
        session = SESSIONS[first](Mode(state) if state in list(Mode) else Mode.PLAY)
        if state == "fresh":
            session.new_game(seed=11)
        if state in ("over", "review", "earlier"):
            play_on(session)
        for ply in (1, 2) if state == "earlier" else ():
            session.retry(ply)
            session.play(session.state.legal_moves[-1])
        if state in ("retry", "lesson"):
            blunder(session, 2 if state == "retry" else session.record.length - 1)
        if state == "retry":
            session.retry(2)
        storage.save_game(session)
        opens = {
            "review": OpenReview,
            "earlier": OpenEarlier,
            "set-up": OpenSetUp,
            "help": lambda _: OpenScene("help", first),
        }.get(state)
        rig.show(opens(session) if opens else OpenGame(first))
    else:
        if state in MATCHES and first == "arena":
            played = storage.paths.data / "arena" / "match.jsonl"
            played.parent.mkdir(parents=True, exist_ok=True)
            played.write_text("".join(f"{to_json(event)}\n" for event in MATCHES[state]()), "utf-8")
        storage.save_game(samegame(Mode.PLAY, 22))
        for game in finished_games() if first == "records" and state else ():
            storage.count_game(game)
        rig.show(OpenScene(first))
    _bring_into(rig, first, state)
    return rig


def _bring_into(rig: Rig, first: str, state: str) -> None:
    """Bring a scene into its state; after each step it is drawn."""
    scene, frame = rig.scene, partial(rig.frame, 0.02)
    frame()
    if first == "settings":
        page = "rules" if state == "asking" else state
        scene.on_action(Action("category", page))
        if state == "asking":
            scene.on_action(Action("samegame_seed"))
        frame()
    elif first == "records" and state:
        scene.group.widget("tab").value = state
        scene.on_action(Action("tab", state))
        frame()
    elif isinstance(scene, EarlierScene):
        wait_for(lambda: scene.wake_after() != 0.0, meanwhile=frame)  # a thread lists the games
    elif isinstance(scene, InsideScene):
        wait_for(lambda: scene.run.is_there, meanwhile=frame)  # a thread searches
    elif isinstance(scene, ArenaScene) and state:
        wait_for(lambda: not scene.is_setup, meanwhile=frame)  # a thread reads the last match
        if state == "review":
            rig.show(scene.on_action(Action("game A", 0)))
        frame()
    elif isinstance(scene, GameScene):
        if state in KEYS:
            rig.key(*KEYS[state])
        if state == "lesson":
            teach(scene)
        if state == "guess":
            scene.play(scene.session.state.legal_moves[1])
        frame()
        if rig.worker.searches:
            moves = scene.session.state.legal_moves
            value = 2_451.0 if first == "samegame" else 0.6
            rig.worker.say(info_for(moves[:8], simulations=172_948, value=value))
        frame()
        frame()


def play_on(session: Session) -> None:
    """Play a game to its end, with an opinion of every position."""
    ply = 0
    while not session.state.is_terminal:
        ply += 1
        value = 1_800.0 + 9 * ply if session.record.spec.players == 1 else 0.5 + 0.4 * (-1) ** ply
        session.record.nodes[session.record.cursor].position.learn(judged(value, 0.01, 4_000))
        session.play(session.state.legal_moves[0])


def blunder(session: Session, ply: int) -> None:
    """Have the move after so many others been a mistake, and the next one but one."""
    for before in range(ply, min(ply + 4, session.record.length + 1)):
        is_best = (before - ply) % 2 == 0
        share = 0.6 if is_best == (ply % 2 == 0) else 0.5
        value = (
            (2_451.0 if is_best else 2_398.0) - before
            if session.record.spec.players == 1
            else share
        )
        line = session.record.nodes[before].state.legal_moves[-1:]
        known = judged(value, 0.001, 60_000, line)
        session.record.nodes[before].position.learn(known)


def teach(scene: GameScene) -> None:
    """Have the teacher explain the last move, and its letter."""
    session = scene.session
    grade = grade_of(session.record, session.record.length)
    assert grade is not None
    lesson = Lesson(grade, False, explains=True)
    scene.controller.teacher.lesson = lambda _: lesson  # type: ignore[method-assign]
