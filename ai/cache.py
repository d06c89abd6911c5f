"""Where numba keeps the compiled kernels, and when it may use them again.

numba compares only the file a function stands in; an edit in a module that it imports
would go unnoticed. Here the folder's name holds a digest of the file and of every module of
this package that it imports, directly or not, so stale machine code is never found.

A bundle has no sources: a table of the digests comes with it, and so do the kernels, for
each level of processor. The first start copies them to where this user's cache is.
"""

import atexit
import functools
import hashlib
import json
import logging
import os
import platform
import re
import shutil
import sys
import tempfile
import time
import zipfile
from pathlib import Path
from typing import Any

import numba
import platformdirs
from numba.core.caching import _CacheLocator

from ai.processor import NATIVE, chosen_level

log = logging.getLogger(__name__)

PROJECT = Path(__file__).resolve().parent.parent
SHIPPED = PROJECT / "kernels"
STAMPS = SHIPPED / "stamps.json"
CACHE_VARIABLE = "PLAYOUT_KERNEL_CACHE"
HOME_VARIABLE = "PLAYOUT_HOME"
UNUSED_DAYS = 30
_IMPORT = re.compile(
    r"^[ \t]*(?:from[ \t]+(ai[\w.]*)[ \t]+import[ \t]+(\([^)]*\)|[^\n]*)|import[ \t]+([^\n]*))",
    re.M,
)
_STAMPED = re.compile(r".+-[0-9a-f]{16}")


@functools.cache
def source_stamp(path: Path) -> str:
    """Return a digest of a source file and all the modules of `ai` it builds on."""
    if _is_frozen():
        return _shipped_stamps()[module_name(path)]
    digest = hashlib.sha256()
    for source in sorted(_closure(path)):
        digest.update(source.read_bytes())
    return digest.hexdigest()[:16]


def module_name(path: Path) -> str:
    """Return the name of the module that a file of the project holds."""
    return ".".join(path.relative_to(PROJECT).with_suffix("").parts)


def all_stamps() -> dict[str, str]:
    """Return the digest of every module of `ai` by its name."""
    if _is_frozen():
        return _shipped_stamps()
    sources = sorted((PROJECT / "ai").rglob("*.py"))
    return {module_name(source): source_stamp(source) for source in sources}


def _is_frozen() -> bool:
    return bool(getattr(sys, "frozen", False))


@functools.cache
def _shipped_stamps() -> dict[str, str]:
    stamps: dict[str, str] = json.loads(STAMPS.read_text("utf-8"))
    return stamps


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


@functools.cache
def _imports(path: Path) -> list[Path]:
    """Return the files below `ai` that a file imports; by pattern, as parsing takes 0.2 s."""
    names: list[str] = []
    for module, imported, modules in _IMPORT.findall(path.read_text("utf-8")):
        names += [module, *(f"{module}.{name}" for name in re.findall(r"\w+", imported))]
        names += re.findall(r"[\w.]+", modules)
    files = [PROJECT.joinpath(*name.split(".")).with_suffix(".py") for name in names if name]
    return [file for file in files if file.is_relative_to(PROJECT / "ai") and file.exists()]


# The folders.


@functools.cache
def cache_root() -> Path:
    """Return a writable folder for this level's kernels, a temporary one as the last resort."""
    base = _wanted_base()
    root = base / chosen_level()
    try:
        root.mkdir(parents=True, exist_ok=True)
        tempfile.TemporaryFile(dir=root).close()
    except OSError as error:
        log.warning("No kernels can be kept in %s (%s); using a temporary folder", base, error)
        base = Path(tempfile.mkdtemp(prefix="playout-kernels-"))
        atexit.register(shutil.rmtree, base, ignore_errors=True)
        # The process that compiles ahead must fill the same folder.
        os.environ[CACHE_VARIABLE] = str(base)
        root = base / chosen_level()
        root.mkdir()
    return root


