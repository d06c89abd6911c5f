"""One search, followed from the tree's arrays to every number that players see of it.

    python -m tests.stations hex --moves "d4 e5" [--simulations 2000] [--set hex_side=4]

tells what each station hands on, in the order of the table "From the tree to the badge" in
docs/architecture.md: where a number is wrong, the first line that is wrong names the file.
"""

import argparse
import sys
import tempfile
from collections.abc import Iterator, Mapping
from contextlib import ExitStack, contextmanager
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any, Final
from unittest.mock import patch

import pygame

from ai.engine.searches import Searches
from ai.levels import methods_of
from ai.search import calibration, mcts
from ai.search.limits import CancelFlag
from ai.search.messages import History, Limit, SearchInfo, SearchResult, StartSearch
from ai.search.searcher import FilteredSearcher
from ai.search.tree import Tree
from ai.search.tree_search import RootSnapshot, TreeSearch
from game.play.session import Mode
from game.screens.play.react import SetMode
from game.screens.play.sentences import sentence
from game.store.settings import DEFAULTS, all_settings
from game.ui.layout import Box
from game.ui.panel.analysis import CandidateTable, EvalBar
from game.ui.panel.basics import Figures
from game.ui.panel.graphs import ScoreGraph, WinGraph
from game.ui.skin import Skin
from game.ui.text import Fonts
from tests.rig import Rig

BOX: Final = Box(0, 0, 400, 300)
SIMULATIONS: Final = 2_000
SEED: Final = 1
MOST_MOVES: Final = 6


@dataclass
class Searched:
    """What the stations of one search hand on, each as it is.

    Attributes:
        arrays: Visits, wins and draws of each move, by move, as the tree holds them.
        copied: The same in the copy that is taken of the tree.
        summary: What is told of all trees together.
        calibrated: The same as shares of a win.
        filtered: The same beside what a solver knows.
        result: The same beside what was proven before: what the AI thread answers.
    """

    arrays: dict[int, tuple[int, int, int]] = field(default_factory=dict)
    copied: dict[int, tuple[int, int, int]] = field(default_factory=dict)
    summary: SearchInfo | None = None
    calibrated: SearchInfo | None = None
    filtered: SearchInfo | None = None
    result: SearchResult | None = None


def _counts(moves: Any) -> dict[int, tuple[int, int, int]]:
    columns = (moves.move, moves.visits, moves.wins, moves.draws)
    rows = zip(*(column.tolist() for column in columns), strict=True)
    return {move: (visits, wins, draws) for move, visits, wins, draws in rows}


def searched(game: str, history: History, position: Any, simulations: int) -> Searched:
    """Search a position with one tree, and note what each station makes of the numbers."""
    found = Searched()
    summarise, calibrate, search = mcts.summarise, calibration.calibrated, FilteredSearcher.search
    take = TreeSearch._take_snapshot

    def snapshot(self: TreeSearch) -> RootSnapshot:
        first, count = int(self.tree.first_child[0]), int(self.tree.child_count[0])
        of_root = [column[first : first + count] for column in self.tree[1:]]
        found.arrays = _counts(Tree(self.tree.used, *of_root))
        return take(self)

    def summarised(moves: Any, snapshots: Any, **more: Any) -> SearchInfo:
        found.copied = _counts(snapshots[0].children)
        found.summary = summarise(moves, snapshots, **more)
        return found.summary

    def calibrated(*given: Any) -> SearchInfo:
        found.calibrated = calibrate(*given)
        return found.calibrated

    def filtered(self: FilteredSearcher, *given: Any) -> SearchResult:
        result = search(self, *given)
        found.filtered = result.info
        return result

    with ExitStack() as stack:
        for place, name, spy in (
            (TreeSearch, "_take_snapshot", snapshot),
            (mcts, "summarise", summarised),
            (calibration, "calibrated", calibrated),
            (FilteredSearcher, "search", filtered),
        ):
            stack.enter_context(patch.object(place, name, spy))
        request = StartSearch(
            1,
            game,
            position,
            history,
            methods_of(game)[0].searcher,
            Limit(simulations=simulations),
            SEED,
        )
        found.result = Searches().run(request, CancelFlag(), lambda _: None)
    return found


