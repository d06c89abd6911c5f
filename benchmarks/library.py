"""How long the library takes with many games, and what is lost when the program is killed.

    python -m benchmarks.library [--games 100000] [--kills 300]

Fills a library with copies of games played at random, and measures each page that the screen of
earlier games may ask for, opening a game and saving a move. Then a process that plays and saves is
killed again and again, at moments drawn at random; each time, all that it had called saved must be
there. Linux only.
"""

import os
import random
import signal
import sqlite3
import statistics
import sys
import tempfile
import time
from collections.abc import Callable
from contextlib import closing
from functools import partial
from typing import Final

from ai.options import whole_number
from ai.streams import Parser
from game.games import registry
from game.library.library import GameQuery
from game.library.storage import Storage
from game.play.session import Evaluation, Seat, Session
from game.screens.earlier.screen import PAGE_LINES
from game.store.files import Paths, default_paths

GAMES: Final = ("hex", "breakthrough", "tictactoe", "samegame")
LEVELS: Final = ("novice", "beginner", "club", "expert", "max")
SAMPLES: Final = 40
"""How many games of each kind are played; the others are copies of them."""
REPEATS: Final = 5
LONGEST_LIFE: Final = 0.25
"""How many seconds a process that is to be killed lives at most."""


def main() -> None:
    """Fill, measure, kill; print what came of it."""
    parser = Parser(prog="python -m benchmarks.library", description=__doc__.partition("\n")[0])
    parser.add_argument("--games", type=whole_number(1, 10**7), default=100_000)
    parser.add_argument("--kills", type=whole_number(0, 10**6), default=300)
    wanted = parser.parse_args()
    registry.hand_in()
    with tempfile.TemporaryDirectory() as home:
        kill(default_paths({"PLAYOUT_HOME": f"{home}/killed"}), wanted.kills)
        paths = default_paths({"PLAYOUT_HOME": f"{home}/filled"})
        fill(paths, wanted.games)
        measure(paths)


# Many games.


def fill(paths: Paths, count: int) -> None:
    """Make a library of so many games."""
    choose = random.Random(1)
    storage = Storage(paths)
    for game in GAMES:
        for number in range(SAMPLES):
            storage.save_game(played(game, number, choose))
    storage.flush(60.0)
    storage.close()
    columns = "number, game, level, result, seed, counted, digests, text"
    with closing(sqlite3.connect(paths.library_file)) as library:
        samples = library.execute(f"SELECT {columns} FROM games").fetchall()
        found = library.execute("SELECT number, digest FROM positions").fetchall()
        reached = {sample: [digest for n, digest in found if n == sample] for sample, *_ in samples}
        for number in range(1, count - len(samples) + 1):
            sample, game, _, result, *rest = choose.choice(samples)
            level, is_starred = choose.choice(LEVELS), number % 50 == 0
            row = (number, game, number, level, result, is_starred, number % 4, "", *rest)
            library.execute(f"INSERT INTO games VALUES ({', '.join('?' * len(row))})", row)
            library.executemany(
                "INSERT INTO positions VALUES (?, ?)", [(each, number) for each in reached[sample]]
            )
        library.commit()
        kept = library.execute("SELECT count(*) FROM games").fetchone()[0]
    megabytes = paths.library_file.stat().st_size / 1e6
    print(f"{kept:,} games, {megabytes:,.0f} MB")


def played(game: str, seed: int, choose: random.Random) -> Session:
    """Return a game played at random, with a line and its value kept for each position."""
    seats = None if game == "samegame" else (Seat.HUMAN, Seat.AI)
    session = Session(game, seed=seed, seats=seats)
    while not session.is_over and choose.random() < 0.98:
        session.play(choose.choice(session.state.legal_moves))
        line = session.state.legal_moves[:6]
        session.record.nodes[session.record.cursor].position.learn(
            Evaluation(0.5, 0.01, 20_000, tuple(line), searcher="mcts")
        )
    return session


