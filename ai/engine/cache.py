"""Where numba keeps the compiled kernels, and when it may use them again.

A folder's name holds a digest of the sources (`ai.engine.stamps`), so stale machine code is never
found. What is read is executed, so nobody else may have written it (`ai.engine.private_files`);
what cannot be read or written for whatever reason is compiled where it is needed.

Kernels may come along, in an archive for each level of processor. They are read from there,
wherever it stands, and nothing is written; what the archive does not hold is compiled into this
user's cache. A bundle has no sources: a table of their digests comes along, too.
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
from numba.core import caching

from ai.contract.games import Plugin, folder_of
from ai.engine import compile_once, kernel_loading, private_files
from ai.engine.processor import NATIVE, chosen_level
from ai.engine.stamps import PROJECT, SHIPPED, all_stamps, is_frozen, module_name, source_stamp
from ai.files import HomeError, cache_folder

log = logging.getLogger(__name__)

CACHE_VARIABLE = "PLAYOUT_KERNEL_CACHE"
UNUSED_DAYS = 30
CHECKSUM_BYTES = 4
COMPILER = f"numba {numba.__version__}, Python {sys.version_info.major}.{sys.version_info.minor}"
"""The versions by which shipped machine code must have been compiled; its archives name them."""
_STAMPED = re.compile(r".+-[0-9a-f]{16}")
_NOWHERE = Path(os.devnull)


# The folders.


@functools.cache
def cache_root() -> Path:
    """Return the folder for this level's kernels, which only this user may write to.

    A temporary one is the last resort but one: where there is none either, nothing is kept.
    """
    try:
        base = _base_folder()
        return _private_root(base)
    except HomeError as error:
        log.warning("Kernels cannot be stored: %s; using a temporary folder", error)
    except OSError as error:
        log.warning(
            "Kernels cannot be stored in %s: %s; using a temporary folder",
            base,
            error.strerror or error,
        )
    try:
        base = Path(tempfile.mkdtemp(prefix="playout-kernels-"))
        atexit.register(shutil.rmtree, base, ignore_errors=True)
        # The process that compiles ahead must fill the same folder.
        os.environ[CACHE_VARIABLE] = str(base)
        return _private_root(base)
    except OSError as error:
        log.warning("Kernels cannot be stored at all: %s", error.strerror or error)
        return _NOWHERE / chosen_level()


def _private_root(base: Path) -> Path:
    return private_files.private_folder(private_files.private_folder(base) / chosen_level())


def _base_folder() -> Path:
    named = os.environ.get(CACHE_VARIABLE)
    if named:
        return Path(named)
    base = cache_folder() / "kernels"
    if private_files.is_left_open(base):
        # As after a restored backup. Machine code that others may have written is not run.
        log.warning("Other users can write to %s: its kernels are compiled again", base)
        private_files.remove(base)
    return base


def marker(plugin: Plugin | None = None) -> Path:
    """Return the file that says: the kernels of this source, for this numba, are in the cache.

    With a plug-in: its kernels, and what the searches of its game are made of.
    """
    digest = hashlib.sha256(json.dumps(all_stamps(), sort_keys=True).encode())
    if plugin is not None:
        digest.update(source_stamp(plugin.folder / "game.py").encode())
    digest.update(f"{numba.__version__} {platform.python_version()}".encode())
    if chosen_level() == NATIVE:
        import llvmlite.binding

        digest.update(llvmlite.binding.get_host_cpu_name().encode())
    return cache_root() / f"warm-{digest.hexdigest()[:16]}"


def is_warm(plugin: Plugin | None = None) -> bool:
    """Return whether the kernels of this source came along, or are in this user's cache."""
    if plugin is None and shipped_kernels() is not None:
        return True
    with suppress(OSError):
        os.utime(marker(plugin))
        return True
    return False


def note_warm(plugin: Plugin | None = None) -> None:
    try:
        private_files.replace(marker(plugin), b"")
    except OSError as error:
        log.warning("The kernels could not be stored: %s", error)


@functools.cache
def shipped_kernels() -> zipfile.ZipFile | None:
    """Return the kernels for this level of processor that came along; None where none did."""
    path = SHIPPED / f"{chosen_level()}.zip"
    try:
        archive = zipfile.ZipFile(path)
        maker = archive.comment.decode()
        if maker == COMPILER:
            return archive
        log.warning(
            "The kernels in %s were compiled with %s, but this is %s", path, maker, COMPILER
        )
        return None
    except FileNotFoundError:
        return None
    except Exception as error:
        # What is damaged may fail in any way.
        log.warning("The kernels in %s cannot be read: %s", path, error)
        return None


def prune() -> None:
    """Remove the kernels of other versions that nothing has used for a month."""
    base = cache_root().parent
    oldest = time.time() - UNUSED_DAYS * 24 * 3600
    for entry in [*base.glob("*"), *base.glob("*/*")]:
        with suppress(OSError):
            if _STAMPED.fullmatch(entry.name) and entry.lstat().st_mtime < oldest:
                log.info("Removing %s, unused for %d days", entry.name, UNUSED_DAYS)
                private_files.remove(entry)


@functools.cache
def _folder_in_use(name: str) -> Path:
    """Return the folder for one module's kernels, and note its use if it is there."""
    folder = cache_root() / name
    if private_files.is_private_folder(folder):
        with suppress(OSError):
            os.utime(folder)
    else:
        private_files.remove(folder)
    return folder


