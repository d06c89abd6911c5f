"""An AI without a search: it thinks as long as a real one, and what it says holds together.

A position is always worth the same to it, whatever way it is asked; it is unsure of that in the
beginning and surer with every simulation, so that it changes its mind. What it calls proven is
so. Every choice comes from a seed.
"""

import random
from collections import OrderedDict
from collections.abc import Callable
from dataclasses import dataclass
from zlib import crc32

from ai.search.messages import (
    Answer,
    Candidate,
    Proof,
    Request,
    SearchFailed,
    SearchFinished,
    SearchInfo,
    SearchProgress,
    SearchResult,
    StartSearch,
    StopReason,
    StopSearch,
    WorkerReady,
)
from game.games.protocol import State

RATE = 20_000
"""Simulations a second."""
TALK_SECONDS = 0.15
"""How often it says what it knows so far."""
LONGEST = 16
"""How many moves a line has at most; the small boards of the tests end before that."""
AHEAD = 5
"""How many moves it expects in a game for two."""
WIDEST = 12
"""How many candidates it tells of."""
DRIFT = 4.0
"""A search is further from the truth than its own noise tells: it changes its mind."""
REMEMBERED = 4_000
_OTHER = {Proof.WIN: Proof.LOSS, Proof.DRAW: Proof.DRAW, Proof.LOSS: Proof.WIN}
_BY_RETURN = {1.0: Proof.WIN, 0.0: Proof.DRAW, -1.0: Proof.LOSS}
_SHARE = {Proof.WIN: 1.0, Proof.DRAW: 0.5, Proof.LOSS: 0.0}


@dataclass(slots=True)
class _Job:
    """A request that is being answered."""

    request: StartSearch
    began: float
    ends: float
    talks: float
    told: bool = False
    stopped: bool = False


