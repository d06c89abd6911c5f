"""Hex Gomoku's alpha-beta, watched node by node: the searcher's own run, a few functions plain."""

from collections.abc import Callable
from dataclasses import dataclass, replace
from math import inf
from typing import Any, ClassVar, NamedTuple

from ai.kernels.plain import listened
from ai.search.inside import PastNodes, PastTree, WatchedCalls
from ai.search.limits import StopWatch
from ai.search.messages import Limit
from ai.search.simulation import Moment, Path, Phase, SearchedNode, Simulation
from game.games.hex_gomoku.kernels import alphabeta as kernel
from game.games.hex_gomoku.rules import HexState
from game.games.hex_gomoku.search.alphabeta import AlphaBetaSearcher
from game.games.hex_gomoku.search.options import AlphaBetaOptions
from game.games.hex_gomoku.search.threat_search import win_share
from game.games.lattice.kernels.proofs import ABORTED

Log = PastNodes[SearchedNode]
PLAIN = ("search", "_root_value", "search_root")


@dataclass(frozen=True, eq=False, slots=True)
class WindowTree(PastTree):
    """The nodes that were searched by the simulation of a number, each with its last window."""

    history: Log
    number: float
    step: ClassVar = "node"
    columns: ClassVar = ("value", "alpha", "beta")
    phases: ClassVar = {Phase.SELECTION: "Window", Phase.BACKPROPAGATION: "Value"}
    end: ClassVar = "searched"

    @property
    def choice(self) -> int | None:
        best = max(self.children(()), key=lambda each: each.mean, default=None)
        return best.path[0] if best else None

    def share(self, node: SearchedNode) -> float:
        return win_share(node.mean)

    def node(self, path: Path) -> SearchedNode | None:
        known = self.history.changes(path, self.number)
        return self.history.values[path][known - 1] if known else None


class WatchedAlphaBeta(WatchedCalls):
    """Alpha-beta of one position, one node at a time; its threat search and tables are compiled."""

    def __init__(self, game: str, position: HexState, options: AlphaBetaOptions) -> None:
        del game  # there is only one
        searcher, log = AlphaBetaSearcher(options=replace(options, threads=1)), Log()
        run = self.run = searcher._run(position, Limit(), StopWatch(Limit(), lambda: False))
        assert searcher._threads is not None
        thread = searcher._threads.first

        def search(tell: Callable[[Simulation], None]) -> None:
            listener = _Listener(position, log, tell)
            thread.kernel = listened(
                kernel,
                PLAIN,
                {
                    "do": listener.around_do,
                    "undo": listener.around_undo,
                    "search": listener.around_search,
                },
            )
            run.think()
            listener.tell()

        super().__init__(search, WindowTree(log, 0))


class _Frame(NamedTuple):
    """A node that is searched, with its window as the colour to place there sees it."""

    path: Path
    alpha: int
    beta: int


class _Listener:
    """Makes a simulation of each node: the window it is entered with, and each value since then."""

    def __init__(self, root: HexState, log: Log, tell: Callable[[Simulation], None]) -> None:
        self._root, self._log, self._tell = root, log, tell
        self._path: list[int] = []
        self._frames: list[_Frame] = []
        self._number = 0
        self._moments: list[Moment] = []

    def tell(self) -> None:
        """Tell of the node that was entered last; nothing before there is one."""
        if not self._moments:
            return
        moments, self._moments = tuple(self._moments), []
        before, after = (WindowTree(self._log, self._number - back) for back in (0.5, 0))
        path = moments[0].path
        self._tell(Simulation(self._number, path, None, before, after, moments=moments))

    def around_do(self, do: Callable[..., None]) -> Callable[..., None]:
        def done(tables: Any, position: Any, move: Any) -> None:
            do(tables, position, move)
            self._path.append(int(move))

        return done

    def around_undo(self, undo: Callable[..., None]) -> Callable[..., None]:
        def undone(tables: Any, position: Any, move: Any) -> None:
            undo(tables, position, move)
            self._path.pop()

        return undone

    def around_search(self, search: Callable[..., Any]) -> Callable[..., Any]:
        def searched(
            tables: Any, position: Any, work: Any, memo: Any, flag: Any, store: Any, *given: Any
        ) -> Any:
            _, _, alpha, beta, ply = given
            self.tell()
            at = kernel.KILLERS + 2 * (ply - 1)
            self._enter(
                _Frame(tuple(self._path), int(alpha), int(beta)), store[at : at + 2].tolist()
            )
            value = search(tables, position, work, memo, flag, store, *given)
            if not work[ABORTED]:
                self._leave(int(value))
            self._frames.pop()
            return value

        return searched

    def _enter(self, frame: _Frame, killers: list[int]) -> None:
        self._number += 1
        self._frames.append(frame)
        path = frame.path
        old = WindowTree(self._log, inf).node(path) or SearchedNode(path, 0, 0.0)
        alpha, beta = _units(-frame.beta), _units(-frame.alpha)
        self._log.note(self._number - 0.5, path, replace(old, more=(alpha, beta)))
        text = f"**{self._name(path[-1])}**: it counts if its worth lies between {{}} and {{}}."
        if frame.beta - frame.alpha == 1:
            text = f"**{self._name(path[-1])}**: is it better than **{{}}**? No more is asked."
        if path[-1] in killers:
            text += " It is a **killer**: it has cut elsewhere."
        moment = Moment(Phase.SELECTION, path[:-1], path, text, (alpha, beta))
        self._moments.append(moment)

    def _leave(self, value: int) -> None:
        frame, worth = self._frames[-1], -value
        path, name = frame.path, self._name(frame.path[-1])
        old = WindowTree(self._log, inf).node(path)
        assert old is not None
        self._log.note(self._number, path, replace(old, visits=old.visits + 1, mean=float(worth)))
        cuts_at = self._frames[-2].beta if len(self._frames) > 1 else kernel.MATE
        limit = -frame.beta
        if worth >= cuts_at:
            text, limit = "is worth **{}**, {} or more: what is left here is **cut**.", cuts_at
        elif worth >= -frame.alpha:
            text, limit = "is worth {}, {} or more: how much is asked again.", -frame.alpha
        elif worth > limit:
            text = "is worth **{}**, more than {}."
        else:
            text = "is worth {} at most, no more than {}."
        text = f"**{name}** {text}"
        numbers = _units(worth), _units(limit)
        self._moments.append(Moment(Phase.BACKPROPAGATION, path[:-1], path, text, numbers))

    def _name(self, move: int) -> str:
        return self._root.move_label(move)


def _units(value: int) -> float:
    """Return a value in units of the windows' worth, infinite where the game is decided."""
    if abs(value) > kernel.MATE - kernel.LONGEST_MATE:
        return inf if value > 0 else -inf
    return value
