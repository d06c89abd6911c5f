"""Whose moves a game is made of: what praise, medals, records and "you" go by."""

from dataclasses import dataclass

from game.play.session import Chooser, Seat, Session
from game.words import results


@dataclass(frozen=True, slots=True)
class Credit:
    """Who chose the moves of the lone human's side, or of all sides where there is none.

    Attributes:
        helped: How many of them the player chose after the AI had shown them as good.
        for_opponent: How many of the opponent's moves the player chose, as in an analysis.
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
    def is_own(self) -> bool:
        """Whether at least half of its ideas were the player's, too: the least for a medal."""
        return self.is_whole and 2 * self.helped <= self.moves

    @property
    def words(self) -> str:
        """Why it is not the player's own, as in "The AI chose 3 of 13 moves"; empty where it is."""
        if self.brought:
            return results.brought(self.brought, self.moves)
        if self.by_ai:
            return results.chosen_by_ai(self.by_ai, self.moves)
        if self.for_opponent:
            return results.chosen_for_opponent(self.for_opponent)
        return "" if self.is_own else results.shown_by_ai(self.helped, self.moves)


def seated_player(session: Session) -> int | None:
    """Return the player of a lone human, from whose side the board is seen; None if there is none.

    It goes by the seats alone, so that the board lies still while the AI moves for the player.
    """
    seats = session.record.seats
    if len(seats) == 2 and set(seats) == {Seat.HUMAN, Seat.AI}:
        return seats.index(Seat.HUMAN)
    return None


def player_of_interest(session: Session) -> int | None:
    """Return the player who is "you": a lone human who chose a move of that side; None for nobody.

    Before that side's first move it is whoever sits there.
    """
    player = seated_player(session)
    if player is None:
        return None
    plies = _plies_of(session, player)
    is_mine = not plies or any(session.record.chooser(ply).is_player for ply in plies)
    return player if is_mine else None


def has_player(session: Session) -> bool:
    """Whether a person chose any of the moves; a demo is nobody's game."""
    return any(session.record.chooser(ply).is_player for ply in range(1, session.record.length + 1))


def credit_of(session: Session) -> Credit:
    player = seated_player(session)
    choosers = [session.record.chooser(ply) for ply in _plies_of(session, player)]
    theirs = () if player is None else _plies_of(session, 1 - player)
    return Credit(
        moves=len(choosers),
        by_ai=sum(not each.is_player and each is not Chooser.BROUGHT for each in choosers),
        helped=choosers.count(Chooser.HELPED),
        for_opponent=sum(session.record.chooser(ply).is_player for ply in theirs),
        brought=choosers.count(Chooser.BROUGHT),
    )


def _plies_of(session: Session, player: int | None) -> list[int]:
    """Return the moves of a player up to the game's end, or of all, counted from 1."""
    plies = range(1, session.record.length + 1)
    return [
        ply for ply in plies if player in (None, session.record.nodes[ply - 1].state.current_player)
    ]
