"""What a review says of a finished game in words and numbers: only what its grades support."""

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Final

from ai.contract.games import game_of
from ai.search.messages import Certificate, Proof
from game.games.window_game import WindowGame
from game.play.credit import credit_of, has_player, player_of_interest, seated_player
from game.play.grading import (
    MISTAKES,
    Grade,
    best_score,
    known_values,
    turning_point,
    worst,
)
from game.play.session import Chooser, Mode, Seat, Session
from game.screens.graded import GradedMove
from game.screens.play.commentary import board_name
from game.words.numbers import thousands
from game.words.say import counted, number_word

FEW_MOVES: Final = 3
"""A game with fewer graded moves says nothing of how well it was played."""
_TIMES: Final = ("", "once", "twice")


@dataclass(frozen=True, slots=True)
class ReviewFigure:
    """One number at the head of the review; as a detail it is shown with the others only."""

    caption: str
    value: str
    is_detail: bool = False


def side_of(session: Session, player: int) -> int:
    """Return which side a player has at the end, which a swap may have exchanged."""
    end = session.state_at(session.length)
    return session.spec.side_of(end, player)


def side_name(session: Session, player: int) -> str:
    return session.spec.sides[side_of(session, player)]


def result_mark(session: Session) -> str:
    """Return the winner's stone or sign; none for a draw, a running game or a single player."""
    result = session.line.result
    if result is None or len(result) != 2 or result[0] == 0:
        return "none"
    winner = 0 if result[0] > 0 else 1
    return session.spec.marks[side_of(session, winner)]


def caption_of(session: Session) -> str:
    """Return which game it was and against whom, or on which board."""
    title = session.spec.title
    if session.spec.players == 1:
        if session.tree.standard is not None:
            return f"{title} Standard {session.tree.standard}"
        if session.tree.is_pasted:
            return f"{title}, a pasted board"
        return f"{title}, {board_name(session).lower()}" if session.has_seed else title
    if session.length and len(session.ai_plies) == session.length:
        return f"{title}, the AI against itself"
    if set(session.seats) == {Seat.HUMAN, Seat.AI}:
        return f"{title} against {', then '.join(level.title for level in session.opponents)}"
    return f"{title}, two players"


def headline(session: Session) -> str:
    moves = counted(session.move_number(session.length), "move")
    is_over = session.line.result is not None
    if session.spec.players == 1:
        end = session.state_at(session.length)
        points = counted(round(end.returns[0]), "point")
        return f"{end_title(session)}, {points}" if is_over else f"Not finished: {points} so far"
    return " ".join(outcome(session)[:2]) if is_over else f"Not finished: {moves} so far"


def end_title(session: Session) -> str:
    return _own_headline(session) or "Game over"


def _own_headline(session: Session) -> str:
    """Return how the rules say that a game ended; nothing where they leave it to others."""
    game = game_of(session.spec.name)
    if not isinstance(game, WindowGame) or game.words.headline is None:
        return ""
    return str(game.words.headline(session.state_at(session.length)))


def outcome(session: Session, drawn: str = "") -> tuple[str, str, bool]:
    """Return who won a game for two, how, and whether the player has lost."""
    moves = counted(session.move_number(session.length), "move")
    result = session.line.result
    resigned = session.line.resigned is not None
    why = "" if resigned else _own_headline(session)
    if result is None or result[0] == result[1]:
        return "Draw", ": ".join(filter(None, (f"after {moves}", drawn or why))), False
    winner = 0 if result[0] > 0 else 1
    side, human = side_name(session, winner), player_of_interest(session)
    how = f"by resignation after {moves}" if resigned else f"in {moves}"
    how = ": ".join(filter(None, (how, why)))
    if human is None or session.mode is Mode.DEMO or not credit_of(session).is_whole:
        return f"{side} wins", how, False
    name = "You win" if winner == human else f"{session.opponents[-1].title} wins"
    return name, f"as {side}, {how}", winner != human


def position_name(session: Session, ply: int) -> str:
    """Return the name of the position after so many plies: the move that led there, and whose."""
    if ply == 0:
        return "Start"
    number = f"Move {session.move_number(ply)}"
    return number if session.spec.players == 1 else f"{number}, {_mover_name(session, ply)}"


def mover_name(session: Session, ply: int) -> str:
    """Return who chose the move that led to `ply`: you, the AI in your place, or a side."""
    chooser = session.line.chooser(ply)
    is_alone = session.spec.players == 1
    if chooser.is_player and (is_alone or seated_player(session) is not None):
        return "you"
    is_mine = is_alone or session.state_at(ply - 1).current_player == player_of_interest(session)
    return "the AI" if chooser is Chooser.AI and is_mine else _mover_name(session, ply)


def player_words(session: Session, ply: int) -> str:
    """Return whose choice the move that led to `ply` was, as in "You played"."""
    mover = mover_name(session, ply)
    return f"{mover[:1].upper()}{mover[1:]} played"


def told_move(session: Session, ply: int, does: str) -> str:
    """Return who played the move that led to `ply`, and what it did, as `told_words` says."""
    before, move = session.state_at(ply - 1), session.moves[ply - 1]
    name = f"{player_words(session, ply)} **{before.move_label(move)}**"
    return f"{name}: {does}." if does else f"{name}."


def safe_words(session: Session, certificate: Certificate) -> str:
    """Return why a side cannot lose."""
    side = session.spec.sides[certificate.colour - 1]
    return f"**{side} cannot lose**: it answers each stone in the other cell of the pair."


