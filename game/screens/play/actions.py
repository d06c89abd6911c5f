"""What keys and controls ask for on a game's screen: one line each, and who does it."""

from collections.abc import Callable
from functools import cache, partial
from typing import TYPE_CHECKING, Any

import pygame

from ai.phrases import N_
from game.play.record import RETRY
from game.play.session import Mode, Session
from game.play.text import write
from game.screens.base import (
    Back,
    ChangeSettings,
    Command,
    DrillSet,
    OpenDrills,
    OpenEarlier,
    OpenInside,
    OpenReview,
    OpenScene,
    OpenSetUp,
    SaveGame,
    SavePicture,
)
from game.screens.play import choices, practice, typed
from game.screens.play.choices import LEVEL
from game.screens.play.engine import ai_turn_words
from game.screens.play.first_steps import PRESET
from game.screens.play.foot import GO_BACK
from game.screens.play.history import BACK_TO_END, BRING_BACK, RESTORE
from game.screens.play.lesson_card import SHOW_LESSON, TAKE_BACK
from game.screens.play.opening import begin_game
from game.screens.play.pasted import EMPTY, WHICH, ZERO
from game.screens.play.react import (
    CLICK,
    MISSES_CANDIDATE,
    RESIGNS,
    TABLE,
    UNDER_TREE,
    Escape,
    Event,
    GoTo,
    OnScreen,
    SetMode,
    do,
)
from game.screens.play.seed import SEED
from game.screens.play.sentences import only_move, waiting_words
from game.ui import commands
from game.ui.commands import UserCommand
from game.ui.panel.analysis import CANDIDATE, PROOF
from game.ui.panel.dialog import Dialog
from game.ui.panel.history import BRANCH, PLY
from game.ui.panel.legend import shown_of
from game.ui.widgets import Action
from game.words import play as words
from game.words.set_up import NOT_HERE

if TYPE_CHECKING:
    from game.screens.play.game_scene import GameScene

Handler = Callable[["GameScene"], Command | bool | None]


def act(scene: "GameScene", action: Action) -> Command | None:
    """Do what a key or a control asks for."""
    scene.screen.changes += 1
    if action.name == commands.UNDO.name and scene.history.offers_branch:
        action = Action(RESTORE)
    return give(scene, action.name) if action.name in TABLE else _itself(scene, action)


def give(scene: "GameScene", event: Event) -> Command | None:
    """Let the controller react to an event, and do what it leaves to the screen."""
    command = None
    for effect in scene.controller.give(event):
        match effect:
            case str():
                scene.toasts.refuse(effect)
            case OnScreen.LEAVE:
                command = leave(scene)
            case OnScreen.TELL_WAITING:
                scene.toasts.show(waiting_words(scene))
            case OnScreen.TELL_RESTORED:
                scene.toasts.show(words.GAME_RESTORED)
            case OnScreen.UNFOCUS:
                _to_board(scene)
            case OnScreen.DISMISS:
                scene.toasts.dismiss()
            case OnScreen.LOWER:
                scene.screen.raise_sheet(False)
            case OnScreen.ITSELF:
                command = _itself(scene, Action(str(event)))
    return command


def _itself(scene: "GameScene", action: Action) -> Command | None:
    """Do what the table leaves to the screen; its face does what only this game has."""
    name, value = action.name, action.value
    if name in by_name():
        done = by_name()[name](scene)
    elif value is not None and name in by_value():
        done = by_value()[name](scene, value)
    else:
        done = scene.face.on_action(action)
    return None if isinstance(done, bool) else done