class FakeAi:
    """Stands where the AI's thread stands; told the time, it answers in `poll`.

    Attributes:
        job: What it is searching now, if anything.
        asked: The last request, answered or not.
        answered: When it was answered; None before that.
        restarts: How often it was started again.
        fails: Whether the search that runs ends with an error.
        resigns: Whether it gives the game up instead of a move.
    """

    def __init__(self, clock: Callable[[], float], seed: int = 0) -> None:
        self.job: _Job | None = None
        self.asked: StartSearch | None = None
        self.answered: float | None = None
        self.restarts = 0
        self.fails = False
        self.resigns = False
        self._clock = clock
        self._random = random.Random(seed)
        self._answers: list[Answer] = [WorkerReady(0.1)]
        self._truths: OrderedDict[tuple[int, int], _Truth] = OrderedDict()
        self._lines: OrderedDict[int, tuple[float, tuple[int, ...]]] = OrderedDict()

    # The worker's side.

    def send(self, request: Request) -> None:
        """Take a request; a new one takes the place of the one before."""
        now = self._clock()
        if isinstance(request, StartSearch):
            limit = request.limit
            seconds = limit.seconds if limit.seconds is not None else 60.0
            if limit.simulations is not None:
                seconds = min(seconds, limit.simulations / RATE)
            seconds *= self._random.uniform(0.7, 1.0)
            self.asked, self.answered, self.resigns = request, None, False
            self.job = _Job(request, now, now + seconds, now + self._random.uniform(0.0, 0.2))
        elif isinstance(request, StopSearch) and self.job is not None:
            self.job.stopped = True
            self.job.ends = min(self.job.ends, now + self._random.uniform(0.0, 0.1))

    def poll(self) -> list[Answer]:
        """Return what it has to say by now."""
        answers, self._answers = self._answers, []
        job, now = self.job, self._clock()
        if job is None:
            return answers
        if self.fails:
            self.fails, self.job = False, None
            answers.append(SearchFailed(job.request.generation, "it was told to fail"))
        elif now >= job.ends:
            self.job, self.answered = None, now
            answers.append(SearchFinished(job.request.generation, self._result(job)))
        elif now >= job.talks:
            job.talks = now + TALK_SECONDS
            info = self._info(job, max(1, int((now - job.began) * RATE)))
            if info.proof is not None:
                job.ends = now
            answers.append(SearchProgress(job.request.generation, info))
        return answers

    def restart(self) -> None:
        """Begin afresh after a failure."""
        self.job = None
        self.restarts += 1
        self._answers.append(WorkerReady(0.1))

    def want(self, game: str) -> None:
        """Make a game ready: all are."""

    # What it says.

    def _result(self, job: _Job) -> SearchResult:
        request = job.request
        if self.resigns:
            self.resigns = False
            return SearchResult(None, SearchInfo(), StopReason.RESIGNED)
        most = request.limit.simulations or 10**9
        simulations = min(most, max(1, int((job.ends - job.began) * RATE)))
        info = self._info(job, simulations)
        reason = StopReason.STOPPED if job.stopped else StopReason.TIME
        if len(request.position.legal_moves) == 1:
            reason = StopReason.ONLY_MOVE
        elif info.proof is not None or info.optimal:
            reason = StopReason.PROVEN
        elif not job.stopped and request.limit.simulations:
            reason = StopReason.SIMULATIONS
        move = info.candidates[0].move if info.candidates else None
        return SearchResult(move, info, reason)

    def _info(self, job: _Job, simulations: int) -> SearchInfo:
        state = job.request.position
        if state.is_terminal:
            return SearchInfo(simulations)
        one_player = len(state.returns) == 1
        candidates = (self._removals if one_player else self._replies)(job, simulations)
        best = candidates[0]
        proofs = {candidate.proof for candidate in candidates}
        proof, distance = None, None
        if best.proof is Proof.WIN:
            proof, distance = Proof.WIN, best.distance
        elif proofs == {Proof.LOSS} and len(candidates) == len(state.legal_moves):
            proof, distance = Proof.LOSS, max(each.distance or 0 for each in candidates)
        value = best.value if proof is None else _SHARE[proof]
        return SearchInfo(
            simulations,
            value,
            best.error,
            candidates,
            best.line,
            proof,
            distance,
            elapsed=max(0.01, simulations / RATE),
            nodes=simulations,
            threads=job.request.threads,
        )

    def _replies(self, job: _Job, simulations: int) -> tuple[Candidate, ...]:
        """Return the moves of a game for two, best first."""
        state, number = job.request.position, job.request.generation
        moves = state.legal_moves
        if len(moves) > WIDEST:
            key = crc32(state.encode().tobytes())
            moves = tuple(random.Random(key).sample(moves, WIDEST))
        found = []
        for move in moves:
            truth = self._truth(state, move)
            # Another search meets the same truth by another way.
            noise = random.Random(number * 7919 + move)
            error = 0.5 / (simulations / len(moves)) ** 0.5
            value = min(0.99, max(0.01, truth.value + noise.gauss(0.0, DRIFT * error)))
            proven = truth.proof is not None and simulations >= truth.after * noise.uniform(0.5, 2)
            proof = truth.proof if proven else None
            value = _SHARE[proof] if proof is not None else value
            found.append((value, move, min(error, 0.2), proof, truth))
        found.sort(key=lambda each: -each[0])
        return tuple(
            Candidate(
                move,
                max(1, simulations >> (rank + 1)),
                value,
                error,
                proof,
                truth.distance if proof is not None else None,
                self._expected(state, move) if rank < 3 else (move,),
            )
            for rank, (value, move, error, proof, truth) in enumerate(found)
        )

    def _truth(self, state: State, move: int) -> "_Truth":
        key = (crc32(state.encode().tobytes()), move)
        known = self._truths.get(key)
        if known is None:
            known = self._truths[key] = _truth_of(state, move, key[0])
            if len(self._truths) > REMEMBERED:
                self._truths.popitem(last=False)
        return known

    def _expected(self, state: State, move: int) -> tuple[int, ...]:
        """Return what may follow a move, the same whenever it is asked."""
        line, state = [move], state.play(move)
        choose = random.Random(crc32(state.encode().tobytes()))
        while not state.is_terminal and len(line) < AHEAD:
            line.append(choose.choice(state.legal_moves))
            state = state.play(line[-1])
        return tuple(line)

    def _removals(self, job: _Job, simulations: int) -> tuple[Candidate, ...]:
        """Return the moves of a game for one, each with the best line to the end known so far."""
        state = job.request.position
        choose = random.Random(job.request.generation * 31 + simulations)
        moves = state.legal_moves
        found = []
        for move in choose.sample(moves, min(4, len(moves))):
            after = state.play(move)
            key = crc32(after.encode().tobytes())
            played = self._played_out(after, choose)
            best = self._lines[key] = max(played, self._lines.get(key, played))
            if len(self._lines) > REMEMBERED:
                self._lines.popitem(last=False)
            found.append((best[0], move, best[1]))
        found.sort(reverse=True)
        return tuple(
            Candidate(move, max(1, simulations >> (rank + 1)), value, 1.0, line=(move, *line))
            for rank, (value, move, line) in enumerate(found)
        )

    def _played_out(self, state: State, choose: random.Random) -> tuple[float, tuple[int, ...]]:
        """Return the score that a line reaches, and the line; on a large board its beginning."""
        line: list[int] = []
        most = LONGEST if len(state.legal_moves) <= WIDEST else 1
        while not state.is_terminal and len(line) < most:
            line.append(choose.choice(state.legal_moves))
            state = state.play(line[-1])
        return float(state.returns[0]), tuple(line)


@dataclass(frozen=True, slots=True)
class _Truth:
    """What a move is worth to who makes it; a proof shows after some simulations."""

    value: float
    proof: Proof | None = None
    distance: int | None = None
    after: int = 0


def _truth_of(state: State, move: int, key: int) -> _Truth:
    after = state.play(move)
    if after.is_terminal:
        proof = _BY_RETURN[after.returns[state.current_player]]
        return _Truth(_SHARE[proof], proof, 1, 0)
    choose = random.Random(key ^ move * 2_654_435_761)
    value = choose.betavariate(2.0, 2.0)
    if choose.random() < 0.06:
        proof = Proof.WIN if value > 0.5 else Proof.LOSS
        return _Truth(
            _SHARE[proof], proof, choose.randrange(3, 12), choose.choice([0, 3_000, 30_000])
        )
    return _Truth(value)
