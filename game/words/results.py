"""What is said of results: who won and how, records and medals, days, whose moves they were."""

from collections.abc import Mapping
from typing import Final

from ai.phrases import N_, plural
from game.words.numbers import percent
from game.words.say import counted, listed, say, say_count

# For translators: such as "**You win** as Black, in 23 moves."
SENTENCE: Final = N_("**{title}** {how}.")
THE_AI: Final = "the AI"
YOU: Final = "you"
"""Who moves; sentences have words of their own for each of them."""
DRAW: Final = N_("Draw", "a result")
YOU_WIN: Final = N_("You win")
GAME_OVER: Final = N_("Game over")
# For translators: such as "You win as Black, in 23 moves"
HEADLINE: Final = N_("{title} {how}")
WINS: Final = N_("{who} wins")
SCORED: Final = N_("{title}, {points}")
UNFINISHED: Final = N_("Not finished: {so_far} so far")
FIRST_WIN: Final = N_("Your first win against {opponent}")
STREAK: Final = plural(
    "{count} win in a row against {opponent}", "{count} wins in a row against {opponent}"
)
STRONGEST: Final = N_("Your strongest win: {opponent}")
FIRST_EVEN: Final = N_("Next game: **{level}**, which follows how well you play")
NEXT_LEVEL: Final = N_("Next game against **{level}**")
SHOW_TURN: Final = N_("Show the turning point")
CHOOSE_LEVEL: Final = N_("Choose this level for the next game")
FROM_POSITION: Final = N_("From a position of your own: not in the records")
LEVEL_CHANGED: Final = N_("The level changed: not in the records")
MOVES_SHOWN: Final = N_("Assisted: the AI's moves were shown")
DRAWN_THROUGHOUT: Final = N_("Neither side could win: every position was a proven draw.")
NO_RECORD: Final = N_("{why}: no record")
NO_MEDAL: Final = N_("{why}: no medal")
BY_AI: Final = N_("Played by the AI")
WITH_AI: Final = N_("Played with the AI")
AI_BEATEN: Final = {True: N_("gold, better than the AI"), False: N_("gold, as good as the AI")}
"""By whether the score is better than the AI's."""
NEW_BEST: Final = N_("Your best on this board")
YOUR_BEST: Final = N_("Your best: {score}")
PUBLISHED: Final = N_("Published: {score}")
POINTS: Final = "**{points}**"
TITLED: Final = N_("**{title}**: {told}")
PLAIN_BEST: Final = N_("best {score}")
ASSISTED_BEST: Final = N_("best {score}, assisted")
OF_GAME: Final = N_("{game}: {result}")
SO_FAR: Final = N_("**{days}.**")
READING: Final = N_("Reading your records.")
COPIED: Final = N_("Results copied.")
NONE_YET: Final = N_("There are no results yet.")
DAY_COUNTS: Final = N_("A day counts once its board is played to the end, or its position tried.")
SOLVED: Final = N_("solved at the first try")
NOT_SOLVED: Final = N_("not solved at the first try")
_HOW: Final = {
    "drawn": plural("after {count} move", "after {count} moves"),
    "drawn, why": plural("after {count} move: {why}", "after {count} moves: {why}"),
    "won": plural("in {count} move", "in {count} moves"),
    "won, why": plural("in {count} move: {why}", "in {count} moves: {why}"),
    "resigned": plural("by resignation after {count} move", "by resignation after {count} moves"),
    "as won": plural("as {side}, in {count} move", "as {side}, in {count} moves"),
    "as won, why": plural(
        "as {side}, in {count} move: {why}", "as {side}, in {count} moves: {why}"
    ),
    "as resigned": plural(
        "as {side}, by resignation after {count} move",
        "as {side}, by resignation after {count} moves",
    ),
}
_IN_A_ROW: Final = {
    True: N_("{count} won in a row: try **{level}**?"),
    False: N_("{count} lost in a row: try **{level}**?"),
}
"""By whether they were won."""
_MEDALS: Final = {
    "bronze": N_("bronze medal"),
    "silver": N_("silver medal"),
    "gold": N_("gold medal"),
}
_BESIDE_AI: Final = {
    "": N_("{share} of the AI"),
    "bronze": N_("bronze, {share} of the AI"),
    "silver": N_("silver, {share} of the AI"),
    "gold": N_("gold, {share} of the AI"),
}
_MEDAL_AT: Final = {
    "bronze": N_("bronze at {score}"),
    "silver": N_("silver at {score}"),
    "gold": N_("gold at {score}"),
}
"""From what score on it is given."""
_TALLY: Final = {
    "won": plural("{count} won", "{count} won"),
    "drawn": plural("{count} drawn", "{count} drawn"),
    "lost": plural("{count} lost", "{count} lost"),
}
"""In the order in which they are told."""


