"""Where numba keeps the compiled kernels, and when it may use them again.

numba compares only the file a function stands in; an edit in a module that it imports
would go unnoticed. Here the folder's name holds a digest of the file and of every module of
this project that it imports, directly or not, so stale machine code is never found.

A bundle has no sources: a table of the digests comes with it, and so do the kernels, in an
archive for each level of processor. They are read from there, wherever the bundle stands, and
nothing is written; what the archive does not hold is compiled into this user's cache.
"""

import atexit
import functools
import hashlib
import io
import json
import logging
import os
import pickle
import platform
import re
import shutil
import sys
import tempfile
import time
import zipfile
import zlib
from collections.abc import Iterator
from contextlib import contextmanager, suppress
from pathlib import Path
from typing import Any

import numba
import platformdirs
from numba.core import caching

from ai.engine import kernel_loading
from ai.engine.processor import NATIVE, chosen_level

log = logging.getLogger(__name__)

PROJECT = Path(__file__).resolve().parents[2]
SHIPPED = PROJECT / "kernels"
STAMPS = SHIPPED / "stamps.json"
CACHE_VARIABLE = "PLAYOUT_KERNEL_CACHE"
HOME_VARIABLE = "PLAYOUT_HOME"
UNUSED_DAYS = 30
CHECKSUM_BYTES = 4
_IMPORT = re.compile(
    r"^[ \t]*(?:from[ \t]+((?:ai|game)[\w.]*)[ \t]+import[ \t]+(\([^)]*\)|[^\n]*)"
    r"|import[ \t]+([^\n]*))",
    re.M,
)
_STAMPED = re.compile(r".+-[0-9a-f]{16}")


@functools.cache
def source_stamp(path: Path) -> str:
    """Return a digest of a source file and all the modules of the project it builds on."""
    if _is_frozen():
        return _shipped_stamps()[module_name(path)]
    digest = hashlib.sha256()
    for source in sorted(_closure(path)):
        digest.update(_content(source))
    return digest.hexdigest()[:16]


def module_name(path: Path) -> str:
    """Return the name of the module that a file of the project holds."""
    return ".".join(path.relative_to(PROJECT).with_suffix("").parts)


def all_stamps() -> dict[str, str]:
    """Return the digest of every module that may hold or use a kernel, by its name."""
    if _is_frozen():
        return _shipped_stamps()
    folders = (PROJECT / "ai", PROJECT / "game" / "games")
    sources = sorted(source for folder in folders for source in folder.rglob("*.py"))
    return {module_name(source): source_stamp(source) for source in sources}


def _is_frozen() -> bool:
    return bool(getattr(sys, "frozen", False))


@functools.cache
def _shipped_stamps() -> dict[str, str]:
    stamps: dict[str, str] = json.loads(STAMPS.read_text("utf-8"))
    return stamps


def _closure(path: Path) -> set[Path]:
    """Return `path` and every file of the project that it imports, directly or not."""
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
    """Return the project's files that a file imports; by pattern, as parsing takes 0.2 s."""
    names: list[str] = []
    for module, imported, modules in _IMPORT.findall(_content(path).decode()):
        names += [module, *(f"{module}.{name}" for name in re.findall(r"\w+", imported))]
        names += re.findall(r"[\w.]+", modules)
    # As strings: making thousands of paths takes 30 ms.
    files = [
        f"{PROJECT}/{name.replace('.', '/')}.py"
        for name in names
        if name.startswith(("ai.", "game."))
    ]
    return [Path(file) for file in files if os.path.isfile(file)]  # noqa: PTH113


@functools.cache
def _content(path: Path) -> bytes:
    return path.read_bytes()


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
    """Return the file that says: the kernels of this source, for this numba, are in the cache."""
    digest = hashlib.sha256(json.dumps(all_stamps(), sort_keys=True).encode())
    digest.update(f"{numba.__version__} {platform.python_version()}".encode())
    if chosen_level() == NATIVE:
        import llvmlite.binding

        digest.update(llvmlite.binding.get_host_cpu_name().encode())
    return cache_root() / f"warm-{digest.hexdigest()[:16]}"


def is_warm() -> bool:
    """Return whether the kernels of this source came along, or are in this user's cache."""
    if shipped_kernels() is not None:
        return True
    with suppress(FileNotFoundError):
        os.utime(marker())
        return True
    return False


