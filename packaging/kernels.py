"""The compiled search, made when the app is built, so that nobody waits for it.

``python packaging/kernels.py FOLDER`` writes ``FOLDER/shipped/LEVEL/MODULE-STAMP.zip`` for each
level of processor that this machine can run, and ``FOLDER/shipped/stamps.json``, the digests of
the sources. Packed, they take two fifths, and a tenth of a second more at the first start.
A machine without such levels (ARM) gets the table only: it compiles at the first start.
"""

import json
import os
import shutil
import subprocess
import sys
import zipfile
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path

sys.path.insert(0, str(Path(__file__).resolve().parent.parent))

from ai.processor import LEVELS, NATIVE, processor_level

ROOT = Path(__file__).resolve().parent.parent


def levels() -> tuple[str, ...]:
    """Return the levels up to this machine's own."""
    own = processor_level()
    return () if own == NATIVE else LEVELS[: LEVELS.index(own) + 1]


def compile_for(level: str, folder: Path) -> None:
    """Compile all kernels for one level, then load them again from where they are."""
    environment = {
        **os.environ,
        "PLAYOUT_KERNEL_CACHE": str(folder),
        "NUMBA_CPU_NAME": level,
        "NUMBA_CPU_FEATURES": "",
    }
    command = [sys.executable, str(ROOT / "main.py"), "--warm-only"]
    for _ in range(2):
        # Compiled code may load and still crash when it is called, so it runs twice.
        subprocess.run(command, env=environment, cwd=ROOT, check=True)


def write_kernels(folder: Path) -> None:
    """Fill `folder`; what is compiled there from an earlier build is used if it still fits."""
    compiled, shipped = folder / "compiled", folder / "shipped"
    compiled.mkdir(parents=True, exist_ok=True)
    shutil.rmtree(shipped, ignore_errors=True)
    shipped.mkdir()
    with ThreadPoolExecutor() as pool:
        list(pool.map(lambda level: compile_for(level, compiled), levels()))
    from ai.cache import all_stamps, marker

    stamps = all_stamps()
    for level in levels():
        (shipped / level).mkdir()
        (shipped / level / marker().name).touch()
        for module, stamp in stamps.items():
            pack(compiled / level / f"{module}-{stamp}", shipped / level)
    (shipped / "stamps.json").write_text(json.dumps(stamps, indent=1), "utf-8")


def pack(folder: Path, target: Path) -> None:
    """Write the files of `folder`, if there are any, to ``target/FOLDER.zip``."""
    files = sorted(folder.glob("*"))
    if files:
        with zipfile.ZipFile(target / f"{folder.name}.zip", "w", zipfile.ZIP_DEFLATED) as archive:
            for file in files:
                archive.write(file, file.name)


if __name__ == "__main__":
    write_kernels(Path(sys.argv[1]))
