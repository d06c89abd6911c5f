"""A drill: a position in which something is to be found, as it is kept and shown."""

import hashlib
import json
import logging
import re
from collections.abc import Mapping
from dataclasses import asdict, dataclass, field, fields, replace
from enum import StrEnum
from pathlib import Path
from typing import Any, Final, Self

from ai.contract.games import game_spec
from ai.contract.rules import Parameters, State
from ai.phrases import N_
from game.play.credit import has_player
from game.play.grading import Grade, grades_of_interest
from game.play.node import names_along
from game.play.record import GameTree
from game.play.session import Mode, Seat, Session
from game.store.fields import read_text, required
from game.ui.overlay import GOOD
from game.words.numbers import THIN_SPACE
from game.words.say import lost

log = logging.getLogger(__name__)

_NO_TEXTS: Final = {"parameters": dict, "within": int}
_LOST: Final = re.compile(r"(\d{1,9}(?:\.\d{1,9})?) (.+)")
_LONGEST: Final = 10_000
"""The most characters in a field of a drill; the position is the longest field."""

FOLDER: Final = Path(__file__).resolve().parents[2] / "assets" / "drills"
"""Holds the drills that come with a game, in a file with its name, the easiest first."""
LESSONS: Final = FOLDER.with_name("lessons")
"""Holds the first lessons of games in the same way."""
TAUGHT: Final = frozenset(path.stem for path in LESSONS.glob("*.jsonl"))
"""The games that have first lessons: read once, as the window asks at each layout."""


class Kind(StrEnum):
    """What is to be found.

    All but those of a player's own games are proven: what is not among the right moves is wrong.
    """

    WIN = "win"
    """A move that wins, within so many own moves if a number is told."""
    HOLD = "hold"
    """The only move that keeps the other side from winning, within so many moves if told."""
    BEST = "best"
    """A move after which the best final score can still be reached."""
    CLEAR = "clear"
    """A move after which the board can still be cleared."""
    FROM_GAME = "own"
    """A good move in a game of the player's own."""


@dataclass(frozen=True, slots=True)
class Drill:
    """A position with something to find.

    Attributes:
        right: Names of moves that are right; of a game of one's own perhaps not all.
        line: Names of moves: one that is right, and how it may go on.
        parameters: What of the game's parameters is not as usual.
        within: How many of the winner's moves a win takes at most; 0 where that is not told.
        played: The name of the move of one's own that was played; empty in all others.
        lost: What it lost, in English as in all files; empty if it was fine.
        task: What a lesson asks for, in words of its own.
        why: What a lesson teaches, said of a right move; empty for all others.
    """

    game: str
    position: str
    kind: Kind
    right: tuple[str, ...]
    line: tuple[str, ...] = ()
    parameters: Mapping[str, Any] = field(default_factory=dict, hash=False)
    within: int = 0
    played: str = ""
    lost: str = ""
    day: str = ""
    task: str = ""
    why: str = ""

    @property
    def key(self) -> str:
        content = json.dumps([self.game, self.position, dict(self.parameters)], sort_keys=True)
        return hashlib.sha256(content.encode()).hexdigest()[:24]

    @property
    def loss(self) -> str:
        """What the move that was played lost, in words."""
        told = _LOST.fullmatch(self.lost.replace(THIN_SPACE, ""))
        return lost(float(told[1]), 2 if told[2] == "%" else 1) if told else self.lost

    def session(self) -> Session:
        """Return it as a game of its own; raise `RulesError` or `TypeError` for what is none."""
        parameters = game_spec(self.game).parameters(**self.parameters)
        seats = [Seat.HUMAN] * game_spec(self.game).players
        session = Session(self.game, parameters, 0, seats, mode=Mode.ANALYSE)
        session.set_position(self.position, parameters)
        return session

    def moves(self, state: State) -> tuple[int, ...]:
        """Return the moves of its line from its position on; without one, a move that is right."""
        moves = []
        for name in self.line or self.right[:1]:
            moves.append(state.move_from_string(name))
            state = state.play(moves[-1])
        return tuple(moves)

    def to_dict(self) -> dict[str, Any]:
        data = asdict(self) | {"right": " ".join(self.right), "line": " ".join(self.line)}
        return {name: value for name, value in data.items() if value}

    @classmethod
    def from_dict(cls, data: Mapping[str, Any]) -> Self:
        """Read it back; raise `ValueError`, `TypeError` or `KeyError` for what is none."""
        names = [each.name for each in fields(cls) if each.name in data]
        values: dict[str, Any] = {
            name: required(data, name, _NO_TEXTS[name])
            if name in _NO_TEXTS
            else read_text(data[name], _LONGEST)
            for name in names
        }
        moves = {name: tuple(values.get(name, "").split()) for name in ("right", "line")}
        return cls(**{**values, **moves, "kind": Kind(values["kind"])})


