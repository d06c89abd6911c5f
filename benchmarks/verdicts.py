"""Checks what players are told of their moves: each bad one again, by a search ten times as long.

``python -m benchmarks.verdicts --moves 1000 --file verdicts.jsonl`` plays games as players meet
them, with the program's own controller, teacher and review, and its AI thread: against several
opponents, well and badly, with Teach on, with hints and analyses in between. Each move that is
graded C or worse, while the game goes on or in its review, is searched again before and after
it, anew and with ten times the simulations that the grade rests on. The grade is confirmed where
that search, too, finds the loss worse than slight: more than class B. If the file exists, the run
continues it. The last lines are JSON objects: moves, those confirmed, and the interval that holds
their share 19 times in 20; for each board, each opponent, and all.
"""

import argparse
import itertools
import json
import math
import random
import tempfile
import time
from collections import defaultdict
from collections.abc import Callable, Iterator, Sequence
from dataclasses import asdict, dataclass
from pathlib import Path

import numpy as np

from ai.contract.games import game_of, read_game
from ai.contract.rules import State
from ai.engine.worker import AiWorker
from ai.options import minutes, seconds, whole_number
from ai.search.messages import Limit, Proof, SearchResult
from ai.search.order import best_truth
from ai.search.searcher import Searcher
from ai.searchers import make_searcher
from ai.streams import Parser
from game.library.storage import Storage
from game.play.grading import Grade, evaluations_by_ply, grades_of_interest, judge_of, loss_limits
from game.play.session import Seat, Session
from game.play.thinker import Thinker, ThinkerState
from game.screens.context import Context
from game.screens.entry import entry_of
from game.screens.play.controller import GameController
from game.screens.play.react import Play
from game.screens.review.reviewer import Reviewer
from game.store.files import default_paths
from game.store.settings import Settings
from game.ui.overlay import GOOD

BOARDS = (
    "breakthrough",
    "hex:side=8",
    "tictactoe:columns=10,rows=10,in_a_row=5",
    "breakthrough:columns=8,rows=8",
    "hex",
    "tictactoe:columns=6,rows=6,in_a_row=4",
    "breakthrough:columns=6,rows=6",
    "tictactoe:columns=15,rows=15,in_a_row=5",
    "samegame:columns=7,rows=7,colours=4",
)
OPPONENTS = ("beginner", "expert", "max")
STYLES = {"chance": (0, 1.0), "weak": (30, 0.3), "fair": (1_000, 0.3), "careful": (5_000, 0.0)}
"""How many simulations a player's own moves take, and the share of random ones among them."""
LONGER = 10
LEAST_VISITS = 20_000
MOST_SIMULATIONS = 20_000_000
ROOM_MB = 2_048
PAUSE = 0.002
PATIENCE = 300.0
SIGMAS = 1.96  # of an interval that holds the truth 19 times in 20


@dataclass(frozen=True, slots=True)
class Verdict:
    """A move that was graded C or worse, and what the longer search finds that it lost.

    Attributes:
        game: The board, the opponent and the seed of the game.
        told: When it was told so: in "play" or in the "review".
        loss: In points of a hundred, or of the score.
        limit: The largest loss of class B.
        visits: The simulations behind the grade, of the longer searched position; 0 for a proof.
        longer: The loss by the longer search.
    """

    board: str
    opponent: str
    style: str
    game: str
    ply: int
    told: str
    letter: str
    loss: float
    limit: float
    visits: int
    longer: float

    @property
    def is_confirmed(self) -> bool:
        """Whether the longer search calls the move worse than class B, too."""
        return self.longer > self.limit


class Desk:
    """A player at the program, who has an AI and no window."""

    def __init__(self, home: Path, seconds: float) -> None:
        """Start the AI; each of the opponents' moves takes so long at most."""
        self.worker = AiWorker()
        self.worker.start()
        self._storage = Storage(default_paths({"PLAYOUT_HOME": str(home)}))
        self._thinker = Thinker(self.worker)
        self._seconds = seconds

    def sit_down(self, board: str, opponent: str, rng: random.Random) -> GameController:
        """Begin a game, on either side, with Teach on."""
        spec, parameters = read_game(board)
        settings = Settings().changed(teaching="warn", min_reply_delay=0.0)
        is_duel = spec.players == 2
        if is_duel and opponent == "max":
            settings = settings.changed(**{f"{spec.name}_think_seconds": self._seconds})
        # The fonts and pictures are for windows.
        context = Context(settings, self._storage, self._thinker, fonts=None)  # type: ignore[arg-type]
        seats = rng.sample((Seat.HUMAN, Seat.AI), 2) if is_duel else None
        seed = rng.randrange(1, 1_000_000)
        session = Session(spec.name, parameters, seed, seats, level=opponent if is_duel else "club")
        return GameController(session, context, entry_of(spec.name).profile)

    def wait(self, controller: GameController, until: Callable[[], bool]) -> None:
        """Let the program go on until something is so."""
        end = time.monotonic() + PATIENCE
        controller.update()
        while not until():
            controller.update()
            if self._thinker.state is ThinkerState.WARMING:  # its kernels are compiled
                end = time.monotonic() + PATIENCE
            if self._thinker.state is ThinkerState.FAILED or time.monotonic() > end:
                raise SystemExit(f"the AI does not answer: {self._thinker.error}")
            time.sleep(PAUSE)

    def review(self, controller: GameController) -> None:
        """Look through the finished game."""
        controller.leave()
        reviewer = Reviewer(controller.session, controller.context)
        while not reviewer.is_done:
            self._thinker.poll()
            reviewer.update()
            time.sleep(PAUSE)


