"""What a review says of a finished game in words and numbers: only what its grades support."""

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Final

from ai.contract.games import game_of
from ai.phrases import N_
from ai.search.messages import Certificate, Proof
from game.games.window_game import WindowGame
from game.play.credit import credit_of, has_player, player_of_interest, seated_player
from game.play.grading import MISTAKES, Grade, best_score, evaluations_by_ply, turning_point, worst
from game.play.session import Chooser, Mode, Seat, Session
from game.screens.graded import GradedMove
from game.screens.play.commentary import board_name
from game.words import moves, results
from game.words import review as words
from game.words.numbers import decimal
from game.words.say import OF, PER_CENT, counted, say, sentences

FEW_MOVES: Final = 3
"""A game with fewer graded moves says nothing of how well it was played."""


@dataclass(frozen=True, slots=True)
class ReviewFigure:
    """One number at the head of the review; as a detail it is shown with the others only."""

    caption: str
    value: str
    is_detail: bool = False


def side_of(session: Session, player: int) -> int:
    """Return which side a player has at the end, which a swap may have exchanged."""
    end = session.record.nodes[session.record.length].state
    return session.record.spec.side_of(end, player)


def side_name(session: Session, player: int) -> str:
    return session.record.spec.sides[side_of(session, player)]


def result_mark(session: Session) -> str:
    """Return the winner's stone or sign; none for a draw, a running game or a single player."""
    result = session.record.result
    if result is None or len(result) != 2 or result[0] == 0:
        return "none"
    winner = 0 if result[0] > 0 else 1
    return session.record.spec.marks[side_of(session, winner)]


def caption_of(session: Session) -> str:
    """Return which game it was and against whom, or on which board."""
    title = session.record.spec.title
    if session.record.spec.players == 1:
        start = session.record.start
        if start.standard is not None:
            return say(words.STANDARD, game=title, number=start.standard)
        if start.is_pasted:
            return say(words.PASTED, game=title)
        board = board_name(session, words.SEED)
        return say(words.ON_BOARD, game=title, board=board) if session.has_seed else title
    if session.record.length and all(node.by.is_ai for node in session.record.nodes[1:]):
        return say(words.AI_ALONE, game=title)
    if set(session.record.seats) == {Seat.HUMAN, Seat.AI}:
        return words.against(title, [level.title for level in session.opponents])
    return say(words.TWO_PLAYERS, game=title)


def headline(session: Session) -> str:
    moves = counted(session.record.spec.move_number(session.record.length), "move of both")
    is_over = session.record.result is not None
    if session.record.spec.players == 1:
        end = session.record.nodes[session.record.length].state
        points = counted(round(end.returns[0]), "point")
        if is_over:
            return say(results.SCORED, title=end_title(session), points=points)
        return say(results.UNFINISHED, so_far=points)
    if not is_over:
        return say(results.UNFINISHED, so_far=moves)
    who, how, _ = outcome(session)
    return say(results.HEADLINE, title=who, how=how)


def end_title(session: Session) -> str:
    return _headline(session) or results.GAME_OVER


def _headline(session: Session) -> str:
    """Return how the rules say that a game ended; nothing where they leave it to others."""
    game = game_of(session.record.spec.name)
    if not isinstance(game, WindowGame) or game.words.headline is None:
        return ""
    headline: str = game.words.headline(session.record.nodes[session.record.length].state)
    return headline


def outcome(session: Session, drawn: str = "") -> tuple[str, str, bool]:
    """Return who won a game for two, how, and whether the player has lost."""
    moves = session.record.spec.move_number(session.record.length)
    result = session.record.result
    resigned = session.record.resigned is not None
    why = "" if resigned else _headline(session)
    if result is None or result[0] == result[1]:
        return results.DRAW, results.how("drawn", moves, why=drawn or why), False
    winner = 0 if result[0] > 0 else 1
    side, human = side_name(session, winner), player_of_interest(session.record)
    which = "resigned" if resigned else "won"
    if human is None or session.mode is Mode.DEMO or not credit_of(session.record).is_whole:
        return say(results.WINS, who=side), results.how(which, moves, why=why), False
    name = say(results.WINS, who=session.opponents[-1].title)
    how = results.how(which, moves, why=why, side=side)
    return results.YOU_WIN if winner == human else name, how, winner != human


def position_name(session: Session, ply: int) -> str:
    """Return the name of the position after so many plies: the move that led there, and whose."""
    if ply == 0:
        return words.START
    number = session.record.spec.move_number(ply)
    if session.record.spec.players == 1:
        return say(words.MOVE, number=number)
    return say(words.MOVE_OF, number=number, side=_mover_name(session, ply))


def mover_name(session: Session, ply: int) -> str:
    """Return who chose the move that led to `ply`: you, the AI in your place, or a side.

    These are `results.YOU` and `results.THE_AI`, for which sentences have words of their own.
    """
    chooser = session.record.nodes[ply].chooser
    is_alone = session.record.spec.players == 1
    if chooser.is_player and (is_alone or seated_player(session.record) is not None):
        return results.YOU
    is_mine = is_alone or session.record.nodes[ply - 1].state.current_player == player_of_interest(
        session.record
    )
    return results.THE_AI if chooser is Chooser.AI and is_mine else _mover_name(session, ply)


def player_words(session: Session, ply: int) -> str:
    """Return whose choice the move that led to `ply` was, as in "You played"."""
    return words.played(mover_name(session, ply))


