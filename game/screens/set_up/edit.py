"""A position while it is set up by hand, with what it was before."""

from collections.abc import Iterable

from ai.contract.rules import GameSpec, SetUp, State


class Edit:
    """A position that pieces are put on and taken off.

    Attributes:
        by_hand: How positions of its game are set up.
        picked: The piece that a click puts on a cell; 0 takes one off.
        safe: The position that is not lost when the set-up is left.
        undone: How many steps were undone that can be redone.
    """

    def __init__(self, spec: GameSpec, by_hand: SetUp, state: State) -> None:
        """Begin with the pieces of a position; the first side comes to be player 0's."""
        self.by_hand, self.picked, self.undone = by_hand, 1, 0
        self._players, self._is_stroke = spec.players, False
        player = spec.side_of(state, state.current_player)
        self.safe = by_hand.arrange(state, by_hand.cells(state), player)
        self._states = [self.safe]

    @property
    def done(self) -> int:
        """How many steps can be undone."""
        return len(self._states) - 1 - self.undone

    @property
    def state(self) -> State:
        """The position; the rules may not be able to go on from it."""
        return self._states[self.done]

    @property
    def cells(self) -> list[int]:
        return [*self.by_hand.cells(self.state)]

    @property
    def choices(self) -> int:
        """How many pieces there are to pick from, none being one of them."""
        return self.by_hand.pieces(self.state.parameters) + 1

    @property
    def problem(self) -> str:
        """Why nobody can play on; empty if that is possible."""
        return self.by_hand.problem(self.state)

    def begin(self) -> None:
        """Let all that changes from here on be one step to undo."""
        self._is_stroke = False

    def take(self, state: State) -> None:
        """Go on with the pieces of another position."""
        state = self.by_hand.arrange(state, self.by_hand.cells(state), state.current_player)
        if state != self.state:
            self._states[self.done + (not self._is_stroke) :] = [state]
            self._is_stroke, self.undone = True, 0

    def arrange(self, cells: Iterable[int], *, turns: bool = False) -> State:
        """Return other pieces on this board, with the same side to move, or with the other."""
        player = (self.state.current_player + turns) % self._players
        return self.by_hand.arrange(self.state, [*cells], player)

    def put(self, *places: tuple[int, int]) -> None:
        """Put pieces on cells, each a cell and a piece, 0 for none."""
        cells = dict(enumerate(self.cells)) | dict(places)
        self.take(self.arrange(cells.values()))

    def click(self, cell: int) -> int:
        """Put the picked piece on a cell, or take it off; return what stands there then."""
        piece = 0 if self.cells[cell] == self.picked else self.picked
        self.put((cell, piece))
        return piece

    def undo(self, steps: int = 1) -> None:
        """Undo a step, or with -1 redo one, if there is any."""
        self.undone = min(max(self.undone + steps, 0), len(self._states) - 1)