@functools.cache
def shipped_kernels() -> zipfile.ZipFile | None:
    """Return the bundle's kernels for this level of processor; None where there are none."""
    path = SHIPPED / f"{chosen_level()}.zip"
    try:
        return zipfile.ZipFile(path)
    except FileNotFoundError:
        return None
    except (OSError, zipfile.BadZipFile) as error:
        log.warning("The kernels in %s cannot be read: %s", path, error)
        return None


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
    """Return the folder for one module's kernels, and note its use if it is there."""
    folder = cache_root() / name
    with suppress(FileNotFoundError):
        os.utime(folder)
    return folder


@functools.cache
def _source_of(py_file: str) -> Path | None:
    """Return the path of one of the project's own files, None for all others."""
    # In a bundle the file is named from its root, and is not there.
    path = PROJECT / py_file
    if _is_frozen():
        return path if module_name(path) in all_stamps() else None
    path = path.resolve()
    return path if path.is_relative_to(PROJECT) and path.exists() else None


# What numba is given.


class KernelFile(caching.IndexDataCacheFile):  # type: ignore[misc]
    """The index and the machine code of one function: as shipped, else in this user's cache.

    A file in the cache ends with its checksum, behind what numba reads. One that does not, as
    a power cut may leave it, counts as missing, and is written anew.
    """

    def load(self, key: Any) -> Any:
        """Return what is stored for a signature, on a processor, of bytecode; None for nothing."""
        shipped = self._load_shipped(key)
        return super().load(key) if shipped is None else shipped

    def _load_index(self) -> Any:
        """Return the user's index; an empty one where it is not whole or its types are gone."""
        if not _is_whole(self._index_path):
            return {}
        try:
            return super()._load_index()
        except (AttributeError, ImportError) as error:
            log.info("The index %s is of another version: %s", self._index_name, error)
            return {}

    def _load_shipped(self, key: Any) -> Any:
        archive = shipped_kernels()
        if archive is None:
            return None
        folder = Path(self._cache_path).name
        try:
            index = io.BytesIO(archive.read(f"{folder}/{self._index_name}"))
            if pickle.load(index) != self._version:
                return None
            _, names = pickle.load(index)
            return pickle.loads(archive.read(f"{folder}/{names[key]}"))
        except KeyError:
            return None
        except (OSError, zipfile.BadZipFile, zlib.error) as error:
            log.warning("The kernel %s that came along is damaged: %s", self._index_name, error)
            return None

    def _load_data(self, name: str) -> Any:
        path = self._data_path(name)
        if not _is_whole(path):
            raise FileNotFoundError(path)
        return super()._load_data(name)

    @contextmanager
    def _open_for_write(self, filepath: str) -> Iterator[io.BytesIO]:
        with super()._open_for_write(filepath) as file:
            content = io.BytesIO()
            yield content
            file.write(content.getvalue() + _checksum(content.getvalue()))


def _checksum(content: bytes) -> bytes:
    return zlib.crc32(content).to_bytes(CHECKSUM_BYTES, "big")


def _is_whole(path: str) -> bool:
    """Return whether a file is there and as it was written."""
    with suppress(FileNotFoundError):
        content = Path(path).read_bytes()
        if content[-CHECKSUM_BYTES:] == _checksum(content[:-CHECKSUM_BYTES]):
            return True
        log.warning("The kernel in %s is damaged and will be compiled again", path)
    return False


# numba lets a locator say where the files are, but not what to read them with.
caching.IndexDataCacheFile = KernelFile
kernel_loading.install()


class KernelCacheLocator(caching._CacheLocator):  # type: ignore[misc]
    """Keeps the machine code of one module of the project in a folder of its own."""

    def __init__(self, folder: Path, stamp: str, line: int) -> None:
        self._folder = folder
        self._stamp = stamp
        self._line = line

    @classmethod
    def from_function(cls, py_func: Any, py_file: str) -> "KernelCacheLocator | None":
        """Return a locator for the project's own functions, None for all others."""
        path = _source_of(py_file)
        if path is None:
            return None
        stamp = source_stamp(path)
        folder = _folder_in_use(f"{module_name(path)}-{stamp}")
        return cls(folder, stamp, py_func.__code__.co_firstlineno)

    def ensure_cache_path(self) -> None:
        """Make the folder: something is about to be written."""
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
