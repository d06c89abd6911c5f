"""Games as texts, as the window reads and writes them (docs/game-files.md)."""

from dataclasses import asdict

from ai.contract.rules import RulesError
from game.play import text as written
from game.play.line import Line, Seat
from game.play.tree import GameTree
from playout._games import Game, Position, check_is, described, games


def read_game(text: str) -> tuple[Position, ...]:
    """Return where each line of a game's text ends: that of the game first, then its branches.

    Raises:
        ValueError: It is no game that can be played here; says what is wrong, and where.
    """
    games()  # of which the text names one
    return tuple(map(_end, written.read(text)))


def write_game(end: Position, *branches: Position) -> str:
    """Return the text of the game that ends in a position, with branches from the same start.

    Raises:
        ValueError: A branch is one of another game.
    """
    for each in (end, *branches):
        check_is(each, Position)
    rules, start = described(end.game.name).rules, end.start.state
    is_usual = start == rules.new_game(start.parameters, 0)
    parameters, board = asdict(start.parameters), None if is_usual else start.to_text()
    tree = GameTree(rules, {"parameters": parameters, "seed": 0, "start": board})
    if any(each.start != end.start for each in branches):
        raise RulesError("a branch begins where its game begins")
    lines = []
    for each in (end, *branches):
        line = Line.begun(tree, (Seat.HUMAN,) * rules.players, 0)
        for name in each.history:
            line.play(line.steps[-1].node.child(name), own=True, by_ai=False)
        lines.append(line)
    return written.write(lines[0], lines[1:])


def _end(line: Line) -> Position:
    start = line.steps[0].node.state
    game = Game(line.tree.spec.name, start.parameters)
    return Position(game, start, start).play(*line.moves)
