"""The games that a nested search keeps: the best one of each level."""

from ai.contract.rules import State
from ai.search.simulation import Memory
from game.screens.inside import words
from game.ui.panel.basics import Heading
from game.ui.panel.compose import Column, Inset, Row
from game.ui.panel.parts import Phrase
from game.ui.skin import Skin
from game.ui.theme import TYPE
from game.words.numbers import thousands

_MOST_NAMES = 12
_LEVEL_DP, _SCORE_DP, _ROW_DP = 50, 46, 20


def level_lines(skin: Skin, root: State, memories: tuple[Memory, ...]) -> Column:
    heading = Heading("Best game of each level", "from its first move on")
    return Column(heading, *(_line(skin, root, each) for each in memories))


def _line(skin: Skin, root: State, memory: Memory) -> Inset:
    state, names = words.state_at(root, memory.line[: memory.begun]), list[str]()
    for move in memory.line[memory.begun :][:_MOST_NAMES]:
        names.append(state.move_label(move))
        state = state.play(move)
    score = thousands(round(memory.score)) if memory.line else "–"
    row = Row(
        Phrase(f"level {memory.level}", TYPE.table, wide=skin.px(_LEVEL_DP)),
        Phrase(score, TYPE.table, bold=True, tabular=True, right=True, wide=skin.px(_SCORE_DP)),
        Phrase(" ".join(names), TYPE.table, "second", stretch=True),
        gap=8,
        tall=_ROW_DP,
    )
    return Inset(row, 6)
