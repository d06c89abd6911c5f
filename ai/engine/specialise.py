"""Write an algorithm once, compile it for each game.

numba cannot cache functions that get other compiled functions as arguments or through a
closure. It can cache a plain function whose globals are plain compiled functions, so each
generic function is copied with its globals rebound to the game's kernel. The copy's
qualified name holds the game and a digest of the kernel's sources: without it a second
game would silently get the first one's machine code out of the cache.
"""

from functools import cache, partial
from importlib import import_module
from pathlib import Path
from types import FunctionType, ModuleType, SimpleNamespace
from typing import Any

from ai.contract.games import game_spec
from ai.contract.kernel import forced_win, of_the_game
from ai.engine.stamps import source_stamp
from ai.kernels.compiled import compiled as compile_kernel
from ai.kernels.plain import generic_functions, plain_algorithm, public_names


def kernel_of(game: str) -> ModuleType:
    """Return the kernel of a game in the registry; raise `RulesError` for an unknown one."""
    return import_module(game_spec(game).kernel)


@cache
def specialise(
    algorithm: ModuleType, kernel: ModuleType, leaf_evaluator: ModuleType | None = None
) -> SimpleNamespace:
    """Compile the generic functions of a module against one game's kernel.

    With a kernel of plain functions they are run as plain Python, and nothing is compiled.

    Args:
        algorithm: A module of plain Python functions. What they use of a kernel it imports from
            `ai.contract.kernel`.
        kernel: The module whose names take the place of those.
        leaf_evaluator: Another such module, whose functions take the place of those that the
            algorithm has under the same names: `finish`, how the tree search plays on from a
            leaf, or all of `simulate`. As that may take long, the algorithm then looks at the
            cancel flag every time.

    Returns:
        The compiled functions under their own names, the same for each who asks; they are cached
        and release the GIL.

    Raises:
        ValueError: The kernel has a name that the algorithm uses for something else.
    """
    _check_names(algorithm, kernel)
    if is_plain(kernel):
        return _in_python(algorithm, kernel, leaf_evaluator)
    generic = generic_functions(algorithm, kernel)
    bindings: dict[str, Any] = {}
    for function in generic.values():
        # One from another algorithm brings along what it uses there.
        bindings |= function.__globals__
    bindings |= vars(algorithm) | public_names(kernel)
    tag = _tag(kernel)
    compiled: dict[str, Any] = {}
    if leaf_evaluator is not None:
        others = vars(specialise(leaf_evaluator, kernel))
        compiled = {name: others[name] for name in generic.keys() & others.keys()}
        bindings["POLL_EVERY"] = 1
        tag = f"{tag}_{_tag(leaf_evaluator)}"
    for name, function in generic.items():
        if name in compiled:
            continue
        copy = FunctionType(function.__code__, bindings, name)
        copy.__qualname__ = f"{function.__qualname__}_{tag}"
        copy.__module__ = function.__module__
        compiled[name] = compile_kernel(copy)
    bindings |= compiled
    return SimpleNamespace(**compiled)


def is_plain(kernel: ModuleType) -> bool:
    """Tell whether none of the functions that stand beside a kernel's `play` is `compiled`."""
    play = getattr(kernel, "play", None)
    beside = (each for each in vars(kernel).values() if hasattr(each, "py_func"))
    return isinstance(play, FunctionType) and all(
        each.py_func.__module__ != play.__module__ for each in beside
    )


def _in_python(
    algorithm: ModuleType, kernel: ModuleType, leaf_evaluator: ModuleType | None
) -> SimpleNamespace:
    others = vars(specialise(leaf_evaluator, kernel)) if leaf_evaluator else {}
    around = {
        function: partial(lambda other, _: other, others[name])
        for name, function in generic_functions(algorithm, kernel).items()
        if name in others
    }
    return plain_algorithm(algorithm, kernel, around, POLL_EVERY=1)


def _check_names(algorithm: ModuleType, kernel: ModuleType) -> None:
    """Raise `ValueError` where a name of the kernel would silently replace an algorithm's."""
    of_algorithm = vars(algorithm)
    for name, value in public_names(kernel).items():
        if of_algorithm.get(name, value) not in (value, of_the_game, forced_win):
            raise ValueError(
                f"{kernel.__name__} and {algorithm.__name__} both have a name {name!r}; "
                "the search would use the kernel's: call one of them otherwise"
            )


def _tag(module: ModuleType) -> str:
    stamp = source_stamp(Path(str(module.__file__)).resolve())
    return f"{module.__name__.replace('.', '_')}_{stamp}"
