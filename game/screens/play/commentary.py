"""The one sentence that says why: only what the search data supports, in plain words.

Text is marked up with **bold** runs, as `game.ui.text` reads it.
"""

from math import hypot
from typing import Final

from ai.contract.games import game_of
from ai.contract.rules import Parameters, State
from ai.search.messages import Proof
from game.play.session import Session
from game.ui.overlay import GOOD, Mark, Overlay
from game.words.numbers import percent, thousands
from game.words.say import lost, most_moves

CLEAR_LEAD: Final = 2.0
"""A lead counts as one from this many standard errors of the difference."""
LEAST_LEAD: Final = 0.5
"""A difference that is called a lead, in points of a hundred."""

_VERBS: Final = {Proof.WIN: "wins", Proof.DRAW: "holds the draw", Proof.LOSS: "loses"}
NUMBER_WORDS: Final = ("no", "one", "two", "three", "four", "five", "six", "seven", "eight", "nine")


def seed_name(game: str, parameters: Parameters, seed: int) -> str:
    """Return what a board that a seed makes is called: by its game's code, or by the seed."""
    boards = game_of(game).text.boards
    if boards is not None and boards.code is not None:
        return boards.code(parameters, seed)
    return f"Seed {thousands(seed)}"


def board_name(session: Session) -> str:
    """Return which board a one-player game is played on, as its title says it."""
    if session.tree.standard is not None:
        return f"Standard {session.tree.standard}"
    if session.tree.is_pasted:
        return "Pasted board"
    if not session.has_seed:
        return session.spec.title
    return seed_name(session.spec.name, session.parameters, session.tree.seed)


def line_text(state: State, line: tuple[int, ...]) -> str:
    names = []
    for move in line:
        if state.is_terminal:
            break
        names.append(state.move_label(move))
        state = state.play(move)
    return " ".join(names)


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
    name = f"**{state.move_label(best.move)}**"
    if shown is not None and shown.move != best.move:
        shown_name = f"**{state.move_label(shown.move)}**"
        preferred = preference(name, shown.loss, 2)
        return f"This line begins with {shown_name}. The AI now {preferred}."
    if overlay.exact:
        return _explain_truth(state, overlay, is_brief=is_brief)
    if best.theorem is None and overlay.proof is Proof.WIN:
        return f"{mover} **wins** by force: proven, but not yet by which move."
    if best.distance is None and overlay.proof is Proof.LOSS:
        return f"Every move loses: {opponent} wins by force."
    if best.estimated:
        return _explain_belief(name, best, mover, opponent)
    if best.proof is not None:
        return _explain_proof(name, best, overlay, mover)
    if len(overlay.marks) == 1:
        return f"{name} is the only move tried so far."
    others = [mark for mark in overlay.marks[1:] if mark.theorem is not Proof.LOSS]
    if not others and len(overlay.marks) == len(state.legal_moves):
        return f"{name} is the only move: **every other move loses**."
    if not others:
        return f"{name} alone does **not lose**, of the moves tried so far."
    known = [mark for mark in others if mark.has_numbers]
    if not known:
        return f"{name} is best so far; the other moves were hardly tried."
    return _explain_lead(state, name, best, known[0], opponent)


def explain_hint(state: State, overlay: Overlay | None, hinted: Mark, verb: str) -> str:
    """Say what the AI would do, and whether it has come to prefer something else since.

    Args:
        verb: What the AI would do with it, such as "play".
    """
    name = f"**{state.move_label(hinted.move)}**"
    other = preferred_by_now(state, overlay, hinted)
    if not other:
        return f"The AI would {verb} {name}."
    if hinted.loss_class in GOOD:
        return f"{name} is still good; {other}"
    return f"The hint was {name}; {other}"


def preferred_by_now(state: State, overlay: Overlay | None, hinted: Mark) -> str:
    """Say what the AI prefers to a hint's move by now; nothing while that is the best."""
    best = overlay.marks[0] if overlay and overlay.marks else hinted
    if hinted.move in (best.move, *best.same_plan) or hinted.loss < LEAST_LEAD:
        return ""
    name = f"**{state.move_label(best.move)}**"
    return f"the AI now {preference(name, hinted.loss, len(state.returns))}."