def dialog_event(scene: "GameScene", dialog: Dialog, event: pygame.event.Event) -> Command | None:
    """React to an event while something is asked; do what an answer asks for."""
    scene.group.let_go()
    legend = commands.LEGEND
    is_key = event.type == pygame.KEYDOWN and commands.command_of(event) is legend
    if is_key and dialog.name == legend.name:  # it closes what it has opened
        scene.dialog = None
        return None
    answer = dialog.handle_event(event)
    if answer is None:
        return None
    scene.dialog = None
    match answer.name, answer.value:
        case commands.OPPONENT.name, str(level):
            return choices.take_level(scene, level)
        case commands.TYPE.name, str(text):
            return _typed(scene, text)
        case commands.RESIGN.name, value:
            scene.controller.give(RESIGNS if value else Escape())
            if value:
                scene.animator.end_game(scene.skin.gate)
        case (name, value) if name == EMPTY or (name == ZERO and value):
            scene.texts.take_again(zero_is_empty=name == EMPTY)
        case (name, str(number)) if name == WHICH:
            scene.texts.choose(number)
        case name, value:
            if name == SEED and isinstance(value, str):
                scene.entry.start_board(scene, value)
            return scene.face.on_action(answer)
    return None


def _typed(scene: "GameScene", text: str) -> Command | None:
    """Play the move that was typed, or do what the command asks for."""
    move = typed.move_of(text, scene.session.state)
    if move is None:
        command = typed.command_of(text, typed.typeable(scene.entry.game_commands))
        return None if command is None else act(scene, Action(command.name))
    (effect,) = scene.controller.give(CLICK)
    if effect is OnScreen.POINT:
        scene.group.focus(None)
        scene.animator.show_cursor(typed.cell_of(move, scene.session.state, scene.animator.view))
        scene.play(move)
    else:
        turn = ai_turn_words(scene.context.thinker, scene.session.record.spec.name)
        scene.toasts.refuse(effect if isinstance(effect, str) else turn)
    return None


# What is meant for the board.


def sees_board(scene: "GameScene") -> bool:
    """Tell whether the board is to be seen, and say so where the tree lies over it."""
    if scene.controller.state.tree:
        scene.toasts.refuse(UNDER_TREE)
    return not scene.controller.state.tree


def click(scene: "GameScene", cell: int) -> None:
    """Do what a click on a cell means, or say why it means nothing."""
    (effect,) = scene.controller.give(CLICK)
    if effect is not OnScreen.POINT:
        turn = ai_turn_words(scene.context.thinker, scene.session.record.spec.name)
        scene.refuse(effect if isinstance(effect, str) else turn)
    elif (move := only_move(scene)) is not None:
        scene.play(move)
    else:
        scene.pointing.click(cell)


# What leads away.


def leave(scene: "GameScene") -> Command:
    """Go back to where the game came from: to its review from a retry or an analysis of it."""
    session = scene.session
    reviewed, session.reviewed, retry = session.reviewed, None, session.record.retry
    if reviewed is not None and not reviewed.is_in(session.record.root):
        reviewed = None
    if reviewed is session.record.line[-1]:
        return OpenReview(session, session.record.cursor)
    if reviewed is not None:
        return OpenReview(session, record=session.record.view(reviewed.path()))
    left = session.record.line_left
    if retry is None and (left is None or left.why != RETRY):
        return Back()
    scene.controller.give(do(Session.go_back))
    return OpenReview(session, None if retry is None else retry.ply + 1)


def _review(scene: "GameScene") -> Command | None:
    if scene.session.record.retry is not None:
        return leave(scene)
    if scene.session.record.length:
        return OpenReview(scene.session)
    scene.toasts.refuse(words.NOTHING_TO_REVIEW)
    return None


def _earlier(scene: "GameScene", *, by_position: bool = False) -> Command | None:
    if scene.session.has_earlier:
        return OpenEarlier(scene.session, by_position)
    scene.toasts.refuse(words.NOTHING_EARLIER)
    return None


def _set_up(scene: "GameScene") -> Command | None:
    if scene.session.record.spec.set_up is not None:
        return OpenSetUp(scene.session)
    scene.toasts.refuse(NOT_HERE)
    return None


def _look_inside(scene: "GameScene") -> Command | None:
    session, ply = scene.session, scene.session.record.cursor - 1
    if session.state.is_terminal:
        scene.toasts.refuse(words.NOTHING_TO_SEARCH)
        return None
    before = (session.record.nodes[ply].state, session.record.moves[ply]) if ply >= 0 else None
    return OpenInside(session.record.spec.name, session.state, before)