def game_name(board: str, opponent: str, style: str, seed: int) -> str:
    """Return what tells a game from the others."""
    return f"{board} {opponent} {style} {seed}"


def play(desk: Desk, board: str, opponent: str, style: str, seed: int) -> Iterator[Verdict]:
    """Play and review a game; yield the bad moves that its player was told of."""
    game = game_name(board, opponent, style, seed)
    rng = random.Random(f"verdicts/{game}")
    controller = desk.sit_down(board, opponent, rng)
    session = controller.session
    told: dict[int, tuple[str, Grade, int]] = {}

    def is_my_turn() -> bool:
        is_busy = controller.teacher.due(session) is not None
        return session.is_over or (controller.state.may_play and not is_busy)

    def note(when: str, graded: Sequence[Grade]) -> None:
        known = evaluations_by_ply(session.record)
        for grade in graded:
            letter = grade.shown_class
            if letter is not None and letter not in GOOD and grade.ply not in told:
                behind = (known[ply] for ply in (grade.ply - 1, grade.ply))
                visits = [each.visits for each in behind if each.proof is None]
                told[grade.ply] = when, grade, max(visits, default=0)

    desk.wait(controller, is_my_turn)
    while not session.is_over:
        _get_help(desk, controller, rng)
        controller.give(Play(_move(session, style, rng)))
        desk.wait(controller, is_my_turn)
        grade = controller.teacher.grade(session)
        note("play", () if grade is None else (grade,))
    desk.wait(
        controller, lambda: controller.search_request() is None and not controller.ai.is_thinking
    )
    desk.review(controller)
    note("review", grades_of_interest(session.record))
    limit = loss_limits(session.record)[GOOD.index("B")]
    for ply, (when, grade, visits) in sorted(told.items()):
        yield Verdict(
            board,
            opponent,
            style,
            game,
            ply,
            when,
            grade.loss_class,
            round(grade.loss, 2),
            round(limit, 2),
            visits,
            round(_longer_loss(session, ply, visits, rng), 2),
        )


def _get_help(desk: Desk, controller: GameController, rng: random.Random) -> None:
    """Ask for a hint or look at what the AI thinks, now and then."""
    what = rng.random()
    if what < 0.1:
        controller.give("hint")
        desk.wait(controller, lambda: controller.ai.best is not None)
        controller.give("hint")
        while controller.state.hint.is_open:
            controller.give("hint")
    elif what < 0.25:
        controller.give("analysis")
        end = time.monotonic() + rng.uniform(0.1, 1.0)
        desk.wait(controller, lambda: time.monotonic() > end)
        controller.give("analysis")


def _move(session: Session, style: str, rng: random.Random) -> int:
    """Return the player's own move."""
    state, (simulations, by_chance) = session.state, STYLES[style]
    if rng.random() < by_chance:
        return rng.choice(state.legal_moves)
    searcher = make_searcher(
        judge_of(session.record), session.record.spec.name, seed=rng.getrandbits(60)
    )
    move = _searched(searcher, state, simulations).move
    assert move is not None  # the game goes on
    return move


def _longer_loss(session: Session, ply: int, visits: int, rng: random.Random) -> float:
    """Return what a move lost, by new searches ten times as long as those behind its grade."""
    simulations = min(MOST_SIMULATIONS, LONGER * max(visits, LEAST_VISITS))
    before, after = (
        _value(session, session.record.nodes[at].state, simulations, rng) for at in (ply - 1, ply)
    )
    if session.record.spec.players == 1:  # what a line reaches can be reached, whoever found it
        known = evaluations_by_ply(session.record)
        after = max(after, known[ply].value)
        return max(before, after, known[ply - 1].value) - after
    return 100 * (before + after - 1)