def move_words(session: Session, ply: int, does: str) -> str:
    """Return who played the move that led to `ply`, and what it did, as `effect_words` says."""
    before, move = session.record.nodes[ply - 1].state, session.record.moves[ply - 1]
    return moves.played(mover_name(session, ply), before.move_label(move), does)


def safe_words(session: Session, certificate: Certificate) -> str:
    """Return why a side cannot lose."""
    side = session.record.spec.sides[certificate.colour - 1]
    return say(words.CANNOT_LOSE, side=side)


def effect_words(session: Session, ply: int) -> str:
    """Return what the move that led to `ply` did, in the game's own words; often none."""
    game = game_of(session.record.spec.name)
    if not isinstance(game, WindowGame) or game.words.move_effect is None or not ply:
        return ""
    state, move = session.record.nodes[ply - 1].state, session.record.moves[ply - 1]
    effect: str = game.words.move_effect(state, move)
    return effect


def faultless_words(session: Session, graded: Sequence[Grade]) -> str:
    """Return what is to be said of a game in which no mistake was found: praise if it is due."""
    credit = credit_of(session.record)
    if not graded:
        return words.TOO_LITTLE
    unclear = sum(grade.is_open for grade in graded)
    if unclear:
        return words.unclear(unclear)
    if credit.is_alone and has_player(session.record) and len(graded) >= FEW_MOVES:
        return words.FLAWLESS
    if not has_player(session.record) or credit.is_whole:
        return words.FAULTLESS
    return words.faultless_chosen(credit.moves - credit.by_ai - credit.brought)


def viewed(session: Session) -> str:
    """Return which position of the game is shown, as in "**move 7** of 13"."""
    ply = session.record.cursor
    if ply == 0:
        return words.VIEWED_START
    number, last = (
        session.record.spec.move_number(ply),
        session.record.spec.move_number(session.record.length),
    )
    if number == last:  # the last move of one side, with the other's to come
        return say(words.VIEWED_OF, side=_mover_name(session, ply), number=number, last=last)
    return say(words.VIEWED, number=number, last=last)


def _mover_name(session: Session, ply: int) -> str:
    """Return the side that made the move which led to `ply`, as it was called then."""
    before = session.record.nodes[ply - 1].state
    return session.record.spec.side(before)


def subline(
    session: Session, graded: Sequence[Grade], *, complete: bool, stopped: bool = False
) -> str:
    """Return the story of the game in a sentence or two.

    Args:
        complete: Whether the whole game has been searched.
        stopped: Whether the player has stopped that.
    """
    if not complete:
        return words.CHECKED[stopped, any(grade.is_mistake for grade in graded)]
    if not any(grade.is_mistake for grade in graded):
        story = faultless_words(session, graded)
    elif session.record.spec.players == 1:
        story = _score_story(session, graded)
    else:
        story = sentences(_missed_wins(session, graded), _turning_point(session)) or words.WORST
    misled = max(graded, key=lambda grade: grade.later_loss, default=None)
    if misled is None or misled.later_loss == 0:
        return story
    where, advice = position_name(session, misled.ply), GradedMove(session, misled).advice
    return sentences(story, say(words.ADVICE, where=where, advice=advice))


def graph_titles(session: Session) -> tuple[str, ...]:
    if session.record.spec.players == 1:
        is_whole = credit_of(session.record).is_whole
        return words.SCORES[is_whole], N_("Your score") if is_whole else N_("Score")
    side = side_name(session, seated_player(session.record) or 0)
    titles = words.SIDES[player_of_interest(session.record) is not None]
    return tuple(say(title, side=side) for title in titles)


def figures_of(session: Session, graded: Sequence[Grade]) -> tuple[ReviewFigure, ...]:
    mean = sum(grade.loss for grade in graded) / len(graded) if graded else None
    mistakes = sum(grade.loss_class in MISTAKES and grade.is_sure for grade in graded)
    credit = credit_of(session.record)
    loss = "–" if mean is None else decimal(mean, 1)
    if mean is not None and session.record.spec.players == 2:
        loss = say(PER_CENT, number=loss)
    help_used = ReviewFigure(N_("Hints used"), str(session.record.hints))
    if credit.by_ai or credit.for_opponent:
        by_ai = say(OF, number=credit.by_ai, count=credit.moves)
        help_used = ReviewFigure(N_("Chosen by the AI"), by_ai)
    return (
        ReviewFigure(N_("Mean loss"), loss, is_detail=True),
        ReviewFigure(N_("Mistakes"), str(mistakes)),
        help_used,
    )


def _score_story(session: Session, graded: Sequence[Grade]) -> str:
    (costliest,) = worst(graded, 1)
    best = best_score(session.record)
    evaluations = evaluations_by_ply(session.record)
    kept = evaluations[max(evaluations)].value
    missed, most = round(best - kept), round(costliest.loss)
    is_player = has_player(session.record)
    return words.score_story(round(best), missed, most, costliest.ply, is_player=is_player)


def _missed_wins(session: Session, graded: Sequence[Grade]) -> str:
    missed = [g for g in graded if g.proof is Proof.WIN and g.is_mistake]
    if not missed:
        return ""
    is_player = player_of_interest(session.record) is not None
    return words.missed_wins(len(missed), is_player=is_player)


def _turning_point(session: Session) -> str:
    """Name the move with which the game turned, if there is one."""
    turn = turning_point(session.record)
    if turn is None:
        return ""
    side = _mover_name(session, turn.ply)
    return say(words.TURNED, side=side, number=session.record.spec.move_number(turn.ply))