def _escape(scene: "GameScene") -> Command | None:
    """Put a piece back, stop a search, close what is open, or else leave the screen."""
    has_focus, has_notice = scene.group.focused is not None, scene.toasts.is_showing
    return give(scene, Escape(has_focus, has_notice, scene.is_raised))


def _set_mode(scene: "GameScene", mode: str) -> None:
    scene.controller.give(SetMode(Mode(mode)))
    scene.screen.raise_sheet(False)


# What is shown.


def choose_candidate(scene: "GameScene", rank: int, *, play: bool = True) -> None:
    """Play a candidate, or show its line."""
    mark = scene.candidates.chosen(rank)
    if mark is None:
        give(scene, MISSES_CANDIDATE)
    elif play:
        scene.play(mark.move, taken=True)
    elif sees_board(scene):
        scene.candidates.toggle(mark)


def _show_legend(scene: "GameScene") -> None:
    name, shown = commands.LEGEND.name, shown_of(scene.face.legend()[1], details=scene.skin.details)
    scene.dialog = Dialog(name, words.BOARD_SHOWS, confirm=N_("Close"), cancel="", shows=shown)


def _read(command: UserCommand, scene: "GameScene") -> None:
    """Tell what a key reads of the board, for all to see, too."""
    scene.toasts.show(scene.reader.readings[command]())


# What the keyboard is on.


def _play_cursor(scene: "GameScene") -> None:
    if not scene.animator.keyboard:
        scene.animator.show_cursor()
    elif scene.animator.cursor is not None:
        click(scene, scene.animator.cursor)


def tab(scene: "GameScene", step: int) -> None:
    """Go round: board, top bar, panel, and back to the board."""
    group, panel = scene.group, scene.panel
    if not group.move_focus(step):
        scene.animator.show_cursor()
    else:
        scene.animator.keyboard = False
    is_low = scene.layout.compact and not scene.is_raised
    if is_low and group.focused in panel.widgets:
        scene.screen.raise_sheet(True)
        scene.screen.refresh()
        # The sheet has controls before and behind the one that was on it while it was low.
        stops = [widget for widget in panel.widgets if widget.can_focus]
        group.focus(stops[0 if step > 0 else -1] if stops else None)
    if group.focused is not None:
        panel.reveal(group.focused)


def _to_controls(scene: "GameScene") -> None:
    """Take the keyboard from the board to the controls, or back."""
    if scene.group.focused is None:
        tab(scene, 1)
    else:
        _to_board(scene)


def _to_board(scene: "GameScene") -> None:
    """Take the keyboard from the controls; the cursor is seen if the control was."""
    is_seen = scene.group.focused is not None and scene.group.focused.show_focus
    scene.group.focus(None)
    if is_seen:
        scene.animator.show_cursor()


# What is asked.


def _ask_seed(scene: "GameScene") -> None:
    if scene.session.has_seed:
        scene.dialog = scene.entry.seed_dialog(scene.session)
    else:
        scene.toasts.refuse(words.NO_SEEDS)


def _restart(scene: "GameScene") -> None:
    scene.history.new_game(lambda: give(scene, do(Session.restart)))


