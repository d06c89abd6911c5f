"""Whatever a player does, nothing that was played is lost, and a file tells all of it."""

import random
from collections.abc import Callable
from contextlib import suppress
from dataclasses import replace

import pytest

from ai.contract.rules import PositionError, RulesError
from ai.search.messages import Proof
from game.library.library import SavedGame, record_of
from game.play import text
from game.play.node import By, Evaluation, GameNode, Position
from game.play.record import Deleted, GameTree, Target
from game.play.session import Mode, Seat, Session, SessionError
from tests.sessions import AGAINST_AI, PEOPLE, play, session_of

GAMES = ("hex", "tictactoe", "samegame", "breakthrough")
SEEDS = [*range(12), *(pytest.param(seed, marks=pytest.mark.thorough) for seed in range(12, 300))]

Path = tuple[tuple[int, By, str], ...]
"""How a position came about: each move, who made it, and the opponent's level if it did."""


def path_of(node: GameNode) -> Path:
    return tuple((each.move, each.by, each.level) for each in node.path()[1:])


def facts_of(record: GameTree) -> dict[Path, object]:
    """Return what is kept of each move, by its path."""
    return {path_of(node): (node.hinted, node.resigned) for node in record.root.walk()}


def known_of(record: GameTree) -> dict[tuple[int, ...], object]:
    """Return what is known of each position, by its moves."""

    def known(position: Position) -> object:
        return dict(position.evaluations), dict(position.advice), position.comment

    nodes = record.root.walk()
    return {tuple(each.move for each in node.path()): known(node.position) for node in nodes}


def told(record: GameTree) -> list[object]:
    """Return all that a row tells of a game, as plain values."""
    nodes = list(record.root.walk())
    retry, left = record.retry, record.left
    return [
        *(record.start, record.seats, record.cursor, record.counted),
        *(
            retry and (retry.ply, retry.cursor, retry.seats, [*map(path_of, retry.nodes)]),
            record.shown,
            record.target,
            record.is_brought,
            record.guesses_first,
        ),
        *(record.result, record.has_given_up),
        left and (path_of(left.end), left.why, left.cursor),
        list(facts_of(record).items()),
        known_of(record),
        [path_of(node.way) if node.way else None for node in nodes],
        [record.guesses.get(node.position) for node in nodes],
        path_of(record.line[-1]),
    ]


def check(record: GameTree) -> None:
    """See that the tree is one, and that the line is in it."""
    for node in record.root.walk():
        keys = [(each.move, each.by, each.level) for each in node.children]
        assert len(keys) == len(set(keys)), "no two alike"
        assert node.way is None or node.way in node.children
        for each in node.children:
            assert (each.parent, each.ply) == (node, node.ply + 1)
            assert node.position.after[each.move] is each.position
    assert record.line == [*record.line[-1].path(), *record.line[-1].onward()]
    assert record.line == [record.root, *record.root.onward()]
    assert (record.retry.ply if record.retry else 0) <= record.cursor <= record.length
    fork = record.fork()
    assert fork is None or fork.ways[(fork.shown or 0)].parent is record.line[fork.ply]


