"""What the player has reached: best scores in games for one, results against the AI.

A frozen value, read from and written to plain data for JSON. Whatever cannot be read of that is
kept as it is and written back: nothing is lost to damage, or to a plug-in that is not there now.
"""

import datetime
import logging
from collections.abc import Callable, Mapping
from dataclasses import asdict, dataclass, field, replace
from functools import partial
from typing import Any, Final

from ai.contract.games import game_names, game_of, game_spec, write_game
from ai.contract.rules import Parameters
from ai.levels import even_strength, family, rungs, strength_on
from game.games.state import MOST_SEED
from game.library.rating import NEW_DEVIATION, EvenMatch
from game.play.credit import credit_of
from game.play.node import By
from game.play.record import GameTree
from game.play.session import Mode, Seat, Session
from game.store import fields

log = logging.getLogger(__name__)

RESULTS: Final = "two_player"
"""What the file calls the results against the AI; the scores stand under the name of their game."""
POSITIONS: Final = "positions_of_the_day"
"""What it calls the results of these."""
TIMED: Final = "against_the_clock"
EVEN_MATCHES: Final = "even_matches"


class RecordsError(ValueError):
    """A file that holds no records this program can read."""


@dataclass(frozen=True, slots=True)
class BoardId:
    """Which board of a game for one a score belongs to.

    Attributes:
        seed: What it was made from; 0 for a standard board.
    """

    game: str
    parameters: Parameters
    seed: int = 0
    standard: int | None = None


@dataclass(frozen=True, slots=True)
class ScoreRecord:
    """The best score on a board, with or without the AI's help.

    Attributes:
        date: The day it was reached, as in 2026-11-21.
        later: The last day on which the board was played to its end and this was not bettered;
            empty if that is not a later one.
        assisted: Whether moves of the AI's were seen in that game.
        target: The best score that the AI knew for the board then, if it had looked.
    """

    board: BoardId
    score: int
    date: str
    assisted: bool = False
    cleared: bool = False
    target: int | None = None
    later: str = ""

    @property
    def played(self) -> str:
        """The last day on which the board was played to its end."""
        return self.later or self.date


@dataclass(frozen=True, slots=True)
class PositionResult:
    """Whether the position of a day, as in 2026-11-21, was solved at the first try."""

    day: str
    solved: bool


@dataclass(frozen=True, slots=True)
class TimedResult:
    """How many drills of a game were solved against the clock; of all games, if that is empty."""

    game: str
    day: str
    solved: int


@dataclass(frozen=True, slots=True)
class Tally:
    """How a player did against one level of the AI; even matches of all strengths are one level.

    Attributes:
        assisted: How many of them saw moves of the AI's.
        streak: How many of the last ones were won, in a row.
        losses: How many of the last ones were lost, in a row.
        beaten: The strongest even match that was won; 0 for none.
    """

    game: str
    level: str = ""
    won: int = 0
    drawn: int = 0
    lost: int = 0
    assisted: int = 0
    streak: int = 0
    losses: int = 0
    beaten: int = 0

    @property
    def played(self) -> int:
        return self.won + self.drawn + self.lost

    def plus(self, other: "Tally") -> "Tally":
        """Return both together, the other one's games after these."""
        is_won, is_lost = (run == other.played for run in (other.streak, other.losses))
        return replace(
            self,
            won=self.won + other.won,
            drawn=self.drawn + other.drawn,
            lost=self.lost + other.lost,
            assisted=self.assisted + other.assisted,
            streak=other.streak + (self.streak if is_won else 0),
            losses=other.losses + (self.losses if is_lost else 0),
            beaten=max(self.beaten, other.beaten),
        )


Entry = ScoreRecord | Tally | PositionResult | TimedResult | EvenMatch