def _wanted_base() -> Path:
    wanted = os.environ.get(CACHE_VARIABLE)
    if wanted:
        return Path(wanted)
    home = os.environ.get(HOME_VARIABLE)
    if home:
        return Path(home).expanduser().absolute() / "cache" / "kernels"
    return platformdirs.user_cache_path("playout", appauthor=False) / "kernels"


def marker() -> Path:
    """Return the file that says: every kernel of this source, for this numba, is in the cache."""
    digest = hashlib.sha256(json.dumps(all_stamps(), sort_keys=True).encode())
    digest.update(f"{numba.__version__} {platform.python_version()}".encode())
    if chosen_level() == NATIVE:
        import llvmlite.binding

        digest.update(llvmlite.binding.get_host_cpu_name().encode())
    return cache_root() / f"warm-{digest.hexdigest()[:16]}"


def is_warm() -> bool:
    """Return whether every kernel of this source is in the cache of this machine."""
    return marker().exists()


def seed() -> bool:
    """Unpack the kernels that came with the bundle into the cache; return whether they fit.

    A folder appears under its name when it is complete, so a start that is killed, or
    another one at the same time, leaves nothing half done.
    """
    shipped = SHIPPED / chosen_level()
    wanted = marker()
    if not (shipped / wanted.name).exists():
        return False
    try:
        for packed in shipped.glob("*.zip"):
            if not (wanted.parent / packed.stem).exists():
                _unpack_whole(packed, wanted.parent)
        wanted.touch()
    except (OSError, zipfile.BadZipFile) as error:
        log.warning("The kernels could not be unpacked to %s: %s", wanted.parent, error)
        return False
    return True


def _unpack_whole(packed: Path, root: Path) -> None:
    with tempfile.TemporaryDirectory(prefix=".seed-", dir=root) as temporary:
        folder = Path(temporary) / packed.stem
        with zipfile.ZipFile(packed) as archive:
            archive.extractall(folder)
        try:
            folder.replace(root / packed.stem)
        except OSError:
            if not (root / packed.stem).exists():
                raise


def prune() -> None:
    """Remove the kernels of other versions that nothing has used for a month."""
    base = cache_root().parent
    oldest = time.time() - UNUSED_DAYS * 24 * 3600
    for entry in [*base.glob("*"), *base.glob("*/*")]:
        if _STAMPED.fullmatch(entry.name) and entry.stat().st_mtime < oldest:
            log.info("Removing %s, unused for %d days", entry.name, UNUSED_DAYS)
            if entry.is_dir():
                shutil.rmtree(entry, ignore_errors=True)
            else:
                entry.unlink(missing_ok=True)


@functools.cache
def _folder_in_use(name: str) -> Path:
    """Return the folder of one module's kernels, made if need be, and note its use."""
    folder = cache_root() / name
    folder.mkdir(exist_ok=True)
    os.utime(folder)
    return folder


class KernelCacheLocator(_CacheLocator):  # type: ignore[misc]
    """Keeps the machine code of one module of the project in a folder of its own."""

    def __init__(self, path: Path, line: int) -> None:
        self._stamp = source_stamp(path)
        self._folder = _folder_in_use(f"{module_name(path)}-{self._stamp}")
        self._line = line

    @classmethod
    def from_function(cls, py_func: Any, py_file: str) -> "KernelCacheLocator | None":
        """Return a locator for the project's own functions, None for all others."""
        # In a bundle the file is named from its root, and is not there.
        path = PROJECT / py_file
        if not _is_frozen():
            path = path.resolve()
            if not path.is_relative_to(PROJECT) or not path.exists():
                return None
        elif module_name(path) not in all_stamps():
            return None
        return cls(path, py_func.__code__.co_firstlineno)

    def ensure_cache_path(self) -> None:
        """Make the folder, should somebody have removed it."""
        self._folder.mkdir(parents=True, exist_ok=True)

    def get_cache_path(self) -> str:
        """Return the folder, named after the module and the digest of its sources."""
        return str(self._folder)

    def get_source_stamp(self) -> str:
        """Return the digest; the same that names the folder."""
        return self._stamp

    def get_disambiguator(self) -> str:
        """Return what tells functions of one name in one module apart."""
        return str(self._line)
