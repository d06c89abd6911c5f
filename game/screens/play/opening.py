"""Opens a game's saved session or makes one by the settings; an untouched one follows them."""

from ai.contract.games import game_spec
from game.library.library import KeptLine
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
        context.storage.take_earlier(session)  # the one in progress was deleted, or is damaged
    level = _level_of(settings, profile, session)
    if level != session.level:
        session.set_level(level)
    return session


def review_of(row: KeptLine, session: Session) -> OpenReview:
    """Return what looks back at a kept line of a game; the one in progress stays so.

    Raises:
        SessionError: The line is damaged.
    """
    if row.number == session.line.number:
        return OpenReview(session)
    if all(line.number != row.number for line in session.lines):
        session.take(row.data)
    session.earlier_session(row.number)
    return OpenReview(session, number=row.number)


def follow_settings(controller: GameController) -> None:
    """Take over the level; and the board's size, while no move has been played."""
    session, profile, settings = controller.session, controller.profile, controller.settings
    level = _level_of(settings, profile, session)
    if level != session.level:
        controller.set_level(level)
    parameters, seed = profile.parameters_of(settings), profile.seed(settings)
    is_made = not (session.tree.is_pasted or session.line.brought) and session.tree.standard is None
    is_other = parameters != session.parameters or seed not in (None, session.tree.seed)
    is_new = session.length == 0 and session.origin is None and session.line.result is None
    if is_new and is_made and is_other:
        session.begin_again(parameters, seed)


def _level_of(settings: Settings, profile: Profile, session: Session) -> str:
    """Return the level to play with; a game that is over or came with a text has its own."""
    is_own = session.line.result is not None or session.line.brought > 1
    if is_own or game_spec(profile.game).players == 1:
        return session.level
    return level_of(settings, profile.game)