@dataclass(frozen=True)
class Shown:
    """What players see of a search.

    Attributes:
        known: What the window keeps of the answer.
        marks: What each move is worth as it is shown, best first.
        written: The texts on the board.
        rows: Move, value and loss of each row of the table.
        bar: The shares at both ends of the bar, the first player's first.
        graph: What the graph says of the position.
        figures: Captions and values beside a board of SameGame.
        sentence: What is said of the position.
        demo: What is said of the AI's own move after it.
        recorded: What the game in progress keeps of the position.
        stored: What is known of the position when the game is read back from the library.
    """

    known: SearchInfo
    marks: tuple[Any, ...]
    written: tuple[str, ...]
    rows: tuple[tuple[str, str, str], ...]
    bar: tuple[str, str]
    graph: str
    figures: dict[str, str]
    sentence: str
    demo: str
    recorded: Any
    stored: Any


def shown(rig: Rig, game: str, moves: str, result: SearchResult) -> Shown:
    """Let a window have the answer of a search, and note what it shows."""
    scene = open_at(rig, game, moves)
    scene.controller.give(SetMode(Mode.ANALYSE))
    rig.settle()
    rig.worker.finish(result.info, result.reason)
    with writing() as written:
        rig.settle()
    items = [item.section for item in scene.face.panel_items()]
    table, *_ = [each for each in items if isinstance(each, CandidateTable)]
    graph, *_ = [each for each in items if isinstance(each, WinGraph | ScoreGraph)]
    figures = {
        figure.caption: figure.value
        for each in items
        if isinstance(each, Figures)
        for figure in each.figures
    }
    bars = [each.percentages for each in items if isinstance(each, EvalBar)]
    marks, said = scene.controller.ai.full_overlay.marks, sentence(scene)
    session, ply, known = (
        scene.session,
        scene.session.record.cursor,
        scene.controller.ai.analysis.info,
    )
    told = next(hit.tooltip for hit in graph.hits(scene.skin, BOX) if hit.value == ply)
    judge = methods_of(game)[0].searcher
    recorded = session.record.nodes[ply].position.evaluations.get(judge)
    scene.on_exit()
    rig.context.storage.flush()
    stored = rig.context.storage.load_game(session.record.spec.name)
    return Shown(
        known,
        marks,
        tuple(written),
        tuple((row.move, row.value, row.loss) for row in table.rows),
        bars[0] if bars else ("", ""),
        told,
        figures,
        said,
        demo_words(rig, game, moves, result),
        recorded,
        stored.record.nodes[ply].position.evaluations.get(judge),
    )


def follow(
    rig: Rig, game: str, moves: str, simulations: int = SIMULATIONS
) -> tuple[Any, Searched, Shown]:
    """Return a position, what a search of it hands on, and what a window shows of that."""
    session = open_at(rig, game, moves).session
    history = History(session.record.root.state, session.record.node.moves)
    found = searched(game, history, session.state, simulations)
    assert found.result is not None
    return session.state, found, shown(rig, game, moves, found.result)


def open_at(rig: Rig, game: str, moves: str) -> Any:
    scene = rig.open(game, fresh=True, people=True)
    for name in moves.split():
        scene.session.play(scene.session.state.move_from_string(name))
    rig.settle()
    return scene


def demo_words(rig: Rig, game: str, moves: str, result: SearchResult) -> str:
    """Return what a demo says of the move that came of the search."""
    scene = open_at(rig, game, moves)
    scene.controller.give(SetMode(Mode.DEMO))
    rig.frame(1.0)
    rig.answer(result.info, result.reason)
    return str(sentence(scene))


