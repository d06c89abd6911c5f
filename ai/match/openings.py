"""What the games of a match begin with: random openings and boards, each from its own seed."""

import random
from dataclasses import dataclass
from functools import lru_cache

from ai.contract.games import game_of, game_spec
from ai.contract.rules import GameSpec, Parameters, State
from ai.match.events import MatchPlan, Names
from ai.search.messages import History

_ATTEMPTS = 100


@dataclass(frozen=True, slots=True)
class Start:
    """What a game begins with: the position, its title, and the moves that led there.

    Attributes:
        first: The position before those moves; None where there are none.
    """

    state: State
    title: str = ""
    moves: Names = ()
    first: State | None = None

    @property
    def history(self) -> History:
        state = self.first or self.state
        played = []
        for name in self.moves:
            played.append(state.move_from_string(name))
            state = state.play(played[-1])
        return History(self.first or self.state, tuple(played))


def default_plies(spec: GameSpec) -> int:
    """Return how many random moves begin a game where nobody says it."""
    return game_of(spec.name).search.opening_plies if spec.players == 2 else 0


def start_of(plan: MatchPlan, opening: int) -> Start:
    """Return what an opening's games begin with; equal seeds give equal openings."""
    spec = game_spec(plan.game)
    parameters = spec.parameters(**plan.parameters)
    if plan.boards:
        title, text = plan.boards[opening % len(plan.boards)]
        return Start(_board(plan.game, text, parameters), title)
    # A board or a game's first position may itself be random.
    first = spec.new_game(parameters, plan.seed + opening)
    if spec.players == 1:
        return Start(first, f"Seed {plan.seed + opening}")
    return _random_opening(plan, first, f"{plan.seed}/{opening}")


@lru_cache(maxsize=64)
def _board(game: str, text: str, parameters: Parameters) -> State:
    boards = game_of(game).text.boards
    assert boards is not None, game
    state: State = boards.read(text, parameters, zero_is_empty=False)[0].state
    return state


def _random_opening(plan: MatchPlan, first: State, name: str) -> Start:
    """Play random moves; begin anew where the game would be over, or won at once."""
    choose = game_of(plan.game).search.opening_move or (lambda at, rng: rng.choice(at.legal_moves))
    for attempt in range(_ATTEMPTS):
        rng = random.Random(f"opening/{name}/{attempt}")
        state = first
        moves: list[str] = []
        while len(moves) < plan.opening_plies and not state.is_terminal:
            move = choose(state, rng)
            moves.append(state.move_to_string(move))
            state = state.play(move)
        if not state.is_terminal and not _wins_at_once(state):
            return Start(state, moves=tuple(moves), first=first)
    return Start(first)


def _wins_at_once(state: State) -> bool:
    mover = state.current_player
    return any(state.play(move).returns[mover] > 0 for move in state.legal_moves)
