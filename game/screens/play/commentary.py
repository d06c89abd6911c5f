"""The one sentence that says why: only what the search data supports, in plain words."""

from math import hypot
from typing import Final

from ai.contract.games import game_of
from ai.contract.rules import State
from ai.phrases import N_
from ai.search.messages import Proof
from game.play.session import Session
from game.ui.overlay import GOOD, Mark, Overlay
from game.words import moves as words
from game.words import pages
from game.words.numbers import percent
from game.words.say import lost, named, say, sentences

CLEAR_LEAD: Final = 2.0
"""A lead counts as one from this many standard errors of the difference."""
LEAST_LEAD: Final = 0.5
"""A difference that is called a lead, in points of a hundred."""


def board_name(session: Session, seed: str = pages.SEED) -> str:
    """Return which board a one-player game is played on, as its title says it.

    Args:
        seed: How the board of a seed is called where the game has no codes for them.
    """
    spec, start = session.record.spec, session.record.start
    if start.standard is not None:
        return say(pages.STANDARD, number=start.standard)
    if start.is_pasted:
        return N_("Own board")
    if not session.has_seed:
        return spec.title
    boards = game_of(spec.name).text.boards
    if boards is not None and boards.code is not None:
        return boards.code(start.parameters, start.seed)
    return say(seed, seed=str(start.seed))


def line_text(state: State, line: tuple[int, ...]) -> str:
    names = []
    for move in line:
        if state.is_terminal:
            break
        names.append(state.move_label(move))
        state = state.play(move)
    return named(names)


def explain_duel(
    state: State,
    overlay: Overlay | None,
    mover: str,
    opponent: str,
    shown: Mark | None = None,
    *,
    is_brief: bool = False,
) -> str:
    """Say what the search has found out about a two-player position.

    Args:
        shown: The move whose line is shown; None for the best.
        is_brief: Whether nothing is said of estimates beside true values.
    """
    if state.is_terminal or overlay is None or not overlay.marks:
        return ""
    best = overlay.marks[0]
    name = state.move_label(best.move)
    if shown is not None and shown.move != best.move:
        begins = say(words.BEGINS_WITH, name=state.move_label(shown.move))
        return sentences(begins, words.preferred(name, worth_telling(shown.loss, 2)))
    if overlay.exact:
        return _explain_truth(state, overlay, is_brief=is_brief)
    if best.theorem is None and overlay.proof is Proof.WIN:
        return say(words.WON, mover=mover)
    if best.distance is None and overlay.proof is Proof.LOSS:
        return say(words.LOST_ANYWAY, opponent=opponent)
    if best.estimated and best.proof is not None:
        return words.believed(best.proof, name, best.distance, mover=mover, opponent=opponent)
    if best.proof is not None:
        all_lose = all(mark.theorem is Proof.LOSS for mark in overlay.marks)
        return words.proven(best.proof, name, best.distance, mover, overlay.proof, is_all=all_lose)
    if len(overlay.marks) == 1:
        return say(words.ONLY_TRIED, name=name)
    others = [mark for mark in overlay.marks[1:] if mark.theorem is not Proof.LOSS]
    if not others:
        return words.only(name, is_all=len(overlay.marks) == len(state.legal_moves))
    measured = [mark for mark in others if mark.has_numbers]
    return (
        _explain_lead(state, best, measured[0], opponent)
        if measured
        else say(words.BEST_SO_FAR, name=name)
    )


def explain_hint(state: State, overlay: Overlay | None, hinted: Mark, would: str) -> str:
    """Say what the AI would do, and whether it has come to prefer something else since.

    Args:
        would: What the AI would do with it, with a place for its name.
    """
    name, other = state.move_label(hinted.move), _preferred(overlay, hinted)
    if other is None:
        return say(would, name=name)
    by, is_good = lost(hinted.loss, len(state.returns)), hinted.loss_class in GOOD
    return words.old_hint(name, state.move_label(other.move), by, is_good=is_good)


def preferred_by_now(state: State, overlay: Overlay | None, hinted: Mark) -> str:
    """Say what the AI prefers to a hint's move by now; nothing while that is the best."""
    other, by = _preferred(overlay, hinted), lost(hinted.loss, len(state.returns))
    return "" if other is None else words.preferred(state.move_label(other.move), by)


def worth_telling(loss: float, players: int) -> str:
    """Return by how much a move is better, where it is so much that it is told."""
    return lost(loss, players) if loss >= LEAST_LEAD else ""


def _preferred(overlay: Overlay | None, hinted: Mark) -> Mark | None:
    best = overlay.marks[0] if overlay and overlay.marks else hinted
    is_same = hinted.move in (best.move, *best.same_plan) or hinted.loss < LEAST_LEAD
    return None if is_same else best


def _explain_lead(state: State, best: Mark, second: Mark, opponent: str) -> str:
    lead, answer = best.value - second.value, ""
    if len(best.line) > 1:
        answer = say(
            words.ANSWER, opponent=opponent, reply=state.play(best.move).move_label(best.line[1])
        )
    is_clear = lead > CLEAR_LEAD * hypot(best.error, second.error)
    by = worth_telling(100 * lead, 2) if is_clear else ""
    name, other = (state.move_label(mark.move) for mark in (best, second))
    return sentences(words.lead(name, other, by), answer)


def _explain_truth(state: State, overlay: Overlay, *, is_brief: bool) -> str:
    """Compare what the estimate says with what a solver knows."""
    first = overlay.marks[0]
    name = state.move_label(first.move)
    if overlay.by_estimate:
        return words.by_estimate(name, first.guess)
    truth = {move: proof for move, proof, _ in overlay.exact}
    proof = max(truth.values(), key=lambda each: each.share)
    best = [state.move_label(move) for move, each in truth.items() if each is proof]
    more = "" if first.guess is None else say(words.ESTIMATE, name=name, guess=percent(first.guess))
    if is_brief:
        more = say(words.WOULD_PLAY, name=name) if len(best) > 1 else ""
    return sentences(words.exact(proof, best, len(truth)), more)
