"""Stands in for the kernels in tests whose searchers need none."""

from ai.engine.game_kernels import Post
from ai.search.messages import WorkerReady
from ai.search.searcher import TimeSupplier


class ReadyKernels:
    """All there from the beginning.

    Attributes:
        begun: How often a thread began with them.
    """

    def __init__(self) -> None:
        self.begun = 0

    def begin(self, post: Post, ended: TimeSupplier) -> None:
        self.begun += 1
        post(WorkerReady(0.0))

    def want(self, game: str) -> None:
        pass

    def wait(self, game: str, is_cancelled: TimeSupplier) -> bool:
        return True
