"""A kernel as plain Python: for whoever plays a move now and then, nothing is compiled.

An algorithm of `ai.engine.specialise` can run like this, too, with somebody who listens.
"""

from collections.abc import Callable, Mapping
from types import FunctionType, ModuleType, SimpleNamespace
from typing import Any

import numpy as np

from ai.contract.kernel import of_the_game
from ai.kernels.compiled import merged

Around = Mapping[Any, Callable[[Callable[..., Any]], Callable[..., Any]]]
"""By a function as it was written: what is to be called for it, made of its plain form."""


@merged
def on_move(move):
    """Let a listener hear a move that a playout plays by itself rather than by `play`.

    Compiled, this is nothing at all.
    """


def plain_kernel(kernel: ModuleType) -> SimpleNamespace:
    """Return the names of a kernel, its compiled functions as what they were written as.

    So are those that they call, in whatever module; an intrinsic has its attribute `in_python`.
    """
    return _quiet(_plain(vars(kernel), {}, {}))


def plain_algorithm(
    algorithm: ModuleType, kernel: ModuleType, around: Around, **constants: int
) -> SimpleNamespace:
    """Return the functions that `specialise` would compile for a kernel, as plain Python.

    Args:
        algorithm: A module of generic functions.
        around: Whom to call instead of some functions, of the algorithm or below.
        constants: What some names of the algorithm mean instead.
    """
    copied: dict[int, dict[str, Any]] = {}
    bindings: dict[str, Any] = {}
    generic = generic_functions(algorithm, kernel)
    for function in generic.values():
        # One from another algorithm brings along what it uses there.
        bindings |= _plain(function.__globals__, copied, around)
    bindings |= _plain(vars(algorithm), copied, around)
    of_kernel = _plain(vars(kernel), copied, around)
    bindings |= {name: of_kernel[name] for name in public_names(kernel)} | constants
    functions = {name: _copy(each, bindings, around) for name, each in generic.items()}
    bindings |= functions
    return _quiet(functions)


def generic_functions(algorithm: ModuleType, kernel: ModuleType) -> dict[str, FunctionType]:
    """Return an algorithm's plain functions and those that they call, but what the kernel has."""
    functions: dict[str, FunctionType] = {}
    taken = public_names(kernel)
    waiting = list(vars(algorithm).items())
    for name, function in waiting:
        is_generic = isinstance(function, FunctionType) and function is not of_the_game
        if is_generic and name not in functions and name not in taken:
            functions[name] = function
            there = function.__globals__
            waiting += [(each, there[each]) for each in function.__code__.co_names if each in there]
    return functions


def public_names(module: ModuleType) -> dict[str, Any]:
    return {name: value for name, value in vars(module).items() if not name.startswith("_")}


def _quiet(names: Mapping[str, Any]) -> SimpleNamespace:
    """Return some names, whose functions let words wrap round as compiled ones do."""
    quietly = np.errstate(over="ignore")
    called = {name: quietly(each) for name, each in names.items() if type(each) is FunctionType}
    return SimpleNamespace(**{**names, **called})


def _plain(
    bindings: dict[str, Any], copied: dict[int, dict[str, Any]], around: Around
) -> dict[str, Any]:
    """Return a module's names with its compiled functions as plain ones; each module once."""
    if id(bindings) not in copied:
        copies = copied[id(bindings)] = dict(bindings)
        for name, value in bindings.items():
            if hasattr(value, "in_python"):
                copies[name] = value.in_python
            elif hasattr(value, "py_func"):
                its_names = _plain(value.py_func.__globals__, copied, around)
                copies[name] = _copy(value.py_func, its_names, around)
            elif isinstance(value, FunctionType) and value in around:
                copies[name] = around[value](value)
    return copied[id(bindings)]


def _copy(written: Any, bindings: dict[str, Any], around: Around) -> Callable[..., Any]:
    copy = FunctionType(written.__code__, bindings, written.__name__, written.__defaults__)
    return around[written](copy) if written in around else copy