# A game for two.


def how(which: str, moves: int, *, why: str = "", side: str = "") -> str:
    """Return how a game ended, to stand behind who won it.

    Args:
        which: That it was drawn, won or resigned.
        why: How the rules say it, if they do; of a resignation they say nothing.
        side: Which side the player had; empty for nobody's game.
    """
    key = f"{'as ' if side else ''}{which}{', why' if why else ''}"
    return say_count(moves, *_HOW[key], why=why, side=side)


# Against an opponent.


def try_level(count: int, level: str, *, is_won: bool) -> str:
    return say(_IN_A_ROW[is_won], count=count, level=level)


def against(opponent: str, results: Mapping[str, int]) -> str:
    """Return all results against an opponent: how many were won, drawn and lost."""
    counts = (say_count(results[name], *words) for name, words in _TALLY.items() if results[name])
    return say("Against {opponent}: {results}", opponent=opponent, results=listed(counts))


# Mistakes and the turning point.


def mistakes(count: int) -> str:
    return say_count(count, "**{count} mistake**.", "**{count} mistakes**.")


def mistakes_of_both(sides: tuple[str, str], counts: tuple[int, int]) -> str:
    one, other = (count or N_("none", "mistakes") for count in counts)
    words = N_("Mistakes: {side} **{count}**, {other_side} **{other}**.")
    return say(words, side=sides[0], count=one, other_side=sides[1], other=other)


def turning_point(number: int, name: str, fall: str, mover: str) -> str:
    """Return the move with which a game turned.

    Args:
        mover: Whose chances fell, where it was not the player: `THE_AI` or an opponent.
    """
    values = {"number": number, "name": name, "fall": fall}
    if not mover:
        return say("Turning point: move {number}, **{name}**: {fall}.", **values)
    words = N_("Turning point: move {number}, **{name}**: {mover}'s chances fell from {fall}.")
    if mover == THE_AI:
        words = N_("Turning point: move {number}, **{name}**: the AI's chances fell from {fall}.")
    return say(words, mover=mover, **values)


# Whose moves they were.


def brought(count: int, moves: int) -> str:
    return say_count(
        moves,
        "{brought} of {count} move came with the file",
        "{brought} of {count} moves came with the file",
        brought=count,
    )


def chosen_by_ai(count: int, moves: int) -> str:
    return say_count(
        moves,
        "the AI chose {chosen} of {count} move",
        "the AI chose {chosen} of {count} moves",
        chosen=count,
    )


def chosen_for_opponent(count: int) -> str:
    return say_count(
        count,
        "you chose {count} move for the opponent",
        "you chose {count} moves for the opponent",
    )


def shown_by_ai(count: int, moves: int) -> str:
    return say_count(
        moves,
        "the AI showed {shown} of {count} move",
        "the AI showed {shown} of {count} moves",
        shown=count,
    )


def assisted(hints: int) -> str:
    return say_count(hints, "Assisted: {count} hint", "Assisted: {count} hints")


# A board for one.


def beside_ai(share: float, medal: str) -> str:
    """Return what a score is beside the AI's, and its medal if it has earned one."""
    return say(_BESIDE_AI[medal], share=percent(share))


def medal_at(medal: str, score: int) -> str:
    return say(_MEDAL_AT[medal], score=score)


# A day.


def of_day(points: int, medal: str, *, is_assisted: bool) -> str:
    earned = _MEDALS[medal] if medal else ""
    return listed((counted(points, "point"), earned, N_("assisted") if is_assisted else ""))


def days_in_a_row(days: int) -> str:
    return say_count(days, "{count} day in a row", "{count} days in a row")
