"""What the player is told about the AI: the engine strip and the footer, in words."""

from collections.abc import Callable
from dataclasses import replace

from ai.phrases import N_
from ai.search.messages import SearchInfo
from game.play.session import Mode
from game.play.thinker import Analysis, Thinker, ThinkerState
from game.screens.play.controller import GameController
from game.screens.play.play_state import Case
from game.screens.profile import Pace
from game.ui import commands
from game.ui.commands import UserCommand
from game.ui.panel.analysis import EngineStrip
from game.words import play as words
from game.words.arena import TOLD
from game.words.say import about_seconds, counted, say, seconds, understood

GLOW_STEPS = 7
_ESCAPE = commands.ESCAPE.cap
LEAST_REUSED = 0.01
"""If a smaller share of the simulations is an earlier search's, that is not mentioned."""


def engine_strip(thinker: Thinker, controller: GameController) -> EngineStrip:
    if thinker.state is ThinkerState.FAILED:
        why = understood(thinker.error.splitlines()[0], TOLD) if thinker.error else words.SEE_LOG
        return EngineStrip("error", N_("AI stopped"), left=why)
    if controller.ai.state is ThinkerState.WARMING:
        return _warming(thinker, controller.session.record.spec.name)
    # A demo that holds a move back for its pace is at work, though nothing is searched.
    if controller.ai.is_thinking or controller.state.is_ai_turn:
        return _thinking(thinker, controller)
    if controller.state.shows_game:
        return EngineStrip("idle", N_("Autoplay", "the AI"), left=words.SPACE_STOPS)
    if controller.session.is_over:
        return EngineStrip("idle", N_("Idle", "the AI"))
    if controller.session.mode is Mode.DEMO:
        return EngineStrip("idle", N_("Paused", "the AI"), left=words.SPACE_CONTINUES)
    if controller.state.awaits_guess:
        return EngineStrip("idle", N_("Waiting", "the AI"), left=words.FOR_GUESS)
    analysis = controller.ai.analysis
    strip = EngineStrip("idle", N_("Idle", "the AI")) if analysis is None else _stopped(analysis)
    if not controller.context.may_think:
        return replace(strip, state="paused", word=N_("Paused", "the AI"), left=words.OTHER_WINDOW)
    return strip


def _warming(thinker: Thinker, game: str) -> EngineStrip:
    progress, left = thinker.warmup, thinker.seconds_until_ready(game)
    if progress is None or left is None:
        return EngineStrip("paused", N_("Getting ready", "the AI"), left=words.LOADING)
    share = progress.done / max(1, progress.total)
    return EngineStrip(
        "paused",
        N_("Getting ready", "the AI"),
        share=share,
        left=say(words.READY_IN, time=about_seconds(left)),
        right=words.ONLY_ONCE,
    )


def _thinking(thinker: Thinker, controller: GameController) -> EngineStrip:
    if controller.ai.pace is not None:
        return _paced(controller, controller.ai.pace)
    info = thinker.live
    plays = controller.session.mode is Mode.DEMO or controller.state.case is Case.PLAY_OUT
    word = N_("Playing", "the AI") if plays else N_("Thinking", "the AI")
    if info is None:
        return EngineStrip("thinking", word)
    return EngineStrip(
        state="thinking",
        word=word,
        rate=words.rate(info.rate) if info.rate >= 1 else "",
        share=_share(info, thinker),
        left=_budget(info, thinker),
        right=_reused(info),
        glow=_glow(info.elapsed) if controller.context.effective.motion == "full" else 0.0,
    )


def _paced(controller: GameController, pace: Pace) -> EngineStrip:
    analysis, target = controller.ai.analysis, controller.ai.pace_target
    effort = analysis.effort if analysis else 0
    return EngineStrip(
        state="thinking",
        word=N_("Thinking", "the AI"),
        rate=words.rate(pace.rate, is_slowed=True),
        share=min(1.0, effort / target),
        left=words.simulations(effort, target),
        right=words.EXACT_KNOWN,
        glow=_glow(effort / pace.rate) if controller.context.effective.motion == "full" else 0.0,
    )


def _stopped(analysis: Analysis) -> EngineStrip:
    info = analysis.info
    effort = counted(analysis.effort, "simulation", short=True) if analysis.effort else ""
    share = min(1.0, info.elapsed / analysis.limit.seconds) if analysis.limit.seconds else 1.0
    reason = words.ENDED.get(analysis.reason) if analysis.reason else None
    left = say(words.SPENT, time=seconds(info.elapsed)) if analysis.limit.seconds else ""
    right = reason or _reused(info) or words.RESULT_STAYS
    return EngineStrip("idle", N_("Stopped", "the AI"), effort, share, left, right)


def foot_text(controller: GameController, key_of: Callable[[UserCommand], str]) -> str:
    """Return what stands below the buttons of a game that is played.

    Args:
        key_of: Returns the key that asks for a command now.
    """
    if controller.guesser.is_on(controller.session):
        return say(words.GUESSING, key=commands.GUESS.cap)
    if controller.ai.waits_for_space:
        return say(words.ANALYSIS_STOPPED, key=commands.SPACE.cap)
    if controller.state.shows_layer:
        return say(words.HIDE_VIEW, key=key_of(commands.ANALYSIS))
    stays = controller.context.settings.sticky_keys
    offer = words.SHOW_VIEW_OR_PEEK if stays else words.SHOW_VIEW
    return say(offer, key=key_of(commands.ANALYSIS), peek=key_of(commands.PEEK))


def ready_words(thinker: Thinker, game: str) -> str:
    """Return a sentence for as long as a game cannot be searched."""
    left = thinker.seconds_until_ready(game)
    return say(words.AI_READY_IN, time=about_seconds(left)) if left else words.AI_GETS_READY


def ai_turn_words(thinker: Thinker, game: str) -> str:
    """Return a sentence for as long as the player has to wait for a move of the AI."""
    state = thinker.state_in(game)
    if state is ThinkerState.WARMING:
        return ready_words(thinker, game)
    if thinker.silent:
        return say(words.SILENT, program=thinker.silent, key=_ESCAPE)
    if state is ThinkerState.FAILED:
        return words.AI_HAS_STOPPED
    return say(words.AI_THINKS, key=_ESCAPE)


def _share(info: SearchInfo, thinker: Thinker) -> float:
    limit = thinker.limit
    if limit is None:
        return 0.0
    shares = [0.0]
    if limit.seconds:
        shares.append(info.elapsed / limit.seconds)
    if limit.simulations:
        shares.append(info.simulations / limit.simulations)
    return min(1.0, max(shares))


def _budget(info: SearchInfo, thinker: Thinker) -> str:
    limit = thinker.limit
    if limit is not None and limit.simulations:
        return words.simulations(info.simulations, limit.simulations)
    if limit is not None and limit.seconds:
        spent = seconds(min(info.elapsed, limit.seconds))
        return say(words.OF_TIME, spent=spent, limit=seconds(limit.seconds))
    return seconds(info.elapsed)


def _reused(info: SearchInfo) -> str:
    """Say how much of the search before is of use here; nothing where that is next to nothing."""
    share = info.reused_visits / info.reused_of if info.reused_of else 0.0
    return words.reused(share) if share >= LEAST_REUSED else ""


def _glow(elapsed: float) -> float:
    """Return the light's pulse, in few steps: each is another picture of the strip."""
    phase = elapsed % 1.4 / 1.4
    return round(abs(1.0 - 2.0 * phase) * GLOW_STEPS) / GLOW_STEPS
