"""Opens a game's saved session or makes one by the settings; an untouched one follows them."""

from ai.contract.games import game_spec
from game.library.library import SavedGame, record_of
from game.play.node import By
from game.play.session import Session
from game.screens.base import OpenReview
from game.screens.context import Context
from game.screens.play.choices import first_seats
from game.screens.play.controller import GameController
from game.screens.profile import Profile
from game.store.settings import Settings, level_of


def open_session(context: Context, profile: Profile) -> Session:
    session, settings = context.storage.load_game(profile.game), context.settings
    if session is None:
        seats = first_seats(game_spec(profile.game), settings)
        parameters, seed = profile.parameters_of(settings), profile.seed(settings)
        session = Session(profile.game, parameters, seed, seats=seats)
        session.has_earlier = context.storage.has_earlier(session)
    level = _level_of(settings, profile, session)
    if level != session.record.level:
        session.set_level(level)
    return session


def review_of(row: SavedGame, session: Session) -> OpenReview:
    """Return what looks back at a kept game; the one in progress stays so.

    Raises:
        SessionError: It is damaged.
    """
    if row.number == session.record.number:
        return OpenReview(session)
    return OpenReview(session, record=record_of(row))


def follow_settings(controller: GameController) -> None:
    """Take over the level; and the board's size, while no move has been played."""
    session, profile, settings = controller.session, controller.profile, controller.settings
    level = _level_of(settings, profile, session)
    if level != session.record.level:
        controller.set_level(level)
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


def _level_of(settings: Settings, profile: Profile, session: Session) -> str:
    """Return the level to play with; a game that is over or came with a text has its own."""
    is_own = session.record.result is not None or any(
        each.by is By.BROUGHT for each in session.record.nodes
    )
    if is_own or game_spec(profile.game).players == 1:
        return session.record.level
    return level_of(settings, profile.game)