@dataclass(frozen=True, slots=True)
class Records:
    """Everything reached so far.

    Attributes:
        scores: One a board, and another where an assisted one is not the same.
        positions: Whether that of a day was solved at the first try, by the day.
        timed: The best round against the clock of each game and day.
        matches: How strong the player is on each board, the one played on last at the end.
        unread: Rows of the file that could not be read, by their list's name.
        unknown: What else the file holds, by its name there: scores in games of plug-ins.
    """

    scores: tuple[ScoreRecord, ...] = ()
    tallies: tuple[Tally, ...] = ()
    positions: Mapping[str, bool] = field(default_factory=dict)
    timed: tuple[TimedResult, ...] = ()
    matches: tuple[EvenMatch, ...] = ()
    unread: tuple[tuple[str, Any], ...] = ()
    unknown: Mapping[str, Any] = field(default_factory=dict)

    # What there is.

    def best(self, board: BoardId) -> ScoreRecord | None:
        """Return the best score on a board; of equals the one without help."""
        scores = [record for record in self.scores if record.board == board]
        return max(scores, key=lambda record: (record.score, not record.assisted), default=None)

    def last_played(self) -> Mapping[BoardId, str]:
        by_day = sorted(self.scores, key=lambda record: record.played)
        return {record.board: record.played for record in by_day}

    def highest(self, game: str) -> ScoreRecord | None:
        """Return the highest score on any board of a game; of equals the one without help."""
        scores = [record for record in self.scores if record.board.game == game]
        return max(scores, key=lambda record: (record.score, not record.assisted), default=None)

    def has_finished(self, game: str) -> bool:
        return self.highest(game) is not None or self.total(game).played > 0

    def best_by_board(self, game: str) -> tuple[ScoreRecord, ...]:
        """Return the best score of every board of a game, the highest first."""
        boards = dict.fromkeys(record.board for record in self.scores if record.board.game == game)
        bests = (self.best(board) for board in boards)
        return tuple(sorted((r for r in bests if r is not None), key=lambda r: -r.score))

    def tally(self, game: str, level: str) -> Tally:
        """Return the results in a game against one level; all zeros before the first."""
        name = family(level)
        return next((t for t in self.tallies_of(game) if t.level == name), Tally(game, name))

    def tallies_of(self, game: str) -> tuple[Tally, ...]:
        """Return the results in a game, one for each level played against."""
        return tuple(tally for tally in self.tallies if tally.game == game)

    def total(self, game: str) -> Tally:
        """Return the results in a game against all levels together; its level is empty."""
        whole = Tally(game)
        for tally in self.tallies_of(game):
            whole = whole.plus(tally)
        return whole

    def most_timed(self, game: str, day: str = "") -> int:
        """Return how many drills were solved at most against the clock, on a day or ever."""
        rounds = (each for each in self.timed if each.game == game and day in ("", each.day))
        return max((each.solved for each in rounds), default=0)

    def match(self, game: str, board: str) -> EvenMatch | None:
        """Return how strong the player is on a board; on a new one as on that played on last."""
        there = [each for each in self.matches if each.game == game]
        last = EvenMatch(game, board, there[-1].value) if there else None
        return next((each for each in there if each.board == board), last)

    # What is added.

    def plus(self, entry: Entry) -> "Records":
        """Return records with one more; the same ones if it tells nothing new."""
        match entry:
            case ScoreRecord():
                return self.with_score(entry)
            case Tally():
                return self.with_result(entry)
            case TimedResult(game, day, solved):
                others = (each for each in self.timed if (each.game, each.day) != (game, day))
                is_best = solved > self.most_timed(game, day)
                return replace(self, timed=(*others, entry)) if is_best else self
            case EvenMatch(game, board):
                rest = (each for each in self.matches if (each.game, each.board) != (game, board))
                return replace(self, matches=(*rest, entry))
        if entry.day in self.positions:  # the first try counts
            return self
        return replace(self, positions={**self.positions, entry.day: entry.solved})

    def with_score(self, record: ScoreRecord) -> "Records":
        """Return records that know of a score, or where a better one is known of its day."""
        mark = record.board, record.assisted
        same = [each for each in self.scores if (each.board, each.assisted) == mark]
        best = max((*same, record), key=lambda each: each.score)  # of equals the one known before
        # A later day than this one is of a clock that was wrong.
        played, day = record.played, min(best.date, record.played)
        best = replace(best, date=day, later=played if played > day else "")
        if best in same:
            return self
        kept = (each for each in self.scores if each not in same)
        return replace(self, scores=(*kept, best))

    def with_result(self, result: Tally) -> "Records":
        """Return records with more games against a level."""
        tallies: dict[tuple[str, str], Tally] = {}
        for tally in (*self.tallies, result):
            key = tally.game, tally.level
            tallies[key] = tallies[key].plus(tally) if key in tallies else tally
        return replace(self, tallies=tuple(tallies.values()))

    # How it is written down.

    def to_dict(self) -> dict[str, Any]:
        rows: dict[str, list[Any]] = {name: [] for name in _readers()}
        for record in self.scores:
            rows.setdefault(record.board.game, []).append(_score_row(record))
        rows[RESULTS] = [asdict(tally) for tally in self.tallies]
        rows[POSITIONS] = [{"day": day, "solved": solved} for day, solved in self.positions.items()]
        rows[TIMED] = [asdict(each) for each in self.timed]
        rows[EVEN_MATCHES] = [asdict(each) for each in self.matches]
        for name, row in self.unread:
            rows.setdefault(name, []).append(row)
        return {**self.unknown, **rows}

    @staticmethod
    def from_dict(data: object) -> "Records":
        """Read records back; rows that cannot be read are kept as `unread`.

        Raises:
            RecordsError: It is no object, or a list is none.
        """
        if not isinstance(data, Mapping):
            raise RecordsError("records must be an object")
        readers = _readers()
        records = Records(unknown={k: v for k, v in data.items() if k not in readers})
        for name, read in readers.items():
            rows = data.get(name, [])
            if not isinstance(rows, list):
                raise RecordsError(f"'{name}' is not a list")
            for row in rows:
                try:
                    entry = read(row)
                except Exception as error:  # a plug-in's rules may raise what they like
                    log.warning("A row of '%s' is kept unread: %s", name, error)
                    records = replace(records, unread=(*records.unread, (name, row)))
                else:
                    records = records.plus(entry)
        return records


