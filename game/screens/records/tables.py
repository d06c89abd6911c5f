"""What the records screen shows of any game: best scores in one for one, results in one for two."""

from dataclasses import asdict
from typing import Final

from ai.contract.games import game_spec
from ai.levels import level_title, levels_of
from game.games.registry import has_seeds
from game.library.records import Records, ScoreRecord, Tally
from game.screens.records.table import Cell, Table, TableColumn
from game.words.numbers import day, thousands

_SCORE_COLUMNS: Final = (
    TableColumn("Board", 0.5),
    TableColumn("Score", 0.66),
    TableColumn("", 0.82),
    TableColumn("Date", 1.0),
)
_RESULT_COLUMNS: Final = (
    TableColumn("Level", 0.34),
    TableColumn("Won", 0.48),
    TableColumn("Drawn", 0.62),
    TableColumn("Lost", 0.76),
    TableColumn("With hints", 1.0),
)


def score_tables(game: str, records: Records) -> tuple[Table, ...]:
    """Return the best scores in a game for one."""
    best = records.best_by_board(game)
    note = f"best {thousands(best[0].score)}" if best else ""
    empty = "Finish a game: your best score on each board appears here."
    rows = tuple(_score_row(record) for record in best)
    return (Table(game_spec(game).title, note, _SCORE_COLUMNS, rows, empty),)


def _score_row(record: ScoreRecord) -> tuple[Cell, ...]:
    board = record.board
    if board.standard is not None:
        name = f"No. {board.standard}"
    elif has_seeds(board.game, board.parameters):
        name = f"Seed {thousands(board.seed)}"
    else:
        name = "Board"
    usual = asdict(game_spec(board.game).parameters())
    given = [f"{k} {v}" for k, v in asdict(board.parameters).items() if v != usual[k]]
    return (
        Cell(" · ".join([name, *given]), short=name),
        Cell(thousands(record.score), bold=True),
        Cell("assisted" if record.assisted else "", "caption"),
        Cell(day(record.date), "caption", short=day(record.date).rpartition(" ")[0]),
    )


def result_table(game: str, records: Records) -> Table:
    """Return the results in a game for two, against each level of the AI."""
    tallies = {tally.level: tally for tally in records.tallies_of(game)}
    names = dict.fromkeys([*(level.name for level in levels_of(game)), *tallies])
    rows = [_result_row(level_title(n, game), tallies[n]) for n in names if n in tallies]
    total = records.total(game)
    note = f"{total.played} played" if total.played else ""
    empty = "Finish a game against the AI: your results appear here."
    return Table(game_spec(game).title, note, _RESULT_COLUMNS, tuple(rows), empty)


def _result_row(level: str, tally: Tally) -> tuple[Cell, ...]:
    return (
        Cell(level),
        Cell(str(tally.won), bold=True),
        Cell(str(tally.drawn)),
        Cell(str(tally.lost)),
        Cell(str(tally.assisted), "caption"),
    )
