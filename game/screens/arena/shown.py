"""What stands on the board of the arena, and what is said of both sides."""

from ai.contract.games import game_of, game_spec
from ai.contract.rules import State
from ai.match.events import PER_BOARD
from game.screens.arena.board import SideWords
from game.screens.arena.contestants import MatchSetup, contestant, is_solved, names_of
from game.screens.arena.match import MatchProgress, ShownGame
from game.screens.arena.setup import seconds_text
from game.words import arena
from game.words.numbers import THIN_SPACE, thousands
from game.words.say import say, say_count


def names_in(progress: MatchProgress | None, setup: MatchSetup) -> tuple[str, str]:
    """Return what the sides of a match are called, or those that are set up before it."""
    plan = progress.plan if progress else None
    if plan is None:
        return names_of(setup.sides, setup.name)
    return names_of((plan.sides[0].spec, plan.sides[1].spec), plan.game)


def sides_in_words(
    progress: MatchProgress | None, setup: MatchSetup, game: ShownGame | None, *, details: bool
) -> tuple[SideWords, SideWords]:
    """Return what both sides' headings say.

    Args:
        game: The one that is shown, if any.
        details: Whether it is told how much is searched.
    """
    names, plan = names_in(progress, setup), progress.plan if progress else None

    def words(side: int) -> SideWords:
        if plan is None:
            picked = contestant(setup.sides[side], setup.name)
            limit = say(arena.LIMIT[setup.per == PER_BOARD], time=seconds_text(setup.seconds))
            about = picked.described(details=details) if picked else limit
            return SideWords(names[side], about, "")
        time = plan.sides[side].limit_text.replace(",", THIN_SPACE)
        about = say(arena.LIMIT[plan.per == PER_BOARD], time=time)
        if not details and plan.sides[side].limit.simulations:
            about = ""
        return SideWords(names[side], about, _result(game, side))

    return words(0), words(1)


def _result(game: ShownGame | None, side: int) -> str:
    if game is not None and game.is_solved:
        return thousands(round(game.state(side).returns[0]))
    if game is None or game.result is None:
        return ""
    return "½" if game.result == 0.5 else str(int(game.result == float(side == 0)))


def caption(game: str, progress: MatchProgress | None, shown: ShownGame | None) -> str:
    """Return which game is played, on which board, or how many of them."""
    title = game_spec(game).title
    if progress is None or progress.plan is None:
        return title
    if shown is not None and shown.title:
        return f"{title}, {shown.title}"
    return say_count(progress.plan.games, *arena.CAPTION[is_solved(game)], game=title)


def empty_board(game: str, shown: ShownGame | None, setup: MatchSetup) -> State:
    """Return the position that a game begins with: of a shown one, or of what is set up."""
    if shown is not None:
        return shown.lines[0].states[0]
    if is_solved(game) and not setup.has_random_boards:
        boards = game_of(game).text.boards
        assert boards is not None  # that makes it the solvers' game
        state: State = boards.standard()[0].state
        return state
    spec = game_spec(game)
    return spec.new_game(spec.parameters(), setup.seed)
