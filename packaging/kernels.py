"""The compiled search, made when the app is built, so that nobody waits for it.

``python packaging/kernels.py FOLDER`` writes ``FOLDER/LEVEL/MODULE-STAMP/*`` for each level of
processor that this machine can run, and ``FOLDER/stamps.json``, the digests of the sources.
A machine without such levels (ARM) gets the table only: it compiles at the first start.
"""

import json
import os
import subprocess
import sys
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
    """Fill `folder`; what is there from an earlier build is used again if it still fits."""
    folder.mkdir(parents=True, exist_ok=True)
    for level in levels():
        compile_for(level, folder)
    from ai.cache import all_stamps

    stamps = all_stamps()
    _drop_others(folder, {f"{module}-{stamp}" for module, stamp in stamps.items()})
    (folder / "stamps.json").write_text(json.dumps(stamps, indent=1), "utf-8")


def _drop_others(folder: Path, wanted: set[str]) -> None:
    """Remove the kernels of sources that have changed since an earlier build."""
    from ai.cache import marker

    for entry in folder.glob("*/*"):
        if entry.is_dir() and entry.name not in wanted:
            for file in entry.iterdir():
                file.unlink()
            entry.rmdir()
        elif entry.is_file() and entry.name != marker().name:
            entry.unlink()


if __name__ == "__main__":
    write_kernels(Path(sys.argv[1]))