def measure(paths: Paths) -> None:
    """Print how long each kind of page takes, and opening and saving."""
    storage = Storage(paths)
    worst = busiest = 0.0
    latest = storage.load_game("hex")
    assert latest is not None
    positions = [node.position.digest for node in latest.record.line]
    print("\n| list | games | first page | middle | last |\n|---|---|---|---|---|")
    for name, wanted in {
        "all": GameQuery("hex"),
        "all games": GameQuery(""),
        "won": GameQuery("hex", result="won"),
        "unfinished": GameQuery("hex", result="open"),
        "starred": GameQuery("hex", starred=True),
        "one level": GameQuery("hex", level="club"),
        "lost to a level, starred": GameQuery("hex", "lost", "club", starred=True),
        "with mistakes": GameQuery("hex", mistakes=1),
        "with the first position": GameQuery("hex", position=positions[0]),
        "with the fifth position": GameQuery("hex", position=positions[4]),
    }.items():
        count = storage.listed(wanted, 0, 0, 1).count
        starts = (0, count // 2, max(0, count - PAGE_LINES))
        pages = [partial(storage.listed, wanted, 0, start, PAGE_LINES) for start in starts]
        times = [timed(page) for page in pages]
        worst = max(worst, *times)
        busiest = max(busiest, *(timed(page, time.process_time) for page in pages))
        print(f"| {name} | {count:,} | " + " | ".join(f"{each:.1f} ms" for each in times) + " |")
    session = storage.load_game("hex")
    assert session is not None
    opening = timed(lambda: storage.load_game("hex"))
    session.new_game()

    def save() -> None:
        session.play(session.state.legal_moves[0])
        storage.save_game(session)
        assert storage.flush(60.0)

    saving = timed(save)
    storage.close()
    print(f"\nslowest page {worst:.1f} ms, {busiest:.1f} ms of the processor")
    print(f"opening a game {opening:.1f} ms")
    print(f"a move on the disk {saving:.1f} ms")


def timed(do: Callable[[], object], clock: Callable[[], float] = time.perf_counter) -> float:
    """Return the median of some times that something takes, in milliseconds."""
    times = []
    for _ in range(REPEATS):
        started = clock()
        do()
        times.append(1000 * (clock() - started))
    return statistics.median(times)


# Kills.


def kill(paths: Paths, count: int) -> None:
    """Kill a process that saves so many times; leave with a sentence if anything is lost."""
    choose = random.Random(2)
    saved = (0, 0)
    moves = 0
    for number in range(count):
        told, tell = os.pipe()
        child = os.fork()
        if child == 0:
            play_and_save(paths, tell, number)
        os.close(tell)
        time.sleep(choose.uniform(0.02, LONGEST_LIFE))
        os.kill(child, signal.SIGKILL)
        os.waitpid(child, 0)
        with os.fdopen(told, "rb") as pipe:
            lines = pipe.read().split(b"\n")[:-1]
        moves += len(lines)
        for line in lines[-1:]:
            saved = tuple(map(int, line.split()))  # type: ignore[assignment]
        storage = Storage(paths)
        session = storage.load_game("tictactoe")
        found = (0, 0) if session is None else (games_of(storage, session), session.record.length)
        notice = storage.files.take_notice() or storage.files.take_alarm()
        if found < saved or notice:
            sys.exit(f"kill {number}: saved were {saved}, found {found}; {notice}")
    print(f"{count} kills while {moves:,} moves of {saved[0]:,} games were saved: nothing was lost")


def games_of(storage: Storage, session: Session) -> int:
    """Return how many games were set aside."""
    return storage.listed(GameQuery("tictactoe"), session.record.number, 0, 1).count


def play_and_save(paths: Paths, tell: int, seed: int) -> None:
    """Play until killed; tell of each move that is on the disk."""
    choose = random.Random(seed)
    storage = Storage(paths)
    session = storage.load_game("tictactoe") or Session("tictactoe")
    games = games_of(storage, session)
    while True:
        if session.is_over:
            session.new_game()
            games += 1
        session.play(choose.choice(session.state.legal_moves))
        storage.save_game(session)
        if storage.flush(60.0):
            os.write(tell, b"%d %d\n" % (games, session.record.length))


if __name__ == "__main__":
    main()
