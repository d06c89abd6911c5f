"""Makes up for what Wine's C library lacks: the complex functions, which numpy calls.

``ucrt.py UCRTBASE FOLDER`` writes Wine's library as `wineucrt.dll`, as one that a program brings,
and the source of another `ucrtbase.dll` that has those functions and passes on all others.
"""

import sys
from pathlib import Path

import pefile

FROM_COMPLEX = (
    *("cexp", "clog", "csqrt", "csin", "ccos", "ctan", "casin", "cacos", "catan"),
    *("csinh", "ccosh", "ctanh", "casinh", "cacosh", "catanh", "conj", "cproj"),
)
TO_REAL = ("creal", "cimag", "cabs", "carg")
KINDS = {"": "double", "l": "double", "f": "float"}
"""The ends of the names. Microsoft's long double is a double."""
# Structures pass as Microsoft's compiler passes complex numbers.
HEAD = """
#include <complex.h>
#define COMPLEX(type) typedef struct { type re, im; } type##_pair; \\
    static double _Complex in_##type(type##_pair z) { \\
        return __builtin_complex((double)z.re, (double)z.im); } \\
    static type##_pair out_##type(double _Complex z) { return (type##_pair){creal(z), cimag(z)}; }
COMPLEX(double)
COMPLEX(float)
"""


def functions() -> dict[str, str]:
    """Return the source of each function by its name."""
    made = {}
    for end, kind in KINDS.items():
        pair, taken = f"{kind}_pair", f"in_{kind}(z)"
        for name in FROM_COMPLEX:
            made[name + end] = (
                f"{pair} my_{name}{end}({pair} z) {{ return out_{kind}({name}({taken})); }}"
            )
        for name in TO_REAL:
            made[name + end] = f"{kind} my_{name}{end}({pair} z) {{ return {name}({taken}); }}"
        made[f"cpow{end}"] = (
            f"{pair} my_cpow{end}({pair} z, {pair} power)"
            f" {{ return out_{kind}(cpow({taken}, in_{kind}(power))); }}"
        )
    return made


def main(library: Path, folder: Path) -> None:
    """Write the library and the sources."""
    exported = pefile.PE(str(library)).DIRECTORY_ENTRY_EXPORT.symbols
    names = [symbol.name.decode() for symbol in exported if symbol.name]
    own = {name: source for name, source in functions().items() if name in names}
    forwards = (
        f'"{name}" = {f"my_{name}" if name in own else f"wineucrt.{name}"}' for name in names
    )
    (folder / "shim.def").write_text(
        "\n".join(["LIBRARY ucrtbase.dll", "EXPORTS", *forwards]) + "\n"
    )
    (folder / "shim.c").write_text("\n".join([HEAD, *own.values()]) + "\n")
    data, mark = library.read_bytes(), b"Wine builtin DLL"
    assert mark in data
    (folder / "wineucrt.dll").write_bytes(data.replace(mark, bytes(len(mark)), 1))


if __name__ == "__main__":
    main(Path(sys.argv[1]), Path(sys.argv[2]))