@cache
def by_name() -> dict[str, Handler]:
    """Return what is done by the name alone of a key or a control."""
    handlers: dict[UserCommand, Handler] = {
        commands.BACK: leave,
        commands.ESCAPE: _escape,
        commands.HELP: lambda scene: OpenScene("help", scene.session.record.spec.name),
        commands.SETTINGS: lambda _: OpenScene("settings"),
        commands.REVIEW: _review,
        commands.EARLIER: _earlier,
        commands.DRILLS: lambda scene: OpenDrills(scene.session.record.spec.name),
        commands.LESSONS: lambda scene: OpenDrills(
            scene.session.record.spec.name, DrillSet.LESSONS
        ),
        commands.SAME_POSITION: lambda scene: _earlier(scene, by_position=True),
        commands.PLAY_CURSOR: _play_cursor,
        commands.SPACE: _play_cursor,
        commands.FIRST: lambda scene: give(scene, GoTo(0)),
        commands.BACK_ONE: lambda scene: give(scene, GoTo(scene.session.record.cursor - 1)),
        commands.FORWARD_ONE: lambda scene: give(scene, GoTo(scene.session.record.cursor + 1)),
        commands.LAST: lambda scene: give(scene, GoTo(scene.session.record.length)),
        commands.LAST_BRANCH: lambda scene: scene.history.walk_branches(-1),
        commands.NEXT_BRANCH: lambda scene: scene.history.walk_branches(1),
        commands.DELETE_BRANCH: lambda scene: scene.history.delete_branch(),
        commands.FOLD_BRANCHES: lambda scene: scene.history.fold_branches(),
        commands.NEW: lambda scene: scene.history.new_game(lambda: begin_game(scene.controller)),
        commands.RESTART: _restart,
        commands.SEED: _ask_seed,
        commands.LEGEND: _show_legend,
        commands.COORDINATES: choices.toggle_coordinates,
        commands.DETAILS: lambda scene: choices.changed(scene, details=not scene.skin.details),
        commands.METRIC: choices.change_metric,
        commands.INSIDE: _look_inside,
        commands.NEXT_MISTAKE: lambda scene: practice.walk_mistakes(scene, 1),
        commands.LAST_MISTAKE: lambda scene: practice.walk_mistakes(scene, -1),
        commands.CONTROLS: _to_controls,
        commands.COPY: lambda scene: scene.texts.copy_position(),
        commands.COPY_GAME: lambda scene: scene.texts.copy_game(),
        commands.SAVE: lambda scene: SaveGame(scene.entry.name, write(scene.session.record)),
        commands.SAVE_PICTURE: lambda scene: SavePicture(scene.board.picture()),
        commands.SET_UP: _set_up,
        commands.PASTE: lambda scene: scene.texts.paste(),
        commands.TYPE: typed.ask,
        commands.OPPONENT: choices.show_opponents,
        commands.LESS_TIME: lambda scene: choices.change_time(scene, -1),
        commands.MORE_TIME: lambda scene: choices.change_time(scene, 1),
    }
    read = {each.name: partial(_read, each) for each in commands.READING}
    return (
        {each.name: do for each, do in handlers.items()}
        | read
        | {
            "undo new": lambda scene: give(scene, do(Session.undo_new_game)),
            RESTORE: lambda scene: scene.history.restore_branch(),
            GO_BACK: lambda scene: give(scene, do(Session.go_back)),
            BACK_TO_END: lambda scene: scene.history.back_to_end(),
            "play from here": lambda scene: scene.history.play_from_here(),
            "play on": lambda scene: give(scene, do(Session.play_on)),
            "play guess": practice.play_guess,
            "show better": practice.show_better,
            "retry": practice.retry_mistake,
            TAKE_BACK: lambda scene: act(scene, Action(commands.UNDO.name)),
            SHOW_LESSON: practice.show_lesson,
            "swap sides": choices.swap_sides,
            "next game": lambda scene: give(scene, commands.PAUSE.name),
        }
    )


@cache
def by_value() -> dict[str, Callable[["GameScene", Any], Command | bool | None]]:
    """Return what is done with the new value of a control, by the control's name."""
    return {
        "mode": _set_mode,
        BRING_BACK: lambda scene, number: scene.history.bring_back(number),
        BRANCH: lambda scene, index: scene.history.show_branch(index),
        PLY: lambda scene, ply: give(scene, GoTo(ply)),
        CANDIDATE: choose_candidate,
        PROOF: lambda scene, rank: scene.candidates.play_out(rank),
        "time": lambda scene, step: choices.change_time(scene, step, announce=scene.layout.compact),
        "teach": choices.teach,
        LEVEL: choices.change_level,
        "speed": choices.change_speed,
        PRESET: lambda scene, title: ChangeSettings(scene.first_steps.with_preset(title)),
    }
