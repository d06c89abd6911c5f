"""The page of the keys: what each command's key is, and the question for another one."""

from collections.abc import Iterator
from dataclasses import dataclass
from typing import Any, Final

import pygame

from ai.phrases import N_
from game.screens.context import Context
from game.screens.entry import entries
from game.screens.settings.rows import PageRow
from game.store.settings import Settings
from game.ui import commands
from game.ui.commands import UserCommand
from game.ui.panel.dialog import Dialog
from game.ui.widgets import Action, Button, Widget
from game.words import pages as words
from game.words.keys import Keys, changed_keys
from game.words.say import key_words, say

_USUAL: Final = "usual"
_OF_CONTROLS: Final = (pygame.K_ESCAPE, pygame.K_TAB, pygame.K_RETURN, pygame.K_KP_ENTER)


@dataclass(frozen=True, slots=True)
class KeyRow(PageRow):
    """A command and its key; pressed, it asks for another one."""

    command: UserCommand

    def caption(self, settings: Settings) -> str:
        """Say what the usual key is where another one is set."""
        del settings
        usual = self.command.usual
        is_changed = self.command.keys != usual
        return say(words.USUAL_KEY, key=key_words(usual[0])) if is_changed else ""

    def make(self) -> Widget:
        return Button(self.name, "", small=True)

    def show(self, widget: Any, settings: Settings) -> None:
        del settings
        widget.label = key_words(self.command.cap)

    def question(self, context: Context) -> Dialog | None:
        del context
        return KeyDialog(self.name, self.command)

    def keys(self, action: Action) -> Keys:
        """Return all changed keys after the answer, those in force where it cannot be."""
        keys = commands.with_key(self.command, str(action.value), of_games())
        return changed_keys() if keys is None else keys


class KeyDialog(Dialog):
    """Takes the next key that is pressed; one that is another command's is swapped if wanted."""

    def __init__(self, name: str, command: UserCommand) -> None:
        """Ask for a command's key; the answer is the key, as its cap says."""
        is_changed = command.keys != command.usual
        aside = (_USUAL, N_("Usual key")) if is_changed else None
        swap = N_("Swap", "two keys")
        super().__init__(name, command.title, words.PRESS_KEY, confirm=swap, aside=aside)
        self._command = command
        self._key = ""
        self._confirm.visible = False

    def handle_event(self, event: pygame.event.Event) -> Action | None:
        """Take a key in, or what else there is to press."""
        is_key = event.type == pygame.KEYDOWN and not getattr(event, "gamepad", False)
        if is_key and event.key not in _OF_CONTROLS and self.group.focused is not None:
            is_pressing = event.key == pygame.K_SPACE and self.group.focused.show_focus
            if not is_pressing:
                return self._take(commands.key_of(event))
        answer = super().handle_event(event)
        if answer is None or answer.value is False:
            return answer
        key = self._command.usual[0] if answer.name == _USUAL else self._key
        return Action(self.name, key)

    def _take(self, key: str | None) -> Action | None:
        """Answer with a key that is free; say whose any other one is."""
        if key is None:  # a Shift alone, a key of the machine's
            return None
        self._key, said_key = key, key_words(key)
        other = commands.clash(self._command, key, of_games())
        self._confirm.visible = False
        if commands.is_reserved(key):
            self.text = say(words.KEY_STAYS, key=said_key)
        elif other is None:
            return Action(self.name, key)
        elif commands.with_key(self._command, key, of_games()) is None:
            self.text = say(words.KEY_TAKEN, key=said_key, command=other.title)
        else:
            self.text = say(words.KEY_SWAPS, key=said_key, command=other.title)
            self._confirm.visible = True
            self.group.focus(self._confirm, show=False)
        return None


def of_games() -> tuple[UserCommand, ...]:
    """Return what can be asked for in some game alone."""
    return tuple(command for each in entries() for command in each.game_commands)


def key_rows() -> Iterator[tuple[str, tuple[KeyRow, ...]]]:
    """Yield the titles of Help's tables, and a row for each command not told before."""
    told = set(commands.FIXED)
    tables = {each.spec.title: each.shortcuts for each in entries() if each.shortcuts}
    for title, lines in (commands.TABLES | tables).items():
        listed = dict.fromkeys(each for line in lines for each in line.commands if each.usual)
        new = [each for each in listed if each not in told]
        told.update(new)
        if new:
            yield title, tuple(KeyRow(f"key {each.name}", each.title, "", each) for each in new)