@contextmanager
def writing() -> Iterator[list[str]]:
    """Note what is written on boards meanwhile, other than the names of rows and columns."""
    texts: list[str] = []
    write = Skin.centred

    def noted(self: Skin, surface: Any, text: str, *how: Any, **more: Any) -> None:
        texts.append(text)
        write(self, surface, text, *how, **more)

    with patch.object(Skin, "centred", noted):
        yield texts


def stations(position: Any, found: Searched, seen: Shown) -> Iterator[tuple[str, str]]:
    """Yield each station, by its file, and what it hands on, in their order."""

    def moves(values: Mapping[int, object]) -> str:
        return "  ".join(f"{position.move_label(move)} {told}" for move, told in values.items())

    def of(info: SearchInfo | None) -> str:
        if info is None:
            return "not on the way"
        return moves({each.move: f"{each.value:.5f}" for each in info.candidates[:MOST_MOVES]})

    def counts(of_moves: Mapping[int, tuple[int, int, int]]) -> str:
        tried = sorted(of_moves.items(), key=lambda each: -each[1][0])[:MOST_MOVES]
        return moves({move: "/".join(map(str, told)) for move, told in tried}) or "not on the way"

    assert found.result is not None
    yield "the tree's arrays (visits/wins/draws)", counts(found.arrays)
    yield "ai/search/tree_search.py", counts(found.copied)
    yield "ai/search/mcts.py", of(found.summary)
    yield "ai/search/calibration.py", of(found.calibrated)
    yield "ai/search/proofs.py, beside it", of(found.filtered)
    yield "ai/search/proofs.py, known before", of(found.result.info)
    yield "game/play/thinker.py", of(seen.known)
    marks = {each.move: f"{each.value:g} −{each.loss:g}" for each in seen.marks[:MOST_MOVES]}
    yield "game/ui/overlay.py", moves(marks)
    yield "game/ui/boards/marks.py", "  ".join(seen.written)
    yield "the table", "  ".join(" ".join(row) for row in seen.rows)
    if seen.figures:
        yield "the figures", "  ".join(" ".join(each) for each in seen.figures.items())
    if any(seen.bar):
        yield "the bar", "  ".join(seen.bar)
    yield "the graph", seen.graph
    yield "the sentence", seen.sentence
    yield "a demo's sentence", seen.demo
    for name, kept in (("game/play/grading.py", seen.recorded), ("the library", seen.stored)):
        yield name, "nothing" if kept is None else f"{kept.value:.5f} (the first player's)"


def main(argv: list[str] | None = None) -> int:
    """Print what each station hands on."""
    parser = argparse.ArgumentParser(
        prog="python -m tests.stations",
        description=__doc__,
        formatter_class=argparse.RawDescriptionHelpFormatter,
    )
    parser.add_argument("game", help="its name, such as hex")
    parser.add_argument("--moves", default="", help="what is played before, such as 'd4 e5'")
    parser.add_argument("--simulations", type=int, default=SIMULATIONS)
    parser.add_argument("--set", action="append", default=[], metavar="SETTING=VALUE")
    options = parser.parse_args(argv)
    pygame.display.init()
    pygame.font.init()
    pygame.display.set_mode((64, 48))
    seed = f"{options.game}_seed"  # or each window would draw a board of its own
    given = [f"{seed}=1"] if seed in all_settings() else []
    chosen = dict(each.split("=", 1) for each in [*given, *options.set])
    settings = {name: type(DEFAULTS[name])(value) for name, value in chosen.items()}
    with tempfile.TemporaryDirectory() as home:
        rig = Rig(Path(home), fonts=Fonts(), min_reply_delay=0.0, **settings)
        position, found, seen = follow(rig, options.game, options.moves, options.simulations)
        for name, told in stations(position, found, seen):
            print(f"{name:40}{told}")
    return 0


if __name__ == "__main__":
    sys.exit(main())