def told_words(session: Session, ply: int) -> str:
    """Return what the move that led to `ply` did, in the game's own words; often none."""
    game = game_of(session.spec.name)
    if not isinstance(game, WindowGame) or game.words.move_effect is None or not ply:
        return ""
    return str(game.words.move_effect(session.state_at(ply - 1), session.moves[ply - 1]))


def faultless_words(session: Session, graded: Sequence[Grade]) -> str:
    """Return what is to be said of a game in which no mistake was found: praise if it is due."""
    credit = credit_of(session)
    if not graded:
        return "Too little is known of its moves to judge them."
    unclear = sum(grade.is_open for grade in graded)
    if unclear:
        verb = "is" if unclear == 1 else "are"
        return f"No mistakes for sure; {counted(unclear, 'move')} {verb} unclear."
    if credit.is_alone and has_player(session) and len(graded) >= FEW_MOVES:
        return "**Flawless**: no mistakes found."
    if not has_player(session) or credit.is_whole:
        return "No mistakes found."
    own = credit.moves - credit.by_ai - credit.brought
    moves = "one move" if own == 1 else counted(own, "move")
    return f"No mistakes found in the {moves} that you chose."


def viewed(session: Session) -> str:
    """Return which position of the game is shown, as in "**move 7** of 13"."""
    ply = session.cursor
    if ply == 0:
        return "**the start**"
    number, last = session.move_number(ply), session.move_number(session.length)
    if number == last:  # the last move of one side, with the other's to come
        return f"**{_mover_name(session, ply)}'s move {number}** of {last}"
    return f"**move {number}** of {last}"


def _mover_name(session: Session, ply: int) -> str:
    """Return the side that made the move which led to `ply`, as it was called then."""
    before = session.state_at(ply - 1)
    return session.spec.side(before)


def subline(
    session: Session, graded: Sequence[Grade], *, complete: bool, stopped: bool = False
) -> str:
    """Return the story of the game in a sentence or two.

    Args:
        complete: Whether the whole game has been searched.
        stopped: Whether the player has stopped that.
    """
    if not complete:
        found = any(grade.is_mistake for grade in graded)
        state = "Not every move is checked" if stopped else "The AI is checking every move"
        return f"{state}{'; the worst so far are below' if found else ''}."
    if not any(grade.is_mistake for grade in graded):
        story = faultless_words(session, graded)
    elif session.spec.players == 1:
        story = _score_story(session, graded)
    else:
        parts = [_missed_wins(session, graded), _turning_point(session)]
        story = " ".join(part for part in parts if part) or "The worst moves are below."
    misled = max(graded, key=lambda grade: grade.since, default=None)
    if misled is None or misled.since == 0:
        return story
    where = position_name(session, misled.ply)
    return f"{story} {where}: {GradedMove(session, misled).advice}."


def graph_titles(session: Session) -> tuple[str, ...]:
    if session.spec.players == 1:
        whose = "Your score" if credit_of(session).is_whole else "Score"
        return f"{whose}, and what the AI expected after each move", whose
    you = "" if player_of_interest(session) is None else " (you)"
    name = f"{side_name(session, seated_player(session) or 0)}{you}"
    return f"{name}, win % after each move", f"{name}, win %", "Win %"


def figures_of(session: Session, graded: Sequence[Grade]) -> tuple[ReviewFigure, ...]:
    mean = sum(grade.loss for grade in graded) / len(graded) if graded else None
    unit = " %" if session.spec.players == 2 else ""
    mistakes = sum(grade.loss_class in MISTAKES and grade.is_sure for grade in graded)
    credit = credit_of(session)
    help_used = ReviewFigure("Hints used", str(session.line.hints_used))
    if credit.by_ai or credit.for_opponent:
        by_ai = f"{credit.by_ai} of {credit.moves}"
        help_used = ReviewFigure("Chosen by the AI", by_ai)
    return (
        ReviewFigure("Mean loss", "–" if mean is None else f"{mean:.1f}{unit}", is_detail=True),
        ReviewFigure("Mistakes", str(mistakes)),
        help_used,
    )


def _score_story(session: Session, graded: Sequence[Grade]) -> str:
    (costliest,) = worst(graded, 1)
    you = "You" if has_player(session) else "The moves played"
    best = best_score(session)
    known = known_values(session)
    kept = known[max(known)].value
    missed, worst_loss = thousands(round(best - kept)), thousands(round(costliest.loss))
    return (
        f"The AI found {thousands(round(best))}. {you} missed {missed}, "
        f"{'all' if worst_loss == missed else worst_loss} of them on move {costliest.ply}."
    )


def _missed_wins(session: Session, graded: Sequence[Grade]) -> str:
    missed = [g for g in graded if g.proof is Proof.WIN and g.is_mistake]
    if not missed:
        return ""
    count = len(missed)
    word = number_word(count)
    times = _TIMES[count] if count < len(_TIMES) else f"{word} times"
    if player_of_interest(session) is None:
        return f"A forced win was missed {times}."
    return f"You had a forced win {times} and missed it."


def _turning_point(session: Session) -> str:
    """Name the move with which the game turned, if there is one."""
    turn = turning_point(session)
    if turn is None:
        return ""
    side = _mover_name(session, turn.ply)
    return f"The game turned at {side}'s move {session.move_number(turn.ply)}."
