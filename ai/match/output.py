"""What `match` prints: lines of JSON, or a table for people, and the progress on a terminal."""

import sys
import time
from contextlib import suppress

from ai.match.events import (
    SIDES,
    Event,
    GameRecord,
    MatchEnded,
    MatchNotice,
    MatchPlan,
    MovePlayed,
    Standing,
    to_json,
)
from ai.streams import StatusLine, bar


def print_line(event: Event, *, live: bool) -> None:
    """Print a JSON object: the match, its games, its result; live, everything else too."""
    if live or isinstance(event, MatchPlan | GameRecord | MatchEnded):
        print(to_json(event), flush=True)


_WIDTHS = (5, 8, 8, 8, 11, 11)


class MatchTable:
    """A row a game, and the result as a few lines."""

    _plan: MatchPlan
    _begun = False

    def show(self, event: Event) -> None:
        """Print a row, or the result; nothing for what happens inside a game."""
        if isinstance(event, MatchPlan):
            self._plan = event
        elif isinstance(event, GameRecord):
            self._row(event)
        elif isinstance(event, MatchEnded):
            self._result(event.standing)

    def _row(self, record: GameRecord) -> None:
        if not self._begun:
            self._begun = True
            head = ("A", "B", "better") if record.scores else ("first", "moves", "winner")
            _print_cells("game", *head, "seconds A", "seconds B")
        if record.error:
            print(f"{record.game + 1:>5}  failed: {record.error}", flush=True)
            return
        winner = "draw" if record.winner is None else SIDES[record.winner]
        if record.scores:
            cells = [f"{score:,}" for score in record.scores]
        else:
            cells = [SIDES[record.first], str(record.plies)]
        times = [f"{record.seconds(side):.1f}" for side in (0, 1)]
        _print_cells(str(record.game + 1), *cells, winner, *times)
        if record.ending:
            print(f"{'':>5}  {record.ending}", flush=True)

    def _result(self, standing: Standing) -> None:
        for side, name in zip(self._plan.sides, SIDES, strict=True):
            print(f"{name}: {side.spec}, {side.limit_text} a {self._plan.per}")
        print(result_text(standing))
        if standing.means:
            print(f"mean scores {standing.means[0]:,.1f} and {standing.means[1]:,.1f}")
        print(f"A's Elo {elo_text(standing)}")
        if self._plan.sprt is not None:
            print(sprt_text(self._plan, standing))
        sys.stdout.flush()


def _print_cells(*cells: str) -> None:
    row = "".join(cell.rjust(width) for cell, width in zip(cells, _WIDTHS, strict=True))
    print(row, flush=True)


class MatchStatus(StatusLine):
    """Tells on a terminal how far the match is, and sentences in between."""

    def __init__(self, plan: MatchPlan) -> None:
        super().__init__(sys.stderr)
        self._plan = plan
        self._started = time.monotonic()
        self._moves = 0
        self._done_before: int | None = None
        self._standing = Standing()

    def show(self, event: Event) -> None:
        if isinstance(event, MatchNotice):
            self.say(event.text)
        elif isinstance(event, Standing):
            self._standing = event
        elif isinstance(event, MovePlayed):
            self._moves += 1
        if isinstance(event, Standing | MovePlayed):
            self.write(self._text())

    def begin(self) -> None:
        """Say that the jobs get ready; from here on the time of a game is taken."""
        self._started = time.monotonic()
        self._done_before = self._done
        self.write(f"{self._bar()}  preparing")

    def say(self, text: str) -> None:
        self.clear()
        with suppress(OSError):  # the match goes on, whoever hears of it
            print(f"playout match: {text}", file=self._out, flush=True)

    @property
    def _done(self) -> int:
        return self._standing.games + self._standing.failed

    def _bar(self) -> str:
        return f"{bar(self._done, self._plan.games)} {self._done}/{self._plan.games}"

    def _text(self) -> str:
        words = [self._bar(), result_text(self._standing)]
        if self._standing.games:
            words.append(f"Elo {elo_text(self._standing)}")
        if self._plan.sprt is not None and self._standing.llr is not None:
            words.append(f"LLR {self._standing.llr:.2f}")
        words.append(self._left() or f"{self._moves} moves")
        return "  ".join(words)

    def _left(self) -> str:
        """Say how long the rest will take, as the games so far go."""
        played = self._done - (self._done_before or 0)
        if played < 1:
            return ""
        each = (time.monotonic() - self._started) / played
        return f"{duration(each * (self._plan.games - self._done))} left"


def result_text(standing: Standing) -> str:
    """Return the wins, draws and losses of A: ``+7 =2 -3``."""
    failed = f", {standing.failed} failed" if standing.failed else ""
    forfeits = "".join(
        f", {count} forfeited by {name}"
        for name, count in zip(SIDES, standing.forfeits, strict=True)
        if count
    )
    return f"+{standing.wins} ={standing.draws} -{standing.losses}{failed}{forfeits}"


def elo_text(standing: Standing) -> str:
    """Return A's lead with its interval: ``+120 [+35, +240]``."""
    if not standing.games:
        return "unknown"
    share = standing.wins + standing.draws / 2
    limit = "-inf" if share == 0 else "+inf"
    value = limit if standing.elo is None else f"{standing.elo:+.0f}"
    low = "-inf" if standing.elo_low is None else f"{standing.elo_low:+.0f}"
    high = "+inf" if standing.elo_high is None else f"{standing.elo_high:+.0f}"
    return f"{value} [{low}, {high}]"


def sprt_text(plan: MatchPlan, standing: Standing) -> str:
    assert plan.sprt is not None
    sprt = plan.sprt
    ends = {
        "H1": f"H1 (Elo {sprt.elo1:+g}) accepted",
        "H0": f"H0 (Elo {sprt.elo0:+g}) accepted",
        "": "undecided",
    }
    return (
        f"SPRT of Elo {sprt.elo0:+g} against {sprt.elo1:+g}: LLR {standing.llr or 0.0:.2f} "
        f"[{sprt.lower:.2f}, {sprt.upper:.2f}], {ends[standing.verdict]}"
    )


def duration(seconds: float) -> str:
    """Return a time as people say it: 40 s, 12 min, 3.5 h."""
    if seconds < 90:
        return f"{seconds:.0f} s"
    return f"{seconds / 60:.0f} min" if seconds < 5400 else f"{seconds / 3600:.1f} h"
