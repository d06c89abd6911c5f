"""Which machine code this processor runs: one of few levels, so that compiled kernels travel.

numba would compile for the very model it finds, and the result would suit no other machine.
What the psABI's levels x86-64-v2 and v3 cost stands in `docs/packaging.md`.
"""

import importlib
import os
import platform
import re
from contextlib import suppress
from pathlib import Path

V2 = "x86-64-v2"
V3 = "x86-64-v3"
LEVELS = (V2, V3)
NATIVE = "native"

NAME_VARIABLE = "NUMBA_CPU_NAME"
FEATURES_VARIABLE = "NUMBA_CPU_FEATURES"
_LOCATORS = (
    "ai.engine.cache.KernelCacheLocator",
    # Functions of other projects that a program uses beside these are kept where numba keeps them.
    "InTreeCacheLocator",
    "UserWideCacheLocator",
    "IPythonCacheLocator",
)


def processor_level() -> str:
    """Return the highest level this processor runs well; `NATIVE` where there are none."""
    if platform.machine().lower() not in ("x86_64", "amd64"):
        return NATIVE
    # numpy has asked the processor already, and needs v2 itself. llvmlite knows too, but to
    # load it takes longer than to open the window.
    features = importlib.import_module("numpy._core._multiarray_umath").__cpu_features__
    return V3 if features.get("X86_V3") and not is_microcoded(_description()) else V2


def is_microcoded(processor: str) -> bool:
    """Return whether `pext` and `pdep` take hundreds of cycles: AMD's and Hygon's before Zen 3.

    Args:
        processor: What Linux (``cpu family : 23``) or Windows (``Family 23``) says of it.
    """
    return re.search(r"family\s*:?\s*(21|23|24)\b", processor, re.IGNORECASE) is not None


def _description() -> str:
    with suppress(OSError), Path("/proc/cpuinfo").open(encoding="utf-8") as lines:
        return lines.read(300)
    return os.environ.get("PROCESSOR_IDENTIFIER", "")


def chosen_level() -> str:
    return os.environ.get(NAME_VARIABLE) or NATIVE


def pin() -> None:
    """Tell numba the level and the locators of its cache, unless the environment does.

    It must happen before the first function is compiled: `ai.engine.kernel_loading` does it.
    """
    os.environ.setdefault("NUMBA_CACHE_LOCATOR_CLASSES", ",".join(_LOCATORS))
    level = processor_level()
    if level != NATIVE:
        os.environ.setdefault(NAME_VARIABLE, level)
    if os.environ.get(NAME_VARIABLE) in LEVELS:
        # Empty, not unset: unset would add the features of this very processor.
        os.environ.setdefault(FEATURES_VARIABLE, "")
    importlib.import_module("numba.core.config").reload_config()