Change = Callable[[Records], Records]


def standard_board(game: str, number: int) -> BoardId:
    return BoardId(game, game_spec(game).parameters(), standard=number)


def board_of(record: GameTree) -> BoardId | None:
    """Return which board a game for one is played on; None for a pasted one."""
    game, start = record.spec.name, record.start
    if start.is_pasted:
        return None
    if start.standard is not None:
        return standard_board(game, start.standard)
    return BoardId(game, start.parameters, start.seed)


def entry_of(session: Session, today: datetime.date | None = None) -> Entry | None:
    """Return what a session adds to the records: the player's own result of a finished game.

    A score counts on a board that can be played again and that the player has played; a
    two-player game counts against the AI. The caller tells the session that it was counted.
    """
    record = session.record
    is_brought = any(each.by is By.BROUGHT for each in record.nodes[1:])
    if not session.is_over or session.mode is Mode.DEMO or is_brought:
        return None
    if any(each.by.is_ai for each in record.node.path()) or not credit_of(record).is_whole:
        return None
    if record.spec.players == 2:
        return _result_of(session) if session.mode is Mode.PLAY else None
    board = board_of(record)
    if board is None or record.length == 0:
        return None
    boards = game_of(board.game).text.boards
    return ScoreRecord(
        board,
        round(session.state.returns[0]),
        (today or datetime.date.today()).isoformat(),
        assisted=record.is_assisted,
        cleared=boards is not None and boards.left(session.state) == 0,
        target=record.target.score if record.target else None,
    )


def rated(session: Session, result: Entry) -> Change:
    """Return what lets records know how strong the player is after a game, if that tells of it."""
    game, parameters = session.record.spec.name, session.record.start.parameters
    strengths = [each for each, _ in rungs(game, parameters)]
    strength = strength_on(session.opponents[0].name, game, parameters) if strengths else None
    if not isinstance(result, Tally) or result.assisted or strength is None:
        return lambda records: records
    score, ends = result.won + result.drawn / 2, (strengths[0], strengths[-1])
    new = EvenMatch(game, write_game(session.record.spec, parameters), strength)
    return lambda records: records.plus(
        (records.match(game, new.board) or new).after(strength, score, ends)
    )


