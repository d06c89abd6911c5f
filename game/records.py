"""What the player has reached: best scores on SameGame boards, results against the AI.

A frozen value, read from and written to plain data for JSON. A row of the file that cannot be
read is kept as it is and written back, so that nothing is lost to a damaged or newer file.
"""

import datetime
import logging
from collections.abc import Mapping
from dataclasses import asdict, dataclass, replace
from typing import Any, Final, Self

from game.games.samegame.rules import SameGameParameters, SameGameState
from game.session import Mode, Seat, Session

log = logging.getLogger(__name__)

FORMAT_VERSION: Final = 1


class RecordsError(ValueError):
    """A file that holds no records this program can read."""


@dataclass(frozen=True, slots=True)
class BoardId:
    """Which SameGame board a score belongs to.

    Attributes:
        parameters: Size, colours and rule.
        seed: What it was made from; 0 for a standard board.
        standard: Its number among the standard boards, if it is one.
    """

    parameters: SameGameParameters
    seed: int = 0
    standard: int | None = None


@dataclass(frozen=True, slots=True)
class ScoreRecord:
    """The best score on a board, with or without the AI's help.

    Attributes:
        board: The board.
        score: The final score.
        date: The day it was reached, as in 2026-11-21.
        assisted: Whether moves of the AI's were seen in that game.
        cleared: Whether the board was cleared.
        target: The best score that the AI knew for the board then, if it had looked.
    """

    board: BoardId
    score: int
    date: str
    assisted: bool = False
    cleared: bool = False
    target: int | None = None


@dataclass(frozen=True, slots=True)
class Tally:
    """How a player did against one level of the AI.

    Attributes:
        game: The game's name in the registry.
        level: The level's name.
        won: Games the player won.
        drawn: Games without a winner.
        lost: Games the AI won.
        assisted: How many of them saw moves of the AI's.
    """

    game: str
    level: str = ""
    won: int = 0
    drawn: int = 0
    lost: int = 0
    assisted: int = 0

    @property
    def played(self) -> int:
        """All of them."""
        return self.won + self.drawn + self.lost

    def plus(self, other: "Tally") -> "Tally":
        """Return both together."""
        return replace(
            self,
            won=self.won + other.won,
            drawn=self.drawn + other.drawn,
            lost=self.lost + other.lost,
            assisted=self.assisted + other.assisted,
        )


@dataclass(frozen=True, slots=True)
class Records:
    """Everything reached so far.

    Attributes:
        scores: One a board, and another where an assisted one is not the same.
        tallies: One a game and level.
        unread: Rows of the file that could not be read, by their list's name.
    """

    scores: tuple[ScoreRecord, ...] = ()
    tallies: tuple[Tally, ...] = ()
    unread: tuple[tuple[str, Any], ...] = ()

    # What there is.

    def best(self, board: BoardId) -> ScoreRecord | None:
        """Return the best score on a board; of equals the one without help."""
        known = [record for record in self.scores if record.board == board]
        return max(known, key=lambda record: (record.score, not record.assisted), default=None)

    def best_standard(self, number: int) -> ScoreRecord | None:
        """Return the best score on a standard board."""
        return self.best(standard_board(number))

    @property
    def highest(self) -> ScoreRecord | None:
        """The highest score on any board; of equals the one without help."""
        key = lambda record: (record.score, not record.assisted)  # noqa: E731
        return max(self.scores, key=key, default=None)

    @property
    def best_by_board(self) -> tuple[ScoreRecord, ...]:
        """The best score of every board, the highest first."""
        boards = dict.fromkeys(record.board for record in self.scores)
        found = (self.best(board) for board in boards)
        return tuple(sorted((r for r in found if r is not None), key=lambda r: -r.score))

    def tallies_of(self, game: str) -> tuple[Tally, ...]:
        """Return the results in a game, one for each level played against."""
        return tuple(tally for tally in self.tallies if tally.game == game)

    def total(self, game: str) -> Tally:
        """Return the results in a game against all levels together; its level is empty."""
        whole = Tally(game)
        for tally in self.tallies_of(game):
            whole = whole.plus(tally)
        return whole

    # What is added.

    def with_score(self, record: ScoreRecord) -> "Records":
        """Return records that know of a score, the same ones if a better one is known."""
        same = [
            known
            for known in self.scores
            if known.board == record.board and known.assisted == record.assisted
        ]
        if any(known.score >= record.score for known in same):
            return self
        kept = tuple(known for known in self.scores if known not in same)
        return replace(self, scores=(*kept, record))

    def with_result(self, result: Tally) -> "Records":
        """Return records with more games against a level."""
        known = {(tally.game, tally.level): tally for tally in self.tallies}
        key = result.game, result.level
        known[key] = known[key].plus(result) if key in known else result
        return replace(self, tallies=tuple(known.values()))

    def with_game(self, session: Session, today: datetime.date | None = None) -> "Records":
        """Return records that know of a finished game, if the player's result is one.

        A score counts on a board that can be played again and that the player has played; a
        two-player game counts against the AI. The caller tells the session that it was counted.
        """
        if not session.state.is_terminal or session.mode is Mode.DEMO or session.ai_moves:
            return self
        if session.spec.players == 2:
            result = _result_of(session) if session.mode is Mode.PLAY else None
            return self if result is None else self.with_result(result)
        board = board_of(session)
        if board is None or session.length == 0:
            return self
        assert isinstance(session.state, SameGameState)
        return self.with_score(
            ScoreRecord(
                board,
                session.state.score,
                (today or datetime.date.today()).isoformat(),
                assisted=session.is_assisted,
                cleared=session.state.cleared,
                target=session.target.score if session.target else None,
            )
        )

    # How it is written down.

    def to_dict(self) -> dict[str, Any]:
        """Return plain values for JSON."""
        rows: dict[str, list[Any]] = {
            "samegame": [_score_row(record) for record in self.scores],
            "two_player": [asdict(tally) for tally in self.tallies],
        }
        for name, row in self.unread:
            rows.setdefault(name, []).append(row)
        return {"version": FORMAT_VERSION, **rows}

    @classmethod
    def from_dict(cls, data: object) -> Self:
        """Read records back; rows that cannot be read are kept as `unread`.

        Raises:
            RecordsError: It is no object of this version.
        """
        if not isinstance(data, Mapping):
            raise RecordsError("records must be an object")
        if data.get("version") != FORMAT_VERSION:
            raise RecordsError(f"version {data.get('version')!r} of records is not known here")
        scores, tallies, unread = [], [], []
        for name, rows in data.items():
            if name == "version":
                continue
            if not isinstance(rows, list):
                raise RecordsError(f"'{name}' is not a list")
            for row in rows:
                try:
                    if name == "samegame":
                        scores.append(_read_score(row))
                    elif name == "two_player":
                        tallies.append(_read_tally(row))
                    else:
                        unread.append((name, row))
                except (ValueError, TypeError, KeyError) as error:
                    log.warning("A row of '%s' is kept unread: %s", name, error)
                    unread.append((name, row))
        return cls(tuple(scores), tuple(tallies), tuple(unread))


