"""A kernel as plain Python: for whoever plays a move now and then, nothing is compiled."""

from types import FunctionType, ModuleType, SimpleNamespace
from typing import Any


def plain_kernel(kernel: ModuleType) -> SimpleNamespace:
    """Return the names of a kernel, its compiled functions as what they were written as.

    So are those that they call, in whatever module; an intrinsic has its attribute `in_python`.
    """
    return SimpleNamespace(**_plain(vars(kernel), {}))


def _plain(bindings: dict[str, Any], known: dict[int, dict[str, Any]]) -> dict[str, Any]:
    """Return a module's names with its compiled functions as plain ones; each module once."""
    if id(bindings) not in known:
        copies = known[id(bindings)] = dict(bindings)
        for name, value in bindings.items():
            if hasattr(value, "in_python"):
                copies[name] = value.in_python
            elif hasattr(value, "py_func"):
                written = value.py_func
                its_own = _plain(written.__globals__, known)
                copies[name] = FunctionType(
                    written.__code__, its_own, written.__name__, written.__defaults__
                )
    return known[id(bindings)]
