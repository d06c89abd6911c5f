"""How a player points at a group: with one click, or with two, the first of which selects it."""

from game.play.grading import Grade
from game.screens.play.pointing import ByCell
from game.store.settings import Settings
from game.ui.sound import Cue
from game.words.say import say


def is_one_click(settings: Settings) -> bool:
    return bool(settings["samegame_click"] == "one-click")


class ByGroup(ByCell):
    @property
    def selected(self) -> int | None:
        """The group that the next click on it removes, where a player wants two clicks."""
        return self.view.controller.state.choice

    @property
    def words(self) -> str:
        if self.selected is None:
            return ""
        size = len(self.state.group_of(self.selected))
        return say("**{size} tiles** selected. Click again to remove.", size=size)

    def click(self, cell: int) -> None:
        """Remove the group, or select it first if the player wants two clicks."""
        view = self.view
        move = view.animator.move_at(cell)
        if move is None:
            view.controller.put(choice=None)
            why = view.animator.view.refusal(self.state, cell)
            if view.controller.state.may_play and why:
                view.refuse(why)
        elif not is_one_click(view.context.settings) and self.selected != move:
            view.controller.put(choice=move)
            view.context.cue(Cue.SELECT)
        else:
            view.controller.put(choice=None)
            view.play(move)

    def meant(self, cell: int | None) -> int | None:
        """Return the selected group's cell, or the one under pointer or cursor."""
        selected = self.selected
        return cell if selected is None else selected

    def is_standing(self, grade: Grade) -> bool:
        """The group that a move has removed is gone."""
        del grade
        return False