def preference(name: str, loss: float, players: int) -> str:
    """Return that a move is preferred, and by how much if that is worth telling."""
    return f"prefers {name}" + (f", better by {lost(loss, players)}" if loss >= LEAST_LEAD else "")


def _explain_proof(name: str, best: Mark, overlay: Overlay, mover: str) -> str:
    after = within(best.distance)
    lasts = after.replace(" in", ",")
    if best.proof is Proof.WIN:
        return f"{name} **wins** for {mover}{after}: proven."
    if best.proof is Proof.DRAW and overlay.proof is Proof.DRAW:
        return f"With {name} the game is a **draw**: proven, neither side can do better."
    if best.proof is Proof.DRAW:
        return f"{name} is a proven **draw**; another move may still win."
    if overlay.proof is Proof.LOSS:
        return f"Every move loses; {name} may last longest{lasts}."
    if all(mark.theorem is Proof.LOSS for mark in overlay.marks):
        return f"Every move tried so far loses; {name} may last longest{lasts}."
    return f"{name} loses{after}: proven; the other moves are still open."


def _explain_belief(name: str, best: Mark, mover: str, opponent: str) -> str:
    """Say what the search believes of its best move: it has not tried every reply."""
    after = within(best.distance)
    if best.proof is Proof.WIN:
        return f"{name} seems to win for {mover}{after}; not proven against every reply."
    if best.proof is Proof.DRAW:
        return f"With {name} the game seems a draw; not proven against every reply."
    return f"{opponent} seems to win whatever is played{after}; not proven. {name} resists longest."


def _explain_lead(state: State, name: str, best: Mark, second: Mark, opponent: str) -> str:
    second_name = f"**{state.move_label(second.move)}**"
    lead = best.value - second.value
    answer = ""
    if len(best.line) > 1:
        reply = state.play(best.move).move_label(best.line[1])
        answer = f" {opponent} could answer **{reply}**."
    if lead > CLEAR_LEAD * hypot(best.error, second.error) and 100 * lead >= LEAST_LEAD:
        by = lost(100 * lead, 2)
        return f"{name} is better than {second_name} by {by}.{answer}"
    return f"{name} and {second_name} are about equal.{answer}"


def _explain_truth(state: State, overlay: Overlay, *, is_brief: bool) -> str:
    """Compare what the estimate says with what a solver knows."""
    found = overlay.marks[0]
    name = f"**{state.move_label(found.move)}**"
    if overlay.by_estimate:
        told = "" if found.guess is None else f", with {name} at {percent(found.guess)} first"
        return f"In the order of the **estimate alone**{told}."
    truth = {move: proof for move, proof, _ in overlay.exact}
    best_proof = max(truth.values(), key=lambda proof: proof.share)
    best_moves = [move for move, proof in truth.items() if proof is best_proof]
    verb = {Proof.WIN: "win", Proof.DRAW: "hold the draw", Proof.LOSS: "lose"}[best_proof]
    count = len(best_moves)
    if best_proof is Proof.LOSS:
        first = "Every move loses against perfect play."
    elif count == 1:
        first = f"Only **{state.move_label(best_moves[0])}** {_VERBS[best_proof]}."
    elif count == len(truth):
        first = f"Every move {'wins' if best_proof is Proof.WIN else 'holds the draw'}."
    else:
        first = f"{number_word(count).capitalize()} moves {verb}."
    if is_brief:
        return f"{first} The AI would play {name}." if count > 1 else first
    if found.guess is None:
        return first
    return f"{first} The estimate for {name} is {percent(found.guess)}."


def proven_words(proof: Proof, within: str) -> str:
    """Return what is told behind a move that was best, by what it is proven to be.

    Args:
        within: How soon the game ends, as `within` tells it; empty if that is not known.
    """
    if proof is Proof.DRAW:
        return ", a **proven draw**"
    if proof is Proof.WIN:
        return f", a **proven win**{within}"
    last = f", this one{within}" if within else ""
    return f"; every move **loses** here{last}"


def within(distance: int | None) -> str:
    """Say in how many moves of the mover's own a game ends at most, as its badge does."""
    if distance is None:
        return ""
    return " at once" if distance == 1 else f" in {most_moves(distance)}"


def number_word(number: int) -> str:
    """Return a small number as a word, a larger one in digits."""
    return NUMBER_WORDS[number] if number < len(NUMBER_WORDS) else str(number)
