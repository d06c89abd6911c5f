#!/usr/bin/env bash
# Builds Playout for Windows, on Linux, as root: packaging/windows/build.sh OUT
#
# Leaves OUT/Playout-VERSION-setup.exe and OUT/Playout-VERSION-windows.zip, both tried out in a
# Windows that has nothing of the build's. What is downloaded, and the compiled kernels, stay in
# the user's cache.
set -euo pipefail
out=$(realpath -m "$1")
root=$(cd "$(dirname "$0")/../.." && pwd)
FOLDER=${XDG_CACHE_HOME:-$HOME/.cache}/playout-build/windows
. "$root/packaging/windows/wine.sh"
most_mb=75
say() { echo "build.sh: $*" >&2; }

need python3-venv debootstrap bubblewrap nsis gcc-mingw-w64-x86-64-win32 unzip xvfb x11-utils
. "$root/packaging/tools.sh"
version=$(cd "$root" && python -c 'from ai.version import VERSION; print(VERSION)')
make_all
show_screen
trap 'stop build fresh' EXIT
mkdir -p "$out"

say "building the program"
export PREFIX=build
make_prefix
stay_up
install_python
build=$FOLDER/build/drive_c/users/player/build/playout  # kernels are kept in the user's own folder only
mkdir -p "$build/build"
find "$build" -mindepth 1 -maxdepth 1 ! -name build -exec rm -rf {} +
(cd "$root" && git ls-files -z | tar -c --null -T - | tar -x -C "$build")
(cd "$build" && win 'C:\python\python.exe' -m PyInstaller --noconfirm --log-level WARN build.spec)
(cd "$build" && win 'C:\python\python.exe' packaging/words.py installer words.nsh)
bundle=$build/dist/playout
wineserver -k

# Whatever is Wine's is marked as such, and what makes up for it has these names.
if find "$bundle" -iname ucrtbase.dll -o -iname wineucrt.dll -o -iname 'api-ms-*' | grep . ||
    grep -rlE 'Wine (builtin|placeholder) DLL' "$bundle"; then
    say "these belong to Wine, or are a Windows' own"
    exit 1
fi

say "packing"
setup=$out/Playout-$version-setup.exe
makensis -V2 -DVERSION="$version" -DBUNDLE="$bundle" -DICON="$build/build/parts/icons/playout.ico" \
    -DLICENCE="$root/LICENSE" -DWORDS="$build/words.nsh" -DOUT="$setup" "$root/packaging/windows/installer.nsi"
rm -f "$out/Playout-$version-windows.zip"
(cd "$bundle/.." && python -m zipfile -c "$out/Playout-$version-windows.zip" playout)
if [ "$(stat -c %s "$setup")" -gt $((most_mb * 1000000)) ]; then
    say "the installer is larger than $most_mb MB"
    exit 1
fi

say "trying it out"
# Nobody has installed anything there: no Python, no C++ library, and both names have umlauts.
export PREFIX=fresh PLAYER="Jörg Müller" EXTRA=";msvcp140=n"
rm -rf "${FOLDER:?}/fresh"
make_prefix
stay_up
home=$FOLDER/fresh/drive_c/users/$PLAYER
unpacked="$home/Meine schönen Spiele"
mkdir -p "$unpacked"
unzip -q "$out/Playout-$version-windows.zip" -d "$unpacked"
(cd "$unpacked/playout" && LIMIT=300 win ./playout-console.exe --self-test)
rm -rf "$unpacked"
set_up "$setup"
(cd "$home/AppData/Local/Programs/Playout" && win ./playout-console.exe --version)
ls -l "$out"
