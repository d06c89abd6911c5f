"""Law 3: nothing is lost. What the player has had is looked for on the screen that lists it."""

from typing import Final

import pygame

from game.play.session import Mode
from tests.laws.clicks import Typed
from tests.laws.facts import BrokenLawError, History, Lines, Memory, holds
from tests.laws.world import World

LAW: Final = "nothing is lost"
MOST_HAD: Final = 40
"""How many of the player's lines are looked for."""
MOST_OWN: Final = 200
"""How many of the player's own moves are remembered."""


def note_own_move(world: World, memory: Memory, now: History) -> None:
    """Remember a move that the player has made."""
    session = world.session
    if session is None:
        return
    lines = memory.lines.setdefault(session.record.spec.name, Lines(now))
    if session.mode is Mode.ANALYSE and world.line() == lines.now:
        return  # it walked along a game that may be an AI's alone
    lines.own = [*lines.own, now][-MOST_OWN:]


def note_lines(world: World, memory: Memory) -> None:
    """Remember the lines with a move of the player's that others take the place of."""
    session, line = world.session, world.line()
    if session is None or line is None:
        return
    lines = memory.lines.setdefault(session.record.spec.name, Lines(line))
    if world.deleted:
        for of_game in memory.lines.values():  # the list of all games deletes those of any
            of_game.had, of_game.own = (
                [line for line in known if not any(holds(each, line) for each in world.deleted)]
                for known in (of_game.had, of_game.own)
            )
        if any(holds(each, lines.now) for each in world.deleted):
            lines.now = line  # the game that was tried again
        world.deleted.clear()
    if world.is_trying:
        return  # what is tried is no line until the player plays on from it
    before, lines.now = lines.now, line
    if holds(line, before):
        return
    # What an AI has played on from there may go: another demo would play the like.
    own = (each for each in lines.own if holds(before, each))
    mine = max(own, key=lambda each: len(each[1]), default=None)
    if mine is not None:
        lines.had = [*(had for had in lines.had if not holds(mine, had)), mine][-MOST_HAD:]


def every_line_is_listed(world: World, memory: Memory) -> None:
    """Each line that was not deleted is in progress, or among the earlier games on the screen."""
    listed, line, session = world.listed, world.line(), world.session
    if listed is None or line is None or session is None:
        return
    for had in memory.lines[session.record.spec.name].had:
        if not any(holds(each, had) for each in (line, *listed)):
            raise BrokenLawError(LAW, f"{_told(had)} is gone")


def a_card_brings_its_game_back(world: World, shown: History | None) -> None:
    """A click on an earlier game leads to the game that was to be seen there."""
    if shown is not None and world.line() != shown:
        raise BrokenLawError(LAW, f"a click on {_told(shown)} leads to {world.line()}")


def a_retry_changes_nothing(world: World, memory: Memory) -> None:
    """The game that a retry is about stays as it was when the retry began, to be gone back to."""
    if world.is_trying and world.retried is not None and world.retried_now != world.retried:
        raise BrokenLawError(LAW, f"a retry makes {world.retried_now} of {world.retried}")
    if world.left is not None:
        before, after = world.left
        world.left = None
        if before != after:
            raise BrokenLawError(LAW, f"a retry of {before} leads back to {after}")


def escape_leads_back(world: World, typed: Typed) -> None:
    """Esc stays, closes something, or leads to the screen that one came from."""
    if typed.key != pygame.K_ESCAPE or typed.mod:
        return
    now, came = world.app.scenes.name, typed.trail[-2:-1]
    is_game = len(typed.trail) == 2
    may_be = {typed.screen, *came, *(("review",) if is_game else ())}
    if now not in may_be:
        raise BrokenLawError(LAW, f"Esc leads from {typed.trail} to {now}")


def _told(history: History) -> str:
    state = history[0]
    for move in history[1]:
        state = state.play(move)
    return f"a {'finished game' if state.is_terminal else 'line'} of {len(history[1])} moves"


LAWS: Final = (note_lines, every_line_is_listed, a_retry_changes_nothing)