class Player:
    """Does anything that a screen may ask, and knows by a dictionary what must be kept.

    Attributes:
        kept: What is kept of each move of the game.
        others: The same of the games before, by their numbers.
    """

    def __init__(self, seed: int) -> None:
        self.random = random.Random(seed)
        game = GAMES[seed % len(GAMES)]
        seats = self.random.choice([AGAINST_AI, AGAINST_AI[::-1], PEOPLE])
        self.session = Session(game, seed=seed, seats=None if game == "samegame" else seats)
        self.kept: dict[Path, object] = {(): (False, None)}
        self.others: dict[int, dict[Path, object]] = {}
        self.gone: tuple[Deleted, dict[Path, object]] | None = None

    def step(self) -> None:
        record = self.session.record
        tried = record.retry and record.retry.tried
        known = known_of(record)
        new: dict[Path, object] = {path_of(tried): (False, None)} if tried else {}
        deed = self.random.choice(self.deeds)
        try:
            new |= deed(self) or {}
        except (RulesError, SessionError):
            new = {}
        check(self.session.record)
        found = facts_of(self.session.record)
        assert found.items() >= self.kept.items(), f"lost by {deed.__name__}"
        assert found.keys() <= self.kept.keys() | new.keys(), f"made up by {deed.__name__}"
        self.kept = found
        if deed not in self.changes and self.session.record is record:
            now = known_of(record)
            assert {moves: now[moves] for moves in known} == known

    def play(self) -> dict[Path, object]:
        session, choose = self.session, self.random
        if session.is_over:
            return {}
        move = choose.choice(session.state.legal_moves[:4])
        session.play(move, for_player=choose.random() < 0.2, taken=choose.random() < 0.1)
        node = session.record.node
        assert node.move in (move, node.state.last_move)
        return {} if session.record.retry is not None else {path_of(node): (False, None)}

    def go(self) -> None:
        self.session.go_to(self.random.randrange(self.session.record.length + 1))

    def turn(self) -> None:
        self.random.choice([self.session.undo_turn, self.session.redo_turn])()

    def set_mode(self) -> None:
        self.session.set_mode(self.random.choice(list(Mode)))

    def retry(self) -> None:
        self.session.retry(self.random.randrange(self.session.record.length or 1))

    def play_on(self) -> None:
        retry = self.session.record.retry
        tried = retry and retry.tried
        self.session.play_on()
        assert tried is None or path_of(tried) in facts_of(self.session.record)

    def leave(self) -> None:
        record, retry = self.session.record, self.session.record.retry
        self.session.go_back()
        assert retry is None or (record.cursor, record.seats) == (retry.cursor, retry.seats)

    def cut(self) -> None:
        self.session.play_from_here()

    def resign(self) -> None:
        node = self.session.record.node
        self.session.resign()
        self.kept[path_of(node)] = node.hinted, node.resigned

    def beside(self) -> None:
        fork = self.session.record.fork()
        if fork is not None:
            self.session.show(fork.beside(self.random.choice((1, -1))))

    def delete(self) -> None:
        before, record, shown = self.kept, self.session.record, told(self.session.record)
        around = record.left, record.has_given_up
        gone = self.session.delete_branch()
        if gone is None:
            return
        start = path_of(gone.node)
        lost = {path: kept for path, kept in before.items() if path[: len(start)] == start}
        self.kept = {path: kept for path, kept in before.items() if path not in lost}
        self.gone = gone, lost
        if self.random.random() < 0.5:
            assert facts_of(record) == self.kept
            self.restore()
            if around == (record.left, record.has_given_up):
                assert told(record) == shown

    def restore(self) -> None:
        gone, self.gone = self.gone, None
        if gone is not None:
            self.session.restore_branch(gone[0])
            self.kept |= gone[1]

    def new(self) -> None:
        before = self.session.record
        self.session.record.leave_retry()
        self.others[before.number] = self.kept
        self.random.choice([self.session.new_game, self.session.restart])()
        assert self.session.before is before
        self.kept, self.gone = facts_of(self.session.record), None
        assert len(self.kept) == 1, "games from one start are no branches of each other"

    def undo_new(self) -> None:
        if self.session.undo_new_game():
            self.kept, self.gone = self.others[self.session.record.number], None

    def learn(self) -> None:
        choose, session = self.random, self.session
        is_score = session.record.spec.players == 1
        known = Evaluation(
            100.0 if is_score else round(choose.random(), 6),
            *(0.25, choose.randrange(1000)),
            line=session.state.legal_moves[:1],
            proof=choose.choice((None, *Proof)),
            searcher=choose.choice(("mcts", "mcts:exploration=0.9", "other program")),
            seconds=1.5,
        )
        session.record.nodes[session.record.cursor].position.learn(known)

    def tell(self) -> None:
        session, moves = self.session, self.session.state.legal_moves
        if moves:
            session.record.node.position.advise(self.random.choice(moves), 0.5, 0.25)
        session.record.node.position.say(self.random.choice(["", "ä “x” ) }", '"{(\\\nb']))

    def hint(self) -> None:
        record, node = self.session.record, self.session.record.node
        record.use_hint()
        if record.retry is None:
            self.kept[path_of(node)] = True, node.resigned
        assert record.is_assisted

    def guess(self) -> None:
        if self.session.state.legal_moves:
            self.session.note_guess(self.random.choice(self.session.state.legal_moves))

    def around(self) -> None:
        record = self.session.record
        if record.spec.players == 2:
            self.session.set_seats([self.random.choice(list(Seat)) for _ in range(2)])
        self.session.set_level(self.random.choice(("club", "strong", "gtp:my program --now")))
        self.session.guess_first(self.random.random() < 0.5)
        record.counted = self.random.choice(("", "won alone", record.counted))
        record.target = Target(self.random.randrange(99), 2.5)

    def reopen(self) -> None:
        session = self.session
        number = session.record.number
        self.session = Session.of(written_and_read(session.record), session.mode)
        self.session.record.number, self.gone = number, None

    deeds: tuple[Callable[["Player"], dict[Path, object] | None], ...] = (
        *[play] * 18,
        *(go, go, turn, set_mode, retry, retry, play_on, leave, cut, resign, beside, beside),
        *(delete, restore, new, undo_new, learn, learn, tell, hint, guess, around, reopen),
    )
    changes = (learn, tell, delete)


