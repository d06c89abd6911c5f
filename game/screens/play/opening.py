"""Opens a game's saved session or makes one by the settings; an untouched one follows them."""

from ai.contract.games import game_of, game_spec
from ai.contract.rules import Parameters
from ai.levels import EVEN, family, first_level
from game.library.library import SavedGame, record_of
from game.play.node import By
from game.play.session import Session
from game.screens.base import OpenReview
from game.screens.context import Context
from game.screens.opponents import even_level
from game.screens.play.choices import first_seats, next_seats
from game.screens.play.controller import GameController
from game.screens.play.react import do
from game.screens.profile import Profile
from game.store.settings import level_of


def open_session(context: Context, profile: Profile) -> Session:
    session, settings = context.storage.load_game(profile.game), context.settings
    if session is None:
        seats = first_seats(game_spec(profile.game), settings)
        parameters, seed = profile.parameters_of(settings), profile.seed(settings)
        session = Session(profile.game, parameters, seed, seats=seats)
        session.has_earlier = context.storage.has_earlier(session)
    _follow_level(context, profile, session)
    return session


def review_of(row: SavedGame, session: Session) -> OpenReview:
    """Return what looks back at a kept game; the one in progress stays so.

    Raises:
        SessionError: It is damaged.
    """
    if row.number == session.record.number:
        return OpenReview(session)
    return OpenReview(session, record=record_of(row))


def begin_game(
    controller: GameController, seed: int | None = None, parameters: Parameters | None = None
) -> None:
    """Start another game by the settings, or on the board of a code; can be taken back."""
    session, profile, settings = controller.session, controller.profile, controller.context.settings
    usual, usual_seed = profile.parameters_of(settings), profile.seed(settings)
    chosen = parameters or usual
    if seed is None and parameters is None:
        seed = usual_seed
    is_other = chosen != usual or usual_seed not in (None, seed)
    seats = next_seats(session.record.seats, settings, profile.game)
    controller.give(do(Session.new_game, chosen, seed, seats, is_brought=is_other))


def start_standard(controller: GameController, number: int) -> None:
    """Start a standard board; its stored solution is what the game is measured by."""
    catalogue = game_of(controller.profile.game).text.boards
    assert catalogue is not None  # or there would be no such board
    board = catalogue.standard()[number - 1].state
    text = board.to_text()
    controller.give(do(Session.set_position, text, board.parameters, standard=number))
    best = catalogue.scores()[number - 1].ai
    controller.session.record.improve_target(best, controller.profile.target_seconds)
    controller.saver.save(always=True)


def bring_back(controller: GameController, number: int) -> None:
    """Go on with an earlier game, to be played or analysed; raise `SessionError`."""
    record = controller.session.before
    if record is None or record.number != number:
        record = controller.context.storage.record(number)
    controller.give(do(Session.go_on_with, record))


def follow_settings(controller: GameController) -> None:
    """Take over the board's size, while no move has been played, and the level."""
    session, profile, settings = controller.session, controller.profile, controller.context.settings
    parameters, seed = profile.parameters_of(settings), profile.seed(settings)
    record = session.record
    is_made = not (record.start.rows or record.is_brought)
    is_other = parameters != session.record.start.parameters or seed not in (
        None,
        record.start.seed,
    )
    is_new = not record.root.children and record.result is None
    if is_new and is_made and is_other:
        session.begin_again(parameters, seed)
    _follow_level(controller.context, profile, session)


def _follow_level(context: Context, profile: Profile, session: Session) -> None:
    level = _level_of(context, profile, session)
    if level != session.record.level:
        session.set_level(level)


def _level_of(context: Context, profile: Profile, session: Session) -> str:
    """Return the level to play with; a game that is over or came with a text has its own.

    An even match begins with a game, and begins as the first level where none was played yet.
    """
    game, record, records = profile.game, session.record, context.storage.records
    keeps_level = session.record.result is not None or any(
        each.by is By.BROUGHT for each in session.record.nodes
    )
    if keeps_level or game_spec(profile.game).players == 1:
        return session.record.level
    chosen = level_of(context.settings, game)
    if chosen != EVEN:
        return chosen
    if record.root.children:
        return record.level
    is_first = not records.total(game).played and family(record.level) != EVEN
    fitting = None if is_first else even_level(records, game, record.start.parameters)
    return fitting.name if fitting else first_level(game)
