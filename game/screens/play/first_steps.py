"""What a panel shows beside an empty board: the rules in pictures, and boards to choose from."""

from typing import Final

from ai.phrases import N_
from game.play.drill import TAUGHT
from game.play.session import Session
from game.screens.context import Context
from game.screens.entry import entry_of
from game.store.settings import Settings
from game.ui import commands
from game.ui.panel.items import FoldStage, Item, button_row, setting_row
from game.ui.panel.legend import RulePictures, rules_item
from game.ui.widgets import Tabs
from game.words.language import spoken

PRESET: Final = "preset"
_CUSTOM: Final = "own"


class FirstSteps:
    """The rules and the boards of one game, until a move has been played."""

    def __init__(self, context: Context, game: str) -> None:
        self._context = context
        self._entry = entry_of(game)
        self._rules: RulePictures | None = None
        self._shown_for: object = None
        self._tabs: Tabs | None = None
        self._lessons = commands.LESSONS.button(small=True)
        is_new = not context.storage.records.has_finished(game)
        self._offers_lessons = is_new and game in TAUGHT

    def rules_items(self, session: Session) -> tuple[Item, ...]:
        """Return the rules of this game, if it has pictures of them.

        A player who has finished no game of this kind yet is offered the first lessons, too.
        """
        parameters = session.record.start.parameters
        if self._shown_for != (parameters, spoken()):
            self._shown_for = parameters, spoken()
            self._rules = self._entry.rules_for(parameters)
        offer = button_row(self._lessons).folding(FoldStage.EXTRAS, None)
        rules = () if self._rules is None else (rules_item(self._rules),)
        return (*rules, offer) if self._offers_lessons else rules

    def preset_items(self, session: Session) -> tuple[Item, ...]:
        """Return the choice of a board, where settings make the board."""
        is_other = session.record.start.rows or session.record.is_brought
        if not self._entry.presets or is_other:
            return ()
        return (setting_row(N_("Board"), "", self._choice(self._context.settings)),)

    def with_preset(self, title: object) -> Settings:
        for preset in self._entry.presets:
            if preset.title == title:
                return self._context.settings.changed(**preset.values)
        return self._context.settings

    def _choice(self, settings: Settings) -> Tabs:
        """Return the boards side by side; one of the player's own is a board more."""
        presets = self._entry.presets
        chosen = next((each.title for each in presets if each.is_in(settings)), _CUSTOM)
        options = [(each.title, each.title) for each in presets]
        if chosen == _CUSTOM:
            options.append((_CUSTOM, N_("Own", "a board")))
        if self._tabs is None or self._tabs.options != tuple(options):
            self._tabs = Tabs(PRESET, options, chosen)
        self._tabs.value = chosen
        return self._tabs