def written_and_read(record: GameTree) -> GameTree:
    written = text.write(record, is_row=True)
    again = text.read(written, is_row=True)
    assert not again.damage
    assert text.write(again, is_row=True) == written, "as it was read"
    assert told(again) == told(record)
    for node in again.root.walk():
        node.position.text = None
    assert text.write(again, is_row=True) == written, "put together anew"
    return again


def played(seed: int, steps: int = 60) -> GameTree:
    player = Player(seed)
    for _ in range(steps):
        player.step()
    return player.session.record


@pytest.mark.parametrize("seed", SEEDS)
def test_nothing_is_lost_but_what_is_deleted_and_all_of_it_is_read_back(seed: int) -> None:
    record = played(seed)
    written_and_read(record)
    foreign = text.write(record)
    assert text.write(text.read(foreign)) == foreign


# Damage.


def row_of(written: str, game: str) -> SavedGame:
    return SavedGame(1, game, 1, "", "open", written)


def bent(choose: random.Random, written: str) -> str:
    """Return a text with some of it cut out, doubled, exchanged or made up."""
    for _ in range(choose.randrange(1, 4)):
        at, length = choose.randrange(len(written)), choose.randrange(1, 12)
        pieces = (
            "",
            written[at : at + length] * 2,
            choose.choice('(){}"\\|\n \0\u2028é9'),
            "9" * 5000,
        )
        written = written[:at] + choose.choice(pieces) + written[at + length :]
    return written or " "


@pytest.mark.parametrize("seed", SEEDS)
def test_a_damaged_game_is_read_as_far_as_it_can_be_or_refused_in_a_sentence(seed: int) -> None:
    choose, record = random.Random(seed), played(seed)
    written = text.write(record, is_row=True)
    for _ in range(20):
        try:
            found = record_of(row_of(bent(choose, written), record.spec.name))
        except SessionError:
            continue
        known_of(found)  # which is read now
        check(found)
        if not found.damage:
            for node in found.root.walk():
                node.position.text = None
            again = text.write(found, is_row=True)  # as we write it, with six digits
            written_and_read(text.read(again, is_row=True))
    foreign = text.write(record)
    for _ in range(20):
        with suppress(PositionError):  # and no other error
            again = text.write(text.read(bent(choose, foreign)))
            assert text.write(text.read(again)) == again


@pytest.mark.parametrize("seed", SEEDS)
def test_a_move_that_cannot_be_read_costs_only_what_followed_it(seed: int) -> None:
    choose, record = random.Random(seed), played(seed)
    record.leave_retry()
    nodes = [each for each in record.root.walk() if each.parent]
    if not nodes:
        return
    node = choose.choice(nodes)
    node.name = "nowhere"
    found = record_of(row_of(text.write(record, is_row=True), record.spec.name))
    check(found)
    assert found.damage
    lost = {path_of(each) for each in node.walk()}
    assert facts_of(found).keys() == facts_of(record).keys() - lost


@pytest.mark.parametrize(
    ("moves", "kept"),
    [
        ("a1 b1 (c1 zz (a2 b2) a2) a2", "a1 b1 a2, a1 c1 a2 b2"),
        ("a1 zz (b1 c1) (c1) b1", "a1 b1 c1, a1 c1"),
        ("zz (a1 b1)", "a1 b1"),
        ("a1 {next 2} b1 (zz)", "a1 b1"),
        ("a1 b1 (c1 {hint", "a1 b1, a1 c1"),
        ("a1 b1) c1", "a1 b1"),
        ("a1 b1 (c1 (a2 b2", "a1 a2 b2, a1 b1, a1 c1"),
        ("a1 zz {hint} {eval 0.5 0 9} {left retry} b1 (c1) a2", "a1"),
    ],
)
def test_what_stands_beside_damage_is_kept(moves: str, kept: str) -> None:
    found = text.read(f"playout 1\ngame tictactoe\nseed 1\n\n{moves}\n", is_row=True)
    assert found.damage
    check(found)
    ends = [each for each in found.root.walk() if not each.children]
    assert sorted(" ".join(node.name for node in end.path()[1:]) for end in ends) == kept.split(
        ", "
    )
    assert not any(each.hinted or each.position.evaluations for each in found.root.walk())
    assert found.left is None


