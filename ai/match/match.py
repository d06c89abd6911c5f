"""A match from its first game to its last: what was played before, where it stands, what ends it.

Games may come in any order, but count in the order of their numbers: what a match says, and
where its sequential test ends it, must not depend on how many games run at once. Its file has the
plan and the games, a line each, so that it can be gone on with.
"""

import errno
import hashlib
from collections import Counter
from collections.abc import Callable, Iterator, Sequence
from contextlib import suppress
from pathlib import Path
from typing import Final, Protocol, TextIO

from ai.contract.games import game_spec
from ai.files import data_folder, replace
from ai.match.events import (
    Event,
    GameRecord,
    MatchEnded,
    MatchFileError,
    MatchPlan,
    Standing,
    from_json,
    is_sealed,
    sealed,
    to_json,
)
from ai.match.statistics import elo_interval, log_likelihood_ratio


class Ledger:
    """Takes records in, and keeps of those that count no more than sums.

    Attributes:
        counted: How many games count: all up to the first that is missing.
        verdict: What the sequential test accepted, if it ended the match.
    """

    def __init__(self, plan: MatchPlan) -> None:
        self._plan = plan
        self._pair = game_spec(plan.game).players
        self._waiting: dict[int, GameRecord] = {}
        self.counted = 0
        self.verdict = ""
        self._results: Counter[float | None] = Counter()
        self._forfeits: Counter[int | None] = Counter()
        self._by_opening: dict[int, tuple[float, ...]] = {}
        self._units: Counter[tuple[float, ...]] = Counter()
        self._scored = 0
        self._scores = [0, 0]

    @property
    def is_over(self) -> bool:
        """Whether no further game is needed."""
        return bool(self.verdict) or self.counted >= self._plan.games

    def holds(self, game: int) -> bool:
        return game < self.counted or game in self._waiting

    def add(self, record: GameRecord) -> list[GameRecord]:
        """Take a game in; return those that count from now on, in order."""
        if self.holds(record.game):
            return []
        self._waiting[record.game] = record
        released = []
        while not self.is_over and self.counted in self._waiting:
            released.append(self._waiting.pop(self.counted))
            self.counted += 1
            self._count(released[-1])
            if self._plan.sprt is not None and self.counted % self._pair == 0:
                self.verdict = self.standing.verdict
        return released

    def _count(self, record: GameRecord) -> None:
        self._results[record.result] += 1
        self._forfeits[record.winner] += record.is_forfeit
        if record.scores is not None:
            self._scored += 1
            self._scores = [self._scores[side] + record.scores[side] for side in (0, 1)]
        if record.result is not None:
            before = self._by_opening.pop(record.opening, ())
            unit = (*before, record.result)
            if len(unit) < self._pair:
                self._by_opening[record.opening] = unit
            self._units[before] -= 1 if before else 0
            self._units[unit] += 1

    @property
    def standing(self) -> Standing:
        """Where it stands after the games that count; those of an opening are one observation."""
        games = self._results.total() - self._results[None]
        elo = elo_interval(self._units)
        sprt, ratio, verdict = self._plan.sprt, None, ""
        if sprt is not None:
            complete = {unit: n for unit, n in self._units.items() if len(unit) == self._pair}
            ratio = log_likelihood_ratio(complete, sprt)
            verdict = sprt.verdict(ratio)
        means = [total / self._scored for total in self._scores] if self._scored else None
        return Standing(
            games=games,
            wins=self._results[1.0],
            draws=self._results[0.5],
            losses=self._results[0.0],
            failed=self._results[None],
            elo=elo.value,
            elo_low=elo.low,
            elo_high=elo.high,
            means=(means[0], means[1]) if means else None,
            llr=ratio,
            verdict=verdict,
            forfeits=(self._forfeits[1], self._forfeits[0]),
        )


_BEGINNING: Final = '{"event": "match", '
_NO_MATCH: Final = "a match does not begin like this"


def default_file(plan: MatchPlan) -> Path:
    """Return where a match is kept until it is over, if nobody names another file.

    The name is a digest of all that decides its games, so the same command finds it again.
    Raises `HomeError`.
    """
    digest = hashlib.sha256(to_json(plan.without_end).encode()).hexdigest()[:16]
    return data_folder() / "matches" / f"{plan.game}-{digest}.jsonl"


