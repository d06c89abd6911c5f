"""Law 6: what is said is sure, and said of him who did it."""

import re
from typing import Any, Final

import pygame

from ai.search.messages import SearchInfo
from game.play.grading import Grade, grades
from game.play.session import Mode, Seat, Session
from game.ui.overlay import GOOD
from tests.laws.clicks import Typed
from tests.laws.facts import BrokenLawError, History, Memory, holds, is_next
from tests.laws.world import World

LAW: Final = "what is said is sure, and said of him who did it"
PRAISE: Final = ("Flawless", "You win", "first win", "as good as the AI")
"""Words for what the player has done himself."""
DIGITS: Final = range(pygame.K_1, pygame.K_9 + 1)
REMEMBERED: Final = 200
_BOUND: Final = re.compile(r"\b(?:wins?|loss|loses?|lost)\b[^.,;]*\bin (\d+) moves?", re.IGNORECASE)


def a_mistake_is_one_for_sure(world: World, memory: Memory) -> None:
    """Some searcher found what is called a mistake to lose more than it may err by itself."""
    del memory
    session = world.session
    if session is None or session.record.spec.players == 1:
        return  # a score is the best that was come upon: its errors are measured by hand
    for grade in grades(session.record):
        is_told = grade.shown_class not in (None, *GOOD)
        if is_told and grade.loss and not _is_founded(world, session, grade):
            raise BrokenLawError(LAW, f"nobody found that move {grade.ply} loses {grade.loss:.1f}")


def _is_founded(world: World, session: Session, grade: Grade) -> bool:
    before, after = session.record.nodes[grade.ply - 1].state, session.record.nodes[grade.ply].state
    if after.is_terminal or session.record.spec.exchanges(before, grade.move):
        return True
    said = world.ai.told.get(before.encode().tobytes(), {})
    answered = world.ai.told.get(after.encode().tobytes(), {})
    if not said or not answered:
        return True  # what was thought of it is forgotten
    if _is_proven(said) or _is_proven(answered):
        return True
    for searcher, infos in said.items():
        for info in infos:
            best = max(info.candidates, key=lambda each: each.value)
            played = next((each for each in info.candidates if each.move == grade.move), None)
            if played and best.value - played.value > best.error + played.error:
                return True
            for reply in answered.get(searcher, ()):
                if info.value - (1 - reply.value) > info.error + reply.error:
                    return True
    return False


def _is_proven(told: dict[str, list[SearchInfo]]) -> bool:
    """Tell whether anything is proven of a position: the law is about estimates."""
    infos = (info for each in told.values() for info in each)
    return any(
        info.proof or info.exact or any(each.proof for each in info.candidates) for info in infos
    )


def a_bound_is_said_to_be_one(world: World, memory: Memory) -> None:
    """How far off an end is at most is not told as how far off it is."""
    del memory
    game: Any = world.game
    content = world.content
    if game is None or content is None or game.session.is_over or world.dialog is not None:
        return
    if content.overlay is None or content.overlay.exact:
        return  # a solver knows
    for words in (*world.tooltips, world.sentences):
        for found in _BOUND.finditer(words):
            if int(found[1]) > 1 and "at most" not in found[0]:
                raise BrokenLawError(LAW, f"{words!r} tells a bound")


def note_taken_move(world: World, memory: Memory, typed: Typed) -> None:
    """Remember a move of the AI's that the player had played by its number.

    Where it is the one that followed there, that only walks along the game.
    """
    if typed.key not in DIGITS or not typed.mod & pygame.KMOD_SHIFT:
        return
    now = world.history()
    if world.line() == typed.line or typed.history is None or now is None:
        return
    if is_next(typed.history, now):
        memory.taken = [*memory.taken, (world.game_number, now)][-REMEMBERED:]


def note_made_move(memory: Memory, now: History) -> None:
    """Remember that the player has made a move by hand, whoever made it there before."""
    memory.taken = [each for each in memory.taken if each[1] != now]


def note_opponents_moves(world: World, memory: Memory) -> None:
    """Remember that the opponent has made moves of its own, whoever made them there before."""
    session, before, now = world.session, memory.seen, world.history()
    memory.seen = now
    if (
        session is None
        or session.mode is not Mode.PLAY
        or now is None
        or len(session.record.seats) == 1
    ):
        return
    known = len(before[1]) if before is not None and holds(now, before) else 0
    for ply in range(known, len(now[1])):
        if session.record.seats[session.record.nodes[ply].state.current_player] is Seat.AI:
            note_made_move(memory, (now[0], now[1][: ply + 1]))


def the_ais_moves_are_its_own(world: World, memory: Memory) -> None:
    """No move of the AI's counts as the player's, and no praise is for one."""
    session, line = world.session, world.line()
    if session is None or line is None or not memory.taken:
        return
    here = (each for number, each in memory.taken if number == world.game_number)
    plies = {len(each[1]) for each in here if holds(line, each)}
    if not plies:
        return
    twins = [session.record.root]  # the player may have made the same move in another branch
    known = set[int]()
    for node in session.record.nodes[1:]:
        twins = [each for twin in twins for each in twin.children if each.move == node.move]
        if node.by.is_ai or any(each.by.is_ai for each in twins):
            known.add(node.ply)
    if not plies <= known:
        raise BrokenLawError(LAW, f"of the AI's moves {plies} only {known} count as such")
    if session.is_over and world.game is not None:
        said = world.everything_said
        told = [words for words in PRAISE if words in said]
        if told:
            raise BrokenLawError(LAW, f"{told} is said of the AI's moves {plies}: {said!r}")


LAWS: Final = (
    *(a_mistake_is_one_for_sure, a_bound_is_said_to_be_one, note_opponents_moves),
    the_ais_moves_are_its_own,
)
