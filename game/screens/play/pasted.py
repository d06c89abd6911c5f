"""Why a text from the clipboard cannot be played from here."""

from ai.contract.games import game_spec
from ai.contract.rules import RulesError
from game.screens.entry import GameEntry
from game.screens.games import entries


def refusal(text: str, game: str, error: RulesError) -> str:
    """Return why a text is no position of a game: another game's, or what is wrong with it."""
    own = game_spec(game).title
    for entry in entries():
        if entry.name != game and _reads(entry, text):
            other = entry.spec.title
            return f"This is a position of {other}, not of {own}. Open {other} and paste it there."
    return f"The clipboard holds no position of {own}: {error}."


def _reads(entry: GameEntry, text: str) -> bool:
    try:
        parameters = entry.profile.pasted(text, entry.spec.parameters())
        entry.spec.state_from_text(text, parameters)
    except RulesError:
        return False
    return True
