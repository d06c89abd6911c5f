"""The names of a kernel, for type checkers: `specialise` binds a game's functions to them.

`ai.kernels` says what each does.
"""

from typing import Any


def is_terminal(*arguments: Any) -> Any:
    """See `ai.kernels`."""


def outcome(*arguments: Any) -> Any:
    """See `ai.kernels`."""


def to_move(*arguments: Any) -> Any:
    """See `ai.kernels`."""


def legal_moves(*arguments: Any) -> Any:
    """See `ai.kernels`."""


def candidate_moves(*arguments: Any) -> Any:
    """See `ai.kernels`."""


def plausible_moves(*arguments: Any) -> Any:
    """See `ai.kernels`."""


def play(*arguments: Any) -> Any:
    """See `ai.kernels`."""


def rollout_move(*arguments: Any) -> Any:
    """See `ai.kernels`."""


def playout(*arguments: Any) -> Any:
    """See `ai.kernels`."""


def max_moves(*arguments: Any) -> Any:
    """See `ai.kernels`."""


def graft(*arguments: Any) -> Any:
    """See `ai.kernels`."""


def is_cleared(*arguments: Any) -> Any:
    """See `ai.kernels`."""


def record_playout(*arguments: Any) -> Any:
    """See `ai.kernels`."""
