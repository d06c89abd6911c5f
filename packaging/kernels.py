"""Compiles the search when the app is built, so that nobody has to wait for it.

``python packaging/kernels.py FOLDER`` writes ``FOLDER/shipped/LEVEL.zip`` for each level of
processor that this machine can run, and ``FOLDER/shipped/stamps.json``, the digests of the
sources. An archive contains what is called from Python, a seventh of what is compiled: the machine
code of a caller includes that of its callees. A machine without such levels (ARM) gets only the
table and compiles at the first start.
"""

import json
import os
import shutil
import subprocess
import sys
import zipfile
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path
from typing import Any

sys.path.insert(0, str(Path(__file__).resolve().parent.parent))

from ai.engine import private_files
from ai.engine.processor import LEVELS, NATIVE, processor_level

HERE = Path(__file__).resolve()
RECORD = "--record"


def levels() -> tuple[str, ...]:
    """Return the levels up to this machine's own."""
    own = processor_level()
    return () if own == NATIVE else LEVELS[: LEVELS.index(own) + 1]


def compiled_files(level: str, folder: Path) -> list[Path]:
    """Compile all kernels for one level into `folder`; return the files that a start reads."""
    environment = {
        **os.environ,
        "PLAYOUT_KERNEL_CACHE": str(folder),
        "NUMBA_CPU_NAME": level,
        "NUMBA_CPU_FEATURES": "",
    }
    command = [sys.executable, str(HERE), RECORD, str(folder / f"{level}.json")]
    for _ in range(2):
        # Compiled code may load and still crash when it is called; and only what is there
        # already is read.
        subprocess.run(command, env=environment, check=True)
    return [Path(name) for name in json.loads((folder / f"{level}.json").read_text("utf-8"))]


def record(listed: Path) -> None:
    """Compile or load all kernels, then write a list of the files that were read for it."""
    from ai.engine import warmup
    from ai.engine.cache import KernelFile
    from ai.kernels.dispatch import BODY
    from game.games import registry

    read: set[str] = set()
    load_data = KernelFile._load_data

    def noted(self: Any, name: str) -> Any:
        data = load_data(self, name)
        read.update((self._index_path, self._data_path(name)))
        return data

    KernelFile._load_data = noted  # type: ignore[method-assign]
    registry.hand_in()
    warmup.compile_everything()
    # The kernels of a plug-in are compiled with what they call.
    folders = {Path(name).parent for name in read}
    read.update(str(body) for folder in folders for body in folder.glob(f"{BODY}*.nb?"))
    listed.write_text(json.dumps(sorted(read)), "utf-8")


def write_kernels(folder: Path) -> None:
    """Fill `folder`; what is compiled there from an earlier build is used if it still fits."""
    compiled, shipped = folder / "compiled", folder / "shipped"
    private_files.private_folder(compiled)
    shutil.rmtree(shipped, ignore_errors=True)
    shipped.mkdir()
    with ThreadPoolExecutor() as pool:
        files = pool.map(lambda level: compiled_files(level, compiled), levels())
        for level, read in zip(levels(), files, strict=True):
            pack(read, shipped / f"{level}.zip")
    from ai.engine.stamps import all_stamps

    (shipped / "stamps.json").write_text(json.dumps(all_stamps(), indent=1), "utf-8")


def pack(files: list[Path], target: Path) -> None:
    """Write files into an archive, each under its folder's name and its own."""
    from ai.engine.cache import COMPILER

    with zipfile.ZipFile(target, "w", zipfile.ZIP_DEFLATED, compresslevel=9) as archive:
        archive.comment = COMPILER.encode()
        for file in files:
            archive.write(file, f"{file.parent.name}/{file.name}")


if __name__ == "__main__":
    if sys.argv[1] == RECORD:
        record(Path(sys.argv[2]))
    else:
        write_kernels(Path(sys.argv[1]))