def standard_board(number: int) -> BoardId:
    """Return the identity of a standard board."""
    return BoardId(SameGameParameters(), standard=number)


def board_of(session: Session) -> BoardId | None:
    """Return which board a SameGame session is played on; None for a pasted one."""
    if session.is_pasted:
        return None
    if session.standard is not None:
        return standard_board(session.standard)
    assert isinstance(session.parameters, SameGameParameters)
    return BoardId(session.parameters, session.seed)


def _result_of(session: Session) -> Tally | None:
    """Return the result of a game between the player and the AI."""
    if set(session.seats) != {Seat.HUMAN, Seat.AI} or session.is_pasted:
        return None
    value = session.state.returns[session.seats.index(Seat.HUMAN)]
    return Tally(
        session.spec.name,
        session.opponent.name,
        won=int(value > 0),
        drawn=int(value == 0),
        lost=int(value < 0),
        assisted=int(session.is_assisted),
    )


def _score_row(record: ScoreRecord) -> dict[str, Any]:
    row = asdict(record)
    board = row.pop("board")
    return {**board.pop("parameters"), **board, **row}


def _read_score(row: Any) -> ScoreRecord:
    parameters = SameGameParameters(
        _whole(row["columns"]), _whole(row["rows"]), _whole(row["colours"]), row["leftover"]
    )
    standard, target = row["standard"], row["target"]
    board = BoardId(parameters, _whole(row["seed"]), None if standard is None else _whole(standard))
    return ScoreRecord(
        board,
        _whole(row["score"]),
        datetime.date.fromisoformat(row["date"]).isoformat(),
        assisted=_flag(row["assisted"]),
        cleared=_flag(row["cleared"]),
        target=None if target is None else _whole(target),
    )


def _read_tally(row: Any) -> Tally:
    counts = [_whole(row[name]) for name in ("won", "drawn", "lost", "assisted")]
    if min(counts) < 0 or not (isinstance(row["game"], str) and isinstance(row["level"], str)):
        raise ValueError("a tally needs a game, a level and counts of at least 0")
    return Tally(row["game"], row["level"], *counts)


def _whole(value: Any) -> int:
    if isinstance(value, bool) or not isinstance(value, int):
        raise ValueError(f"{value!r} is not a whole number")
    return value


def _flag(value: Any) -> bool:
    if not isinstance(value, bool):
        raise ValueError(f"{value!r} is neither true nor false")
    return value