def _value(session: Session, state: State, simulations: int, rng: random.Random) -> float:
    """Return what a position is worth to the player to move, or its final score.

    The program's AI is the search with the game's solver beside it, and so it is here.
    """
    if state.is_terminal:
        own = state.returns[state.current_player]
        return own if session.record.spec.players == 1 else (own + 1) / 2
    solve = game_of(session.record.spec.name).search.exact
    truth = solve(state, np.zeros(1, np.uint8)) if solve is not None else None
    if truth and (len(truth) == len(state.legal_moves) or best_truth(truth).proof is Proof.WIN):
        return best_truth(truth).proof.share
    searcher = make_searcher(
        judge_of(session.record), session.record.spec.name, seed=rng.getrandbits(60)
    )
    return _searched(searcher, state, simulations).info.value


def _searched(searcher: Searcher, state: State, simulations: int) -> SearchResult:
    limit = Limit(simulations=simulations, memory_mb=ROOM_MB)
    return searcher.search(state, limit, lambda: False, lambda _: None)


# Rows and tables.


def read_rows(file: Path) -> list[Verdict]:
    """Return the verdicts in a file, none where there is none."""
    if not file.exists():
        return []
    rows = []
    for number, line in enumerate(file.read_text("utf-8", errors="replace").splitlines(), start=1):
        try:
            rows.append(Verdict(**json.loads(line)))
        except (ValueError, TypeError):
            place = f"'{file}', line {number}"
            raise SystemExit(f"{place}: this is no row of this benchmark, or is cut off") from None
    return rows


def summary(name: str, verdicts: Sequence[Verdict]) -> dict[str, object]:
    """Return how many of some verdicts are confirmed, with Wilson's interval for their share."""
    moves, confirmed = len(verdicts), sum(each.is_confirmed for each in verdicts)
    share, square = confirmed / moves, SIGMAS * SIGMAS / moves
    middle = (share + square / 2) / (1 + square)
    half = SIGMAS * math.sqrt(share * (1 - share) / moves + square / moves / 4) / (1 + square)
    interval = [round(100 * each, 1) for each in (middle - half, middle + half)]
    return {
        "of": name,
        "moves": moves,
        "confirmed": confirmed,
        "percent": round(100 * share, 1),
        "interval": interval,
    }


def table(verdicts: Sequence[Verdict]) -> Iterator[dict[str, object]]:
    """Yield a summary of each board, each opponent and all."""
    groups: dict[str, list[Verdict]] = defaultdict(list)
    for each in verdicts:
        groups[each.board].append(each)
    for each in verdicts:
        groups[f"against {each.opponent or 'nobody'}"].append(each)
    for name, members in groups.items():
        yield summary(name, members)
    if verdicts:
        yield summary("all", verdicts)


def main() -> int:
    """Play until there are enough verdicts, and print what became of them."""
    options = _parser().parse_args()
    rows = [] if options.file is None else read_rows(options.file)
    end = time.monotonic() + 60 * options.minutes
    games = (
        (seed, board, opponent)
        for seed in itertools.count(options.seed)
        for board in options.boards
        for opponent in (options.opponents if read_game(board)[0].players == 2 else ("",))
    )
    done = {row.game for row in rows}
    with tempfile.TemporaryDirectory(prefix="playout-verdicts-") as home:
        desk = Desk(Path(home), options.seconds)
        try:
            for seed, board, opponent in games:
                if len(rows) >= options.moves or time.monotonic() > end:
                    break
                style = random.Random(f"{board} {opponent} {seed}").choice(tuple(STYLES))
                if game_name(board, opponent, style, seed) in done:
                    continue
                found = list(play(desk, board, opponent, style, seed))
                rows += found
                if options.file is not None:
                    with options.file.open("a", encoding="utf-8") as out:
                        out.write("".join(f"{json.dumps(asdict(row))}\n" for row in found))
        finally:
            desk.worker.shutdown(PATIENCE)
    for line in table(rows):
        print(json.dumps(line))
    return 0


def _parser() -> argparse.ArgumentParser:
    parser = Parser(
        prog="python -m benchmarks.verdicts",
        description=__doc__,
        formatter_class=argparse.RawDescriptionHelpFormatter,
    )
    count = whole_number(0, 10**9)
    add = parser.add_argument
    add("boards", nargs="*", default=BOARDS, metavar="BOARD", help="boards, such as hex:side=8")
    add("--opponents", nargs="+", default=OPPONENTS, metavar="LEVEL", help="levels to play against")
    add("--moves", type=count, default=100, metavar="N", help="bad moves to check in all (100)")
    add("--seed", type=count, default=0, metavar="K", help="seed of the first games")
    add("--minutes", type=minutes, default=math.inf, metavar="M", help="stop after this time")
    add("--seconds", type=seconds, default=1.0, metavar="S", help="Max's time for a move (1)")
    add("--file", type=Path, metavar="FILE", help="store verdicts here; continue what is there")
    return parser


if __name__ == "__main__":
    raise SystemExit(main())