def test_wrong_marks_of_a_row_are_left_out() -> None:
    marks = "{eval 2 0 1} {eval 0.5 0 10 searcher mcts} {by nobody} {what} {hint}"
    found = text.read(f"playout 1\ngame tictactoe\nseed 1\n\na1 {marks}\n", is_row=True)
    assert list(found.node.position.evaluations) == ["mcts"]
    assert (found.node.by, found.node.hinted, found.damage) == (By.PERSON, True, "")
    assert "eval 2" not in text.write(found, is_row=True)


def test_a_move_that_is_told_again_in_a_branch_is_one() -> None:
    moves = "a1 b1 (b1 c1 (c1 a2 b2) a3) c1 (c1 {hint} b3 c3) a2"
    found = text.read(f"playout 1\ngame tictactoe\nseed 1\n\n{moves}\n")
    check(found)
    assert [node.name for node in found.line[1:]] == ["a1", "b1", "c1", "a2"]
    assert len(facts_of(found)) == 9
    for node in found.root.walk():
        found.show(node)
        check(found)


@pytest.mark.parametrize("is_row", [True, False])
def test_branches_in_branches_are_read_and_written_without_end(is_row: bool) -> None:
    deep = Session("hex", seats=PEOPLE).record
    node = deep.root
    for at in range(3_000):  # no rules play so long: the moves are put there by hand
        for move in (0, 1):
            child = GameNode(None, Position(deep.spec, deep.root.state), move)
            child.parent, child.ply, child.name = node, at + 1, f"m{move}"
            node.children.append(child)
        node.way, node = node.children[0], node.children[1]
    deep.line = [deep.root, *deep.root.onward()]
    assert text.write(deep, is_row=is_row).count("(") == 3_000
    moves = f"{'a1 (' * 3_000}b1 c1{')' * 3_000}"
    found = text.read(f"playout 1\ngame tictactoe\nseed 1\n\n{moves}\n", is_row=is_row)
    assert len(facts_of(found)) == 4
    check(found)


def test_what_is_known_is_shared_by_the_same_moves_whoever_made_them() -> None:
    session = session_of("hex", "f6 e8", seats=PEOPLE)
    session.play(session.state.move_from_string("g5"), for_player=True)
    known = Evaluation(0.6, 0.0, 20, searcher="mcts")
    session.record.nodes[3].position.learn(known)
    session.show(session.record.line[2])
    session.go_to(2)
    play(session, "g5")
    assert [each.by for each in session.record.line[2].children] == [By.AI, By.PERSON]
    assert session.record.nodes[3].position.evaluations == {"mcts": known}
    again = written_and_read(session.record)
    assert text.write(again, is_row=True).count("0.6 0 20") == 1


def test_a_deleted_branch_comes_back_unless_the_game_has_gone_on_by_its_move() -> None:
    session = session_of("hex", "f6 e8 g5", seats=PEOPLE)
    session.go_to(2)
    play(session, "h5")
    gone = session.delete_branch()
    assert gone is not None
    session.go_to(2)
    play(session, "h5")
    with pytest.raises(SessionError, match="gone on differently"):
        session.restore_branch(gone)
    second = session.delete_branch()
    assert second is not None
    session.restore_branch(second)
    assert [node.name for node in session.record.line[1:]] == ["f6", "e8", "h5"]


def test_the_best_of_what_a_searcher_thought_is_kept() -> None:
    session = session_of("hex", 1)
    for known in (Evaluation(0.5, 0.1, 9, seconds=2.0), Evaluation(0.25, 0.1, 90)):
        session.record.nodes[1].position.learn(known)
    (best,) = session.record.nodes[1].position.evaluations.values()
    assert best == replace(known, seconds=2.0)
