"""The app's mark as files: PNG for Linux, one .ico for Windows, one .icns for macOS.

``python packaging/icons.py FOLDER`` writes them all; `build.spec` calls it.
"""

import os
import struct
import sys
from io import BytesIO
from pathlib import Path

sys.path.insert(0, str(Path(__file__).resolve().parent.parent))
os.environ.setdefault("SDL_VIDEODRIVER", "dummy")

import pygame

from game.ui.draw import app_mark

PNG_SIZES = (16, 22, 24, 32, 48, 64, 128, 256, 512)
ICO_SIZES = (16, 24, 32, 48, 64, 128, 256)
ICNS_KINDS = ((b"icp4", 16), (b"icp5", 32), (b"ic07", 128), (b"ic08", 256), (b"ic09", 512))


def png(size: int) -> bytes:
    """Return the mark as a PNG file of `size` pixels."""
    buffer = BytesIO()
    pygame.image.save(app_mark(size), buffer, "mark.png")
    return buffer.getvalue()


def ico() -> bytes:
    """Return a Windows icon: a header, a directory, then PNG files."""
    pictures = [png(size) for size in ICO_SIZES]
    offset = 6 + 16 * len(pictures)
    directory = b""
    for size, picture in zip(ICO_SIZES, pictures, strict=True):
        side = size % 256  # 0 stands for 256
        directory += struct.pack("<BBBBHHII", side, side, 0, 0, 1, 32, len(picture), offset)
        offset += len(picture)
    return struct.pack("<HHH", 0, 1, len(pictures)) + directory + b"".join(pictures)


def icns() -> bytes:
    """Return a macOS icon: chunks of a kind, a length and a PNG file."""
    chunks = b""
    for kind, size in ICNS_KINDS:
        picture = png(size)
        chunks += kind + struct.pack(">I", 8 + len(picture)) + picture
    return b"icns" + struct.pack(">I", 8 + len(chunks)) + chunks


def write_icons(folder: Path) -> None:
    """Write ``hicolor/NxN/apps/playout.png``, ``playout.ico`` and ``playout.icns``."""
    pygame.display.init()
    for size in PNG_SIZES:
        path = folder / "hicolor" / f"{size}x{size}" / "apps" / "playout.png"
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_bytes(png(size))
    (folder / "playout.ico").write_bytes(ico())
    (folder / "playout.icns").write_bytes(icns())
    pygame.quit()


if __name__ == "__main__":
    write_icons(Path(sys.argv[1]))
