"""The record of a game behaves as plain lists of moves would, and files tell all of it."""

import json
from dataclasses import dataclass, field

from hypothesis import given, settings
from hypothesis import strategies as st

from ai.contract.games import game_spec
from game.play.line import Line
from game.play.record import SessionRecord
from game.play.tree import Evaluation, GameTree, GivenAdvice
from tests.sessions import AGAINST_AI

SPEC = game_spec("tictactoe")
Played = tuple[tuple[int, bool, bool], ...]
"""Moves, each with whether it is a person's own and whether the AI chose it."""
Lines = dict[int, tuple[object, Played, set[int]]]
"""By number: what a line began with, its moves, and where a hint was given."""


def start_of(tree: GameTree) -> object:
    return tree.seed


def tree(seed: int) -> GameTree:
    return GameTree(SPEC, {"parameters": {}, "seed": seed})


def moves_of(played: Played) -> tuple[int, ...]:
    return tuple(move for move, _, _ in played)


def own_moves(played: Played) -> int:
    return sum(own for _, own, _ in played)


def as_lists(line: Line) -> tuple[object, Played, set[int]]:
    steps = tuple((step.node.move, step.own, step.by_ai) for step in line.steps[1:])
    return start_of(line.tree), steps, set(line.plies(lambda step: step.hinted))


@dataclass
class Model:
    """What a record should hold, as lists; what is known of a position goes by its moves."""

    record: SessionRecord = field(
        default_factory=lambda: SessionRecord(Line.begun(tree(1), AGAINST_AI, 1))
    )
    now: int = 1
    lines: Lines = field(default_factory=lambda: {1: (1, (), set())})
    known: dict[tuple[object, tuple[int, ...]], int] = field(default_factory=dict)

    def is_over(self, number: int) -> bool:
        state = SPEC.new_game(SPEC.parameters(), 1)
        for move in moves_of(self.lines[number][1]):
            state = state.play(move)
        return state.is_terminal

    def ways(self) -> set[tuple[object, tuple[int, ...]]]:
        """Return how all positions came about that a line leads through."""
        return {
            (start, moves_of(played)[:ply])
            for start, played, _ in self.lines.values()
            for ply in range(len(played) + 1)
        }

    def forget_covered(self) -> None:
        start, played, _ = self.lines[self.now]
        for number in [each for each in self.lines if each != self.now]:
            other, short, _ = self.lines[number]
            is_beginning = moves_of(played)[: len(short)] == moves_of(short)
            is_less = own_moves(short) <= own_moves(played)
            if other == start and is_beginning and is_less and not self.is_over(number):
                del self.lines[number]

    # What is done, to both.

    def play(self, which: int, kind: int) -> None:
        state = self.record.line.steps[-1].node.state
        if state.is_terminal:
            return
        move = state.legal_moves[which % len(state.legal_moves)]
        own, by_ai = kind in (0, 1), kind in (1, 2)
        node = self.record.line.steps[-1].node.play(move)
        self.record.line.play(node, own=own, by_ai=by_ai)
        self.record.forget_covered()
        start, played, hints = self.lines[self.now]
        self.lines[self.now] = start, (*played, (move, own, by_ai)), hints
        self.forget_covered()

    def cut(self, which: int, _: int) -> None:
        start, played, hints = self.lines[self.now]
        ply = which % (len(played) + 1)
        self.record.branch(ply, None, "club")
        self.now = self.record.line.number
        self.lines[self.now] = start, played[:ply], {each for each in hints if each <= ply}

    def hint(self, which: int, _: int) -> None:
        start, played, hints = self.lines[self.now]
        self.record.line.cursor = which % (len(played) + 1)
        self.record.line.use_hint()
        self.lines[self.now] = start, played, hints | {self.record.line.cursor}

    def learn(self, which: int, visits: int) -> None:
        start, played, _ = self.lines[self.now]
        ply = which % (len(played) + 1)
        node = self.record.line.steps[ply].node
        node.learn(Evaluation(0.5, visits=visits, searcher="mcts"))
        node.advise(which, GivenAdvice(0.5, 0.25))
        key = start, moves_of(played)[:ply]
        self.known[key] = max(visits, self.known.get(key, 0))

    def new(self, which: int, _: int) -> None:
        self.record.replace(self.record.begun(tree(which % 3), AGAINST_AI), "club")
        self.record.line.replaced = None
        self.now = self.record.line.number
        self.lines[self.now] = which % 3, (), set()

    def promote(self, which: int, _: int) -> None:
        others = [number for number in self.lines if number != self.now]
        if not others:
            return
        left, self.now = self.now, others[which % len(others)]
        self.record.bring_back(self.now, "club", keep=True)
        if not own_moves(self.lines[left][1]):
            del self.lines[left]
        self.forget_covered()

    def delete(self, which: int, _: int) -> None:
        others = [number for number in self.lines if number != self.now]
        if others:
            number = others[which % len(others)]
            self.record.delete(number)
            del self.lines[number]

    def reopen(self, _: int, __: int) -> None:
        written = self.written()
        self.record = SessionRecord.read(SPEC, json.loads(written))
        assert self.written() == written
        self.known = {key: self.known[key] for key in self.known.keys() & self.ways()}

    def written(self) -> str:
        earlier = [line.to_dict() for line in self.record.earlier]
        return json.dumps({**self.record.line.to_dict(), "earlier": earlier})

    def check(self) -> None:
        record = self.record
        for line in record.earlier:
            line.settle()
        found = {line.number: as_lists(line) for line in (record.line, *record.earlier)}
        assert found == self.lines
        assert record.line.number == self.now
        starts = {start for start, _, _ in self.lines.values()}  # a tree goes with its last line
        self.known = {key: visits for key, visits in self.known.items() if key[0] in starts}
        for line in (record.line, *record.earlier):
            for ply, step in enumerate(line.steps):
                key = start_of(line.tree), moves_of(self.lines[line.number][1])[:ply]
                kept = step.node.evaluations.get("mcts")
                assert (kept.visits if kept else 0) == self.known.get(key, 0)


DEEDS = ("play", "play", "play", "cut", "hint", "learn", "new", "promote", "delete", "reopen")


@given(st.lists(st.tuples(st.sampled_from(DEEDS), st.integers(0, 2), st.integers(0, 3))))
@settings(max_examples=150)
def test_a_record_is_what_lists_of_moves_would_be(deeds: list[tuple[str, int, int]]) -> None:
    model = Model()
    for name, which, kind in deeds:
        getattr(model, name)(which, kind)
        model.check()
    model.reopen(0, 0)
    model.check()


def test_a_move_leads_to_one_position_however_a_file_writes_it() -> None:
    data = Line.begun(tree(1), AGAINST_AI, 1).to_dict()
    record = SessionRecord.read(SPEC, {**data, "moves": ["A1", "b2"]})
    first = record.line.steps[1].node
    assert record.line.moves == ("a1", "b2")
    assert record.line.tree.play(first.move) is first
