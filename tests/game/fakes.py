"""A worker without a thread: answers when the test says so."""

from ai.search.messages import (
    Answer,
    Candidate,
    Request,
    SearchFinished,
    SearchInfo,
    SearchProgress,
    SearchResult,
    StartSearch,
    StopReason,
    WorkerReady,
)


class FakeWorker:
    def __init__(self, ready: bool = True) -> None:
        self.requests: list[Request] = []
        self.answers: list[Answer] = [WorkerReady(0.1)] if ready else []
        self.restarts = 0
        self.wanted: list[str] = []

    def send(self, request: Request) -> None:
        self.requests.append(request)

    def poll(self) -> list[Answer]:
        answers, self.answers = self.answers, []
        return answers

    def restart(self) -> None:
        self.restarts += 1
        self.answers.append(WorkerReady(0.1))

    def want(self, game: str) -> None:
        self.wanted.append(game)

    @property
    def searches(self) -> list[StartSearch]:
        return [each for each in self.requests if isinstance(each, StartSearch)]

    def say(self, info: SearchInfo) -> None:
        self.answers.append(SearchProgress(self.searches[-1].generation, info))

    def finish(
        self, info: SearchInfo | None = None, reason: StopReason = StopReason.SIMULATIONS
    ) -> None:
        request = self.searches[-1]
        info = info or info_for(request.position.legal_moves)
        move = info.candidates[0].move if info.candidates else None
        self.answers.append(SearchFinished(request.generation, SearchResult(move, info, reason)))


class Clock:
    def __init__(self) -> None:
        self.now = 100.0

    def __call__(self) -> float:
        return self.now


def info_for(moves: tuple[int, ...], simulations: int = 1000, value: float = 0.6) -> SearchInfo:
    """An info in which the first moves are the best."""
    candidates = tuple(
        Candidate(
            move,
            max(1, simulations // 2 ** (rank + 1)),
            value - 0.04 * rank * abs(value),
            error=0.01,
            line=(move,),
        )
        for rank, move in enumerate(moves)
    )
    line = candidates[0].line if candidates else ()
    return SearchInfo(simulations, value, 0.01, candidates, line, elapsed=0.5)