def read_match(path: Path) -> tuple[MatchPlan | None, list[GameRecord]]:
    """Return the plan and the games of a file; no plan if there is no file or nothing in it.

    A last line that was cut off in writing does not count.

    Raises:
        MatchFileError: It is no file of a match; the sentence names it and the line.
        OSError: It cannot be read.
    """
    if path.exists() and not path.is_file():
        raise OSError(errno.EINVAL, "it is not a file", str(path))
    try:
        text = path.read_text("utf-8-sig")
    except FileNotFoundError:
        return None, []
    except UnicodeDecodeError:
        raise MatchFileError(f"'{path}' is not a match: it is not UTF-8 text") from None
    lines = text.splitlines(keepends=True)
    if lines and not lines[-1].endswith("\n"):
        cut_off = lines.pop()
        if not lines and cut_off[: len(_BEGINNING)] != _BEGINNING[: len(cut_off)]:
            raise MatchFileError(f"'{path}', line 1: {_NO_MATCH}")
    plan: MatchPlan | None = None
    games: list[GameRecord] = []
    for number, line in enumerate(lines, 1):
        try:
            event = from_json(line)
            if not is_sealed(line):
                raise MatchFileError("this line is damaged")
        except MatchFileError as error:
            raise MatchFileError(f"'{path}', line {number}: {error}") from None
        if isinstance(event, MatchPlan):
            plan = plan or event
        elif isinstance(event, GameRecord) and plan is not None:
            games.append(event)
    if lines and plan is None:
        raise MatchFileError(f"'{path}', line 1: {_NO_MATCH}")
    return plan, games


class MatchFile:
    """Appends games to a file, each at once."""

    def __init__(self, path: Path, plan: MatchPlan, games: Sequence[GameRecord]) -> None:
        """Open the file; raises `OSError`. It goes on behind the games that are there already."""
        self.path = path
        self._file: TextIO
        if games:
            # Written anew: without what was cut off.
            path = path.resolve()
            beside = path.with_name(f"{path.name}.new")
            lines = [_line(plan), *map(_line, games)]
            beside.write_text("".join(lines), "utf-8", newline="\n")
            replace(beside, path)
            self._file = path.open("a", encoding="utf-8", newline="\n")
        else:
            self._file = path.open("w", encoding="utf-8", newline="\n")
            self.add(plan)

    def add(self, event: MatchPlan | GameRecord) -> None:
        self._file.write(_line(event))
        self._file.flush()

    def close(self) -> None:
        with suppress(OSError):  # what it still holds back could not be written before
            self._file.close()

    def remove(self) -> None:
        self.close()
        with suppress(OSError):
            self.path.unlink()


def _line(event: MatchPlan | GameRecord) -> str:
    return sealed(to_json(event)) + "\n"


GAMES, SPRT, STOPPED = "games", "sprt", "interrupted"


class Pool(Protocol):
    """Plays the games of a match, here or elsewhere."""

    def run(self, next_game: Callable[[], int | None]) -> Iterator[Event | None]:
        """Yield what happens, and None when nothing did for a while; the caller may stop."""

    def close(self) -> None:
        """End all games."""


def run_match(
    plan: MatchPlan,
    pool: Pool,
    earlier: list[GameRecord],
    keep: Callable[[GameRecord], None],
    is_stopped: Callable[[], bool],
) -> Iterator[Event]:
    """Play a match; yield what happens, with each game that counts followed by the standing.

    Args:
        pool: Plays the games; closed at the end.
        earlier: Games that were played before.
        is_stopped: Asked ten times a second whether to stop.

    Yields:
        Events; the last one is a `MatchEnded`.
    """
    ledger = Ledger(plan)
    reason = GAMES
    try:
        for record in earlier:
            yield from _count(ledger, record)
        # A game may be there already, although one before it is not.
        waiting = iter([game for game in range(plan.games) if not ledger.holds(game)])
        for event in () if ledger.is_over else pool.run(lambda: next(waiting, None)):
            if isinstance(event, GameRecord):
                keep(event)
                yield from _count(ledger, event)
            elif event is not None:
                yield event
            if ledger.is_over:
                break
            if is_stopped():
                reason = STOPPED
                break
    finally:
        pool.close()
    yield MatchEnded(SPRT if ledger.verdict else reason, ledger.standing)


def _count(ledger: Ledger, record: GameRecord) -> Iterator[Event]:
    for released in ledger.add(record):
        yield released
        yield ledger.standing