def session_of(drill: Drill) -> Session | None:
    """Return a drill as a game, None if it is damaged, or made under rules that have changed."""
    try:
        session = drill.session()
        state = session.record.root.state
        drill.moves(state)
        moves = [
            state.move_from_string(name) for name in (*drill.right, *filter(None, (drill.played,)))
        ]
    except Exception:  # a plug-in's rules may raise what they like
        return None
    return session if moves and not state.is_terminal else None


def shipped(game: str) -> tuple[Drill, ...]:
    """Return the drills that come with a game, the easiest first; reads them from the disk."""
    return _read(FOLDER, game)


def lessons(game: str) -> tuple[Drill, ...]:
    """Return the first lessons of a game, in order; reads them from the disk."""
    read = _read(LESSONS, game)
    return tuple(replace(each, task=N_(each.task), why=N_(each.why)) for each in read)


def _read(folder: Path, game: str) -> tuple[Drill, ...]:
    """Return the drills of a file, without those that are damaged."""
    path = folder / f"{game}.jsonl"
    try:
        rows = path.read_text("utf-8").splitlines() if path.exists() else ()
    except (OSError, ValueError) as error:
        log.warning("The drills in %s are left out: %s", path, error)
        return ()
    return tuple(drill for row in rows if (drill := read_drill(game, row)) is not None)


def read_drill(game: str, row: str) -> Drill | None:
    """Return a drill of a game that is kept as JSON; None, and why in the log, if it is none."""
    try:
        return Drill.from_dict({"game": game, **json.loads(row)})
    except Exception as error:
        log.warning("A drill of %s is left out: %s", game, error)
        return None


def game_drills(record: GameTree, day: str) -> tuple[Drill, ...]:
    """Return the mistakes of a person in a game, and some of the moves that were fine.

    Otherwise players would know that the move played in a drill's position was bad.
    """
    if not has_player(record):
        return ()
    graded = [each for each in grades_of_interest(record) if each.line and not each.advised]
    mistakes = [each for each in graded if _is_bad(each) and each.line[0] != each.move]
    fine = [each for each in graded if each.loss_class in GOOD and each.is_best]
    chosen = [*mistakes, *fine[len(fine) // 2 :][: (len(mistakes) + 1) // 2]]
    return tuple(_drill_at(record, each, day) for each in chosen)


def unusual(game: str, parameters: Parameters) -> Mapping[str, Any]:
    """Return what of a game's parameters is not as usual."""
    usual = asdict(game_spec(game).parameters())
    return {name: each for name, each in asdict(parameters).items() if each != usual[name]}


def _is_bad(grade: Grade) -> bool:
    """Whether a move has lost something beyond doubt: more than one that is nearly the best."""
    return grade.is_sure and grade.loss > 0 and grade.loss_class not in GOOD


def _drill_at(record: GameTree, grade: Grade, day: str) -> Drill:
    state, spec = record.nodes[grade.ply - 1].state, record.spec
    digits, unit = (".0f", "points") if spec.players == 1 else (".3g", "%")
    loss = f"{grade.loss:{digits}} {unit}"
    played, line = state.move_to_string(grade.move), tuple(names_along(state, grade.line))
    return Drill(
        game=spec.name,
        position=state.to_text(),
        kind=Kind.FROM_GAME,
        right=tuple({*line[:1], *(() if _is_bad(grade) else (played,))}),
        line=line,
        parameters=unusual(spec.name, record.start.parameters),
        played=played,
        lost=loss if _is_bad(grade) else "",
        day=day,
    )
