"""Where numba keeps the compiled kernels, and when it may use them again.

numba compares only the file a function stands in; an edit in a module that it imports
would go unnoticed. Here the folder's name holds a digest of the file and of every module of
this package that it imports, directly or not, so stale machine code is never found.
"""

import ast
import functools
import hashlib
import os
import tempfile
from pathlib import Path
from typing import Any

import platformdirs
from numba.core.caching import _CacheLocator

PROJECT = Path(__file__).resolve().parent.parent
CACHE_VARIABLE = "PLAYOUT_KERNEL_CACHE"


@functools.cache
def source_stamp(path: Path) -> str:
    """Return a digest of a source file and all the modules of `ai` it builds on."""
    digest = hashlib.sha256()
    for source in sorted(_closure(path)):
        digest.update(source.read_bytes())
    return digest.hexdigest()[:16]


def _closure(path: Path) -> set[Path]:
    """Return `path` and every file below `ai` that it imports, directly or not."""
    found: set[Path] = set()
    waiting = [path]
    while waiting:
        source = waiting.pop()
        if source not in found:
            found.add(source)
            waiting += _imports(source)
    return found


def _imports(path: Path) -> list[Path]:
    names: list[str] = []
    for node in ast.walk(ast.parse(path.read_text("utf-8"))):
        if isinstance(node, ast.Import):
            names += [alias.name for alias in node.names]
        elif isinstance(node, ast.ImportFrom) and node.module:
            names += [node.module, *(f"{node.module}.{alias.name}" for alias in node.names)]
    files = [PROJECT.joinpath(*name.split(".")).with_suffix(".py") for name in names]
    return [file for file in files if file.is_relative_to(PROJECT / "ai") and file.exists()]


@functools.cache
def cache_root() -> Path:
    """Return a writable folder for compiled kernels, a temporary one as the last resort."""
    wanted = os.environ.get(CACHE_VARIABLE)
    root = Path(wanted) if wanted else Path(platformdirs.user_cache_dir("playout")) / "kernels"
    try:
        root.mkdir(parents=True, exist_ok=True)
        tempfile.TemporaryFile(dir=root).close()
    except OSError:
        root = Path(tempfile.mkdtemp(prefix="playout-kernels-"))
    return root


class KernelCacheLocator(_CacheLocator):  # type: ignore[misc]
    """Keeps the machine code of one module of the project in a folder of its own."""

    def __init__(self, path: Path, line: int) -> None:
        self._path = path
        self._line = line

    @classmethod
    def from_function(cls, py_func: Any, py_file: str) -> "KernelCacheLocator | None":
        """Return a locator for the project's own functions, None for all others."""
        path = Path(py_file).resolve()
        if not path.is_relative_to(PROJECT) or not path.exists():
            return None
        locator = cls(path, py_func.__code__.co_firstlineno)
        locator.ensure_cache_path()
        return locator

    def get_cache_path(self) -> str:
        """Return the folder, named after the module and the digest of its sources."""
        name = ".".join(self._path.relative_to(PROJECT).with_suffix("").parts)
        return str(cache_root() / f"{name}-{source_stamp(self._path)}")

    def get_source_stamp(self) -> str:
        """Return the digest; the same that names the folder."""
        return source_stamp(self._path)

    def get_disambiguator(self) -> str:
        """Return what tells functions of one name in one module apart."""
        return str(self._line)
