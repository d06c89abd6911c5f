"""Makes the fonts of the languages that the program's own font has no letters for.

``python assets/fonts/make_fonts.py NOTO_SANS CJK_REGULAR CJK_BOLD [FOLDER]`` takes the variable
``NotoSans[wdth,wght].ttf``, and ``NotoSansCJK-Regular.ttc`` and ``NotoSansCJK-Bold.ttc``. The
same sources give the same files, by default beside the script.

Each has the common letters of its national standard, and whatever else its catalogue in
``assets/locale`` needs. What is rarer is left to the system's fonts.
"""

import argparse
import re
from collections.abc import Iterable, Iterator
from pathlib import Path
from typing import Final

from fontTools.subset import Options, Subsetter
from fontTools.ttLib import TTFont
from fontTools.varLib.instancer import instantiateVariableFont

FOLDER: Final = Path(__file__).resolve().parent
LOCALE: Final = FOLDER.parent / "locale"
WEIGHTS: Final = {"Regular": 400, "Bold": 700}
OWN: Final = "AtkinsonHyperlegible"
EUROPEAN: Final = "de", "fr", "es", "pt_BR", "pl", "cs", "ru"
LATIN: Final = "".join(map(chr, (*range(0xA0, 0x180), *range(0x218, 0x21C), 0x1E9E)))
TYPOGRAPHIC: Final = "‐‑‒–—―‘’‚‛“”„‟†‡•…‰′″‹›⁄₀₁₂₃₄₅₆₇₈₉€₽№™−\N{COMBINING ACUTE ACCENT}"
CYRILLIC: Final = "".join(map(chr, range(0x400, 0x500)))
CJK_SIGNS: Final = "".join(map(chr, (*range(0x3000, 0x3040), *range(0xFF01, 0xFFE7))))
DASHES: Final = "·‐–—―‘’“”…‥※→←↑↓"
"""Latin fonts have most of these, but not as wide as the letters they stand between."""
# Font in the collection; the encoding of its national standard; rows of signs, and of letters.
NATIONAL: Final = {
    "ja": ("NotoSansJP", 0, "euc_jp", ((1, 2), (4, 5), (16, 47))),
    "ko": ("NotoSansKR", 1, "euc_kr", ((1, 1), (4, 4), (16, 40))),
    "zh_CN": ("NotoSansSC", 2, "gb2312", ((1, 1), (16, 55))),
}


def standard(encoding: str, rows: Iterable[tuple[int, int]]) -> Iterator[str]:
    """Yield the characters of rows, the last ones included, of a standard of 94 by 94."""
    for first, last in rows:
        for row in range(first, last + 1):
            for cell in range(1, 95):
                yield bytes((0xA0 + row, 0xA0 + cell)).decode(encoding, "ignore")


def catalogue(language: str) -> str:
    """Return all that is written in a language's catalogue, its English included."""
    file = LOCALE / language / "LC_MESSAGES" / "playout.po"
    if not file.exists():
        return ""
    lines = file.read_text(encoding="utf-8").splitlines()
    return "".join(line for line in lines if re.match(r'"|msgstr', line))


def subset(font: TTFont, letters: Iterable[str], target: Path) -> None:
    """Write a font with some of its letters, and nothing that only others would need."""
    options = Options(
        hinting=False,
        desubroutinize=True,
        layout_features=("kern", "mark", "mkmk", "ccmp"),
        name_IDs=(0, 1, 2, 4, 5, 6, 7, 13, 14),
        name_languages=(0x409,),
        notdef_outline=True,
        recalc_timestamp=False,
    )
    options.drop_tables += ["vhea", "vmtx", "VORG", "BASE", "STAT"]
    subsetter = Subsetter(options)
    subsetter.populate(unicodes={ord(each) for each in letters if each >= " "})
    subsetter.subset(font)
    font.save(target)
    print(f"{target.name}: {len(font.getBestCmap())} letters, {target.stat().st_size} bytes")


def make(noto_sans: Path, cjk: dict[str, Path], folder: Path) -> None:
    """Make all fonts.

    Args:
        cjk: The collections of Noto Sans CJK, by weight.
    """
    european = {*LATIN, *TYPOGRAPHIC, *CYRILLIC, *"".join(map(catalogue, EUROPEAN))}
    for weight, value in WEIGHTS.items():
        own = {*map(chr, TTFont(FOLDER / f"{OWN}-{weight}.ttf").getBestCmap())}
        font = TTFont(noto_sans, recalcTimestamp=False)
        font = instantiateVariableFont(font, {"wght": value, "wdth": 100}, updateFontNames=True)
        subset(font, european - own, folder / f"NotoSans-{weight}.ttf")
        for language, (name, number, encoding, rows) in NATIONAL.items():
            letters = {*standard(encoding, rows), *CJK_SIGNS, *DASHES, *catalogue(language)}
            letters = {each for each in letters if not each.isascii() and each not in CYRILLIC}
            font = TTFont(cjk[weight], fontNumber=number, recalcTimestamp=False)
            subset(font, letters, folder / f"{name}-{weight}.otf")


if __name__ == "__main__":
    parser = argparse.ArgumentParser(description="Make the fonts of more languages.")
    parser.add_argument("noto_sans", type=Path)
    parser.add_argument("cjk_regular", type=Path)
    parser.add_argument("cjk_bold", type=Path)
    parser.add_argument("folder", type=Path, nargs="?", default=FOLDER)
    given = parser.parse_args()
    make(
        given.noto_sans,
        {"Regular": given.cjk_regular, "Bold": given.cjk_bold},
        given.folder,
    )
