#!/usr/bin/env bash
# Builds the Python that the bundle holds on Linux: packaging/python.sh FOLDER [ARCHIVE]
#
# A Python asks for the C library of the machine that it was compiled on, and so would the bundle.
# This one is compiled against the C library that packaging/linux/glibc names, by a compiler that
# knows the functions of each. ARCHIVE is the source, as python.org has it; without it Debian's
# copy is fetched, as is that of SQLite. What is there already is left as it is.
set -euo pipefail
version=3.13.5
digest=93e583f243454e6e9e4588ca2c2662206ad961659863277afcdb96801647d640
folder=$(realpath -m "$1")
here=$(cd "$(dirname "$0")" && pwd)
sqlite=3.46.1
sqlite_digest=d0cdd2ece271b29e7ce18095745d892517ee26d0f270065b3a25c2e9eb11639c
glibc=$(cat "$here/linux/glibc")
made="$version, glibc $glibc, $(sha256sum <"$0")"
[ "$(cat "$folder/made" 2>/dev/null)" = "$made" ] && exit 0

. "$here/tools.sh"
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT
say() { echo "python.sh: $*" >&2; }

# Fetches a source from the archive that this machine's own packages come from.
fetch() (
    mkdir -p "$work/apt/lists/partial" && cd "$work"
    from=$(apt-get indextargets --format '$(REPO_URI)' 'Created-By: Packages' 'Component: main' | grep '/debian/*$' | head -n 1)
    keys=/usr/share/keyrings/debian-archive-keyring.gpg
    echo "deb-src [signed-by=$keys] $from trixie main" >apt/sources.list
    options=(-qq -o "Dir::Etc::SourceList=$work/apt/sources.list" -o Dir::Etc::SourceParts=-
        -o "Dir::State::Lists=$work/apt/lists" -o APT::Sandbox::User=root)
    apt-get "${options[@]}" update
    apt-get "${options[@]}" source --download-only --only-source "$1" >/dev/null
)

if [ $# -gt 1 ]; then
    cp "$2" "$work/source.tar.xz"
else
    say "fetching Python $version"
    fetch "python${version%.*}"
    mv "$work/python${version%.*}_$version.orig.tar.xz" "$work/source.tar.xz"
fi
fetch sqlite3
mv "$work/sqlite3_$sqlite.orig.tar.xz" "$work/sqlite.tar.xz"
sha256sum --check --quiet <<<"$digest  $work/source.tar.xz
$sqlite_digest  $work/sqlite.tar.xz"
tar -xf "$work/source.tar.xz" -C "$work"
mkdir "$work/sqlite"
tar -xf "$work/sqlite.tar.xz" -C "$work/sqlite" --strip-components=1
(cd "$work/sqlite" && ./configure && make sqlite3.c) >"$work/log" 2>&1 || {
    tail -n 40 "$work/log" >&2
    say "SQLite's source cannot be put together; is tcl installed?"
    exit 1
}

# The two libraries that come from this machine: both ask for an older C library than that.
mkdir "$work/include" "$work/lib"
for header in zlib.h zconf.h ffi.h ffitarget.h; do
    found=$(find /usr/include -maxdepth 2 -name "$header" -print -quit)
    [ -n "$found" ] || { say "$header is missing; install zlib1g-dev and libffi-dev"; exit 1; }
    ln -s "$found" "$work/include/"
done
for library in z ffi; do
    ln -s "$(find /usr/lib -maxdepth 2 -name "lib$library.so" -print -quit)" "$work/lib/"
done

zig=$(python -m uv run --quiet --no-project --with ziglang==0.17.1 \
    python -c 'import ziglang, pathlib; print(pathlib.Path(ziglang.__file__).with_name("zig"))')
# Left to itself it makes what configure tries out trap where the processor does not.
export CC="$zig cc -target x86_64-linux-gnu.$glibc -fno-sanitize=undefined"
export AR="$zig ar" RANLIB="$zig ranlib"
export ZIG_GLOBAL_CACHE_DIR="$work/zig" ZIG_LOCAL_CACHE_DIR="$work/zig"
export CFLAGS=-Wno-date-time CPPFLAGS="-I$work/include" LDFLAGS="-L$work/lib -Wl,-rpath,\\\$\$ORIGIN/../lib" PKG_CONFIG=false

$CC -c -O2 -fPIC -DSQLITE_THREADSAFE=1 "$work/sqlite/sqlite3.c" -o "$work/sqlite3.o" 2>"$work/log"
$AR rcs "$work/lib/libsqlite3.a" "$work/sqlite3.o"
ln -s "$work/sqlite/sqlite3.h" "$work/include/"
export LIBSQLITE3_LIBS="-lsqlite3 -lm"

say "compiling Python $version for glibc $glibc; this takes some minutes"
cd "$work/Python-$version"
# Neither the program nor what builds it needs the others.
printf '%s\n' '*disabled*' _bz2 _ctypes_test _curses _curses_panel _dbm _gdbm _hashlib _lzma \
    _ssl _tkinter _uuid readline >Modules/Setup.local
{
    # The compiler knows that option by its long name only.
    sed -i 's/-Wl,-h/-Wl,-soname,/' Makefile.pre.in
    ./configure --prefix="$folder" --enable-shared --disable-test-modules --without-ensurepip
    make -j"$(nproc)" PY3LIBRARY=
    rm -rf "$folder"
    make install PY3LIBRARY= COMPILEALL_OPTS="-x ."  # Python compiles them when it needs them
} >"$work/log" 2>&1 || { tail -n 40 "$work/log" >&2; exit 1; }
rm -rf "$folder"/lib/python*/{test,idlelib,tkinter,turtledemo,lib2to3,ensurepip}
"$folder/bin/python3" -c '
import ctypes, hashlib, multiprocessing, sqlite3, sys, zlib
assert sys.hash_info.algorithm == "siphash13", sys.hash_info  # numba knows no other'
echo "$made" >"$folder/made"