def _result_of(session: Session) -> Tally | None:
    record, result = session.record, session.record.result
    is_against_ai = set(record.seats) == {Seat.HUMAN, Seat.AI}
    if result is None or not is_against_ai or record.start.is_pasted:
        return None
    level, *others = session.opponents
    if others:  # it belongs to no level alone
        return None
    value = result[record.seats.index(Seat.HUMAN)]
    return Tally(
        record.spec.name,
        family(level.name),
        won=int(value > 0),
        drawn=int(value == 0),
        lost=int(value < 0),
        assisted=int(record.is_assisted),
        streak=int(value > 0),
        losses=int(value < 0),
        beaten=(even_strength(level.name) or 0) if value > 0 else 0,
    )


def _score_row(record: ScoreRecord) -> dict[str, Any]:
    row = asdict(record)
    board = row.pop("board")
    del board["game"]  # its name is the list's
    return {**board.pop("parameters"), **board, **row}


def _read_score(game: str, row: Any) -> ScoreRecord:
    spec, boards = game_spec(game), game_of(game).text.boards
    defaults = asdict(spec.parameters())
    parameters = spec.parameters(**{n: _like(usual, row[n]) for n, usual in defaults.items()})
    seed = fields.read_int(row["seed"], 0, MOST_SEED)
    standard, target, later = row["standard"], row["target"], row["later"]
    if standard is not None:
        fields.read_int(standard, 1, len(boards.standard()) if boards else 0)
    return ScoreRecord(
        BoardId(game, parameters, seed, standard),
        fields.read_int(row["score"], -fields.MOST),
        datetime.date.fromisoformat(row["date"]).isoformat(),
        assisted=fields.read_bool(row["assisted"]),
        cleared=fields.read_bool(row["cleared"]),
        target=None if target is None else fields.read_int(target, -fields.MOST),
        later="" if later == "" else datetime.date.fromisoformat(later).isoformat(),
    )


def _read_tally(row: Any) -> Tally:
    game, level = fields.read_name(row["game"]), fields.read_level(row["level"])
    names = ("won", "drawn", "lost", "assisted", "streak", "losses")
    won, drawn, lost, assisted, streak, losses = (fields.read_int(row[name]) for name in names)
    beaten = fields.read_int(row.get("beaten", 0))
    streak, losses = min(streak, won), min(losses, lost)
    return Tally(game, level, won, drawn, lost, assisted, streak, losses, beaten)


def _read_position(row: Any) -> PositionResult:
    day = datetime.date.fromisoformat(row["day"]).isoformat()
    return PositionResult(day, fields.read_bool(row["solved"]))


def _read_timed(row: Any) -> TimedResult:
    day = datetime.date.fromisoformat(row["day"]).isoformat()
    return TimedResult(fields.read_name(row["game"]), day, fields.read_int(row["solved"]))


def _read_match(row: Any) -> EvenMatch:
    names = fields.read_name(row["game"]), fields.read_level(row["board"])
    value, step = (fields.read_float(row[name]) for name in ("value", "step"))
    deviation = fields.read_float(row["deviation"], 0, NEW_DEVIATION)
    volatility = fields.read_float(row["volatility"], 1e-3, 1)
    return EvenMatch(*names, value, step, deviation, volatility)


def _like(default: Any, value: Any) -> Any:
    """Return a parameter out of the file if it is of the default's kind."""
    if isinstance(default, bool):
        return fields.read_bool(value)
    if isinstance(default, int):
        return fields.read_int(value, -fields.MOST)
    return fields.read_name(value)


def _readers() -> dict[str, Callable[[Any], Entry]]:
    """Return what reads a row of each list; lists of other names are carried along unread."""
    scores = {game: partial(_read_score, game) for game in game_names(players=1)}
    others: dict[str, Callable[[Any], Entry]] = {
        POSITIONS: _read_position,
        TIMED: _read_timed,
        EVEN_MATCHES: _read_match,
    }
    return {**scores, RESULTS: _read_tally, **others}
