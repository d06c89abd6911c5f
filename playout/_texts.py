"""Games as texts, as the window reads and writes them (docs/game-files.md)."""

from ai.contract.rules import RulesError
from game.play import text as written
from game.play.node import By, GameNode
from game.play.record import GameStart, GameTree, Seat
from playout._games import Game, Position, check_is, described, games


def read_game(text: str) -> tuple[Position, ...]:
    """Return where each line of a game's text ends: that of the game first, then its branches.

    Raises:
        ValueError: It is no game that can be played here; says what is wrong, and where.
    """
    games()  # of which the text names one
    record = written.read(text)
    return tuple(_end(record, node) for node in record.ends())


def write_game(end: Position, *branches: Position) -> str:
    """Return the text of the game that ends in a position, with branches from the same start.

    Raises:
        ValueError: A branch is one of another game.
    """
    for each in (end, *branches):
        check_is(each, Position)
    rules, start = described(end.game.name).rules, end.start.state
    is_usual = start == rules.new_game(start.parameters, 0)
    rows = "" if is_usual else start.to_text()
    if any(each.start != end.start for each in branches):
        raise RulesError("a branch begins where its game begins")
    seats = (Seat.HUMAN,) * rules.players
    record = GameTree(rules, GameStart(start.parameters, 0, rows), seats)
    for each in (*branches, end):
        record.show(record.root)
        for name in each.history:
            record.play(record.node.state.move_from_string(name), By.PERSON)
    return written.write(record)


def _end(record: GameTree, node: GameNode) -> Position:
    start = record.root.state
    game = Game(record.spec.name, start.parameters)
    return Position(game, start, start).play(*(each.name for each in node.path()[1:]))