@functools.cache
def _source_of(py_file: str) -> Path | None:
    """Return the path of one of the project's or a plug-in's own files, None for all others."""
    if folder_of(Path(py_file)) is not None:
        return Path(py_file)
    # In a bundle the file is named from its root, and is not there.
    path = PROJECT / py_file
    if is_frozen():
        return path if module_name(path) in all_stamps() else None
    path = path.resolve()
    return path if path.is_relative_to(PROJECT) and path.exists() else None


# What numba is given.


class KernelFile(caching.IndexDataCacheFile):  # type: ignore[misc]
    """The index and the machine code of one function: as shipped, else in this user's cache.

    A file ends with a checksum of what numba reads and of its place. If that is wrong, as after a
    power cut or where the file was copied from another place, it counts as missing and is written
    anew. What cannot be written is compiled again at the next start.
    """

    def load(self, key: Any) -> Any:
        """Return what is stored for a signature, on a processor, of bytecode; None for nothing."""
        shipped = self._load_shipped(key)
        return super().load(key) if shipped is None else shipped

    def save(self, key: Any, data: Any) -> None:
        """Store what was compiled for a signature, if that can be done."""
        try:
            super().save(key, data)
        except OSError as error:
            log.warning("The kernel %s could not be stored: %s", self._index_name, error)

    def _load_index(self) -> Any:
        """Return the user's index; an empty one where it is not whole or its types are gone."""
        content = _whole(Path(self._index_path))
        if content is None:
            return {}
        index = io.BytesIO(content)
        try:
            if pickle.load(index) != self._version:
                return {}
            stamp, overloads = pickle.load(index)
        except Exception as error:
            # It is whole, but of another numba or of other sources, whose types are not these.
            log.info("The index %s cannot be read here: %s", self._index_name, error)
            return {}
        return overloads if stamp == self._source_stamp else {}

    def _load_shipped(self, key: Any) -> Any:
        archive = shipped_kernels()
        if archive is None:
            return None
        folder = Path(self._cache_path).name
        try:
            index = io.BytesIO(_shipped(archive, folder, self._index_name))
            if pickle.load(index) != self._version:
                return None
            _, names = pickle.load(index)
            return pickle.loads(_shipped(archive, folder, names[key]))
        except KeyError:
            return None
        except Exception as error:
            # What is damaged may fail in any way.
            log.warning("The shipped kernel %s is damaged: %s", self._index_name, error)
            return None

    def _load_data(self, name: str) -> Any:
        content = _whole(Path(self._data_path(name)))
        if content is None:
            raise FileNotFoundError(name)
        try:
            return pickle.loads(content)
        except Exception as error:
            log.info("The kernel %s cannot be read here: %s", name, error)
            raise FileNotFoundError(name) from None

    @contextmanager
    def _open_for_write(self, filepath: str) -> Iterator[io.BytesIO]:
        content = io.BytesIO()
        yield content
        path = Path(filepath)
        whole = content.getvalue() + _checksum(content.getvalue(), path.parent.name, path.name)
        private_files.replace(path, whole)


def _checksum(content: bytes, *place: str) -> bytes:
    """Return the checksum of a file at a place: its folder's name and its own."""
    name = "/".join((chosen_level(), *place)).encode()
    return zlib.crc32(name, zlib.crc32(content)).to_bytes(CHECKSUM_BYTES, "big")


def _whole(path: Path) -> bytes | None:
    """Return what was written to a file of the cache; None if it is not there as it was."""
    content = private_files.read(path)
    return None if content is None else _written(content, path.parent.name, path.name)


def _shipped(archive: zipfile.ZipFile, folder: str, name: str) -> bytes:
    """Return what was written to a file of an archive; raise `KeyError` if it is not there so."""
    content = _written(archive.read(f"{folder}/{name}"), folder, name)
    if content is None:
        raise KeyError(name)
    return content


def _written(content: bytes, *place: str) -> bytes | None:
    """Return what was written to a file that has this content now; None if it is another one."""
    written, checksum = content[:-CHECKSUM_BYTES], content[-CHECKSUM_BYTES:]
    if checksum == _checksum(written, *place):
        return written
    log.warning("The kernel %s is damaged and will be compiled again", "/".join(place))
    return None


# numba lets a locator say where the files are, but not what to read them with.
caching.IndexDataCacheFile = KernelFile
kernel_loading.install()


def _lock_of(kept: caching.Cache) -> Path | None:
    """Return the file that is locked while a function is compiled; None if it is not kept."""
    locator = kept._impl.locator
    if not isinstance(locator, KernelCacheLocator):
        return None
    locator.ensure_cache_path()
    return Path(locator.get_cache_path()) / f"{kept._impl.filename_base}.lock"


compile_once.install(_lock_of)


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
        with suppress(OSError):  # to write fails as well, and says so
            private_files.open_folder(self._folder)

    def get_cache_path(self) -> str:
        """Return the folder, named after the module and the digest of its sources."""
        return str(self._folder)

    def get_source_stamp(self) -> str:
        """Return the digest; the same that names the folder."""
        return self._stamp

    def get_disambiguator(self) -> str:
        """Return what tells functions of one name in one module apart."""
        return str(self._line)
