"""Whose moves a game is made of: what praise, medals, records and "you" go by."""

from dataclasses import dataclass
from itertools import pairwise

from game.play.node import By, Chooser, GameNode
from game.play.record import GameTree, Seat
from game.words import results


@dataclass(frozen=True, slots=True)
class Credit:
    """Who chose the moves of the lone human's side, or of all sides where there is none.

    Attributes:
        helped: How many of them the player chose after the AI had shown them as good.
        for_opponent: How many of the opponent's moves the player chose, as in an analysis, be it
            among the AI's candidates.
        brought: How many of them came with a text, chosen by whomever.
    """

    moves: int
    by_ai: int
    helped: int
    for_opponent: int
    brought: int

    @property
    def is_whole(self) -> bool:
        """Whether each side chose its own moves, so that the result is the player's."""
        return self.by_ai == self.for_opponent == self.brought == 0

    @property
    def is_alone(self) -> bool:
        """Whether every one of them was the player's own idea."""
        return self.is_whole and self.helped == 0

    @property
    def earns_medal(self) -> bool:
        """Whether at least half of its ideas were the player's, too: the least for a medal."""
        return self.is_whole and 2 * self.helped <= self.moves

    @property
    def words(self) -> str:
        """Why it is not the player's own, as in "the AI chose 3 of 13 moves"; empty where it is."""
        if self.brought:
            return results.brought(self.brought, self.moves)
        if self.by_ai:
            return results.chosen_by_ai(self.by_ai, self.moves)
        if self.for_opponent:
            return results.chosen_for_opponent(self.for_opponent)
        return "" if self.earns_medal else results.shown_by_ai(self.helped, self.moves)


def seated_player(record: GameTree) -> int | None:
    """Return the player of a lone human, from whose side the board is seen; None if there is none.

    It goes by the seats alone, so that the board is not turned while the AI moves for the player.
    """
    seats = record.seats
    if len(seats) == 2 and set(seats) == {Seat.HUMAN, Seat.AI}:
        return seats.index(Seat.HUMAN)
    return None


def player_of_interest(record: GameTree) -> int | None:
    """Return the player who is "you": a lone human who chose a move of that side; None for nobody.

    Before that side's first move it is whoever sits there.
    """
    player = seated_player(record)
    if player is None:
        return None
    choosers = _choosers(record, player)
    return player if not choosers or any(each.is_player for each in choosers) else None


def has_player(record: GameTree) -> bool:
    """Whether a person chose any of the moves; a demo is nobody's game."""
    return any(each.chooser.is_player for each in record.nodes[1:])


def is_unfinished(record: GameTree) -> bool:
    """Whether there is a game to go on with, neither over nor of the AI alone."""
    makers = [each.by for each in record.nodes[1:]]
    is_played = any(by.is_human for by in makers) or not any(by.is_ai for by in makers)
    return bool(makers) and record.result is None and is_played


def judged(record: GameTree) -> GameTree:
    """Return the line to be judged: the one in progress, or the first that came to its end.

    What is tried in a retry is none of it.
    """
    line = record.view(record.line)
    if line.result is not None:
        return line
    ends = (each for each in record.root.walk() if each.state.is_terminal or each.is_given_up)
    end = next((each for each in ends if any(node.by.is_human for node in each.path())), None)
    return line if end is None else record.view(end.path())


def listed(record: GameTree) -> GameTree:
    """Return the line that a game is listed by: one that is played on, or else the judged one.

    The opponent has answered in what is played on, and never in an analysis.
    """
    line = judged(record)
    before = set(line.line)
    is_played = any(node.by is By.OPPONENT for node in record.line if node not in before)
    return record.view(record.line) if is_played else line


def credit_of(record: GameTree) -> Credit:
    player = seated_player(record)
    choosers = _choosers(record, player)
    theirs = () if player is None else _nodes_of(record, 1 - player)
    return Credit(
        moves=len(choosers),
        by_ai=sum(not each.is_player and each is not Chooser.BROUGHT for each in choosers),
        helped=choosers.count(Chooser.HELPED),
        for_opponent=sum(each.by in (By.PERSON, By.TAKEN) for each in theirs),
        brought=choosers.count(Chooser.BROUGHT),
    )


def _choosers(record: GameTree, player: int | None) -> list[Chooser]:
    return [each.chooser for each in _nodes_of(record, player)]


def _nodes_of(record: GameTree, player: int | None) -> list[GameNode]:
    """Return the moves of a player up to the game's end, or of all."""
    return [
        after
        for before, after in pairwise(record.nodes)
        if player in (None, before.state.current_player)
    ]
