# Windows on Linux, for the build and its tests: sourced, with FOLDER set to where it is kept.
#
# Wine 10 of Debian 13 lives in a Debian of its own (FOLDER/debian), as older ones stop at what
# numpy calls. A prefix (FOLDER/NAME) is one Windows with one user. Three limits of Wine's own are
# worked around here and never reach what is built: complex functions that its C library lacks
# (ucrt.py), WMI, which Python asks for the machine's name, and files as standard streams.

here=$(cd "$(dirname "${BASH_SOURCE[0]}")" && pwd)
suite=trixie

need() {  # PACKAGES...: of this Debian
    dpkg -s "$@" >/dev/null 2>&1 && return
    apt-get update -qq
    DEBIAN_FRONTEND=noninteractive apt-get install -y -qq --no-install-recommends "$@" >/dev/null
}

in_debian() {  # COMMAND...: run it there for at most LIMIT seconds, and not without us if TIED
    ${RUN:-timeout --foreground "${LIMIT:-1800}"} bwrap ${TIED:+--die-with-parent} --bind "$FOLDER/debian" / --dev-bind /dev /dev --proc /proc --ro-bind /sys /sys \
        --bind /tmp /tmp --bind "$FOLDER" "$FOLDER" --ro-bind "$here" "$here" --bind "$PWD" "$PWD" --ro-bind /etc/resolv.conf /etc/resolv.conf \
        --chdir "$PWD" env -i PATH=/usr/sbin:/usr/bin:/sbin:/bin HOME=/tmp LANG=C.UTF-8 "$@"
}

install_wine() {
    [ -e "$FOLDER/debian/made" ] && return
    rm -rf "$FOLDER/debian"
    mkdir -p "$FOLDER"
    local mirror
    mirror=$(apt-get indextargets --format '$(REPO_URI)' 'Created-By: Packages' 'Component: main' |
        grep '/debian/*$' | head -n 1)
    # Alone with what it mounts, so that none of it stays if this is ended.
    unshare --mount debootstrap --variant=minbase --include=ca-certificates $suite "$FOLDER/debian" "$mirror"
    (cd "$FOLDER" && in_debian DEBIAN_FRONTEND=noninteractive sh -c '
        apt-get update -q
        apt-get install -y -q --no-install-recommends wine wine64 libgl1 libgl1-mesa-dri
        apt-get clean')
    touch "$FOLDER/debian/made"
}

# PREFIX: which Windows; PLAYER: its user; EXTRA: more overrides, such as ";msvcp140=n".
wine_command() {
    in_debian WINEPREFIX="$FOLDER/$PREFIX" USER="${PLAYER:-player}" DISPLAY="${DISPLAY:-}" \
        WINEARCH=win64 WINEDEBUG="${WINEDEBUG:--all}" \
        WINEDLLOVERRIDES="${LIBRARIES-ucrtbase=n,b;}mscoree,mshtml=;winemenubuilder.exe,wbemprox,winedbg.exe=d${EXTRA:-}" \
        "${WINENV[@]}" "$@"
}
win() {  # PROGRAM ARGUMENTS...
    wine_command /usr/lib/wine/wine64 "$@" </dev/null 2>&1 | cat
    return "${PIPESTATUS[0]}"
}
wineserver() { wine_command /usr/lib/wine/wineserver64 "$@" </dev/null >/dev/null 2>&1; }
WINENV=()

make_prefix() {  # a fresh Windows, which stays up until `wineserver -k`
    [ -e "$FOLDER/$PREFIX/made" ] && return
    wineserver -k || true
    rm -rf "${FOLDER:?}/$PREFIX"
    LIBRARIES= win wineboot -i >/dev/null
    wineserver -k || true
    wineserver -w || true
    cp "$FOLDER"/ucrt/{wineucrt,ucrtbase}.dll "$FOLDER/$PREFIX/drive_c/windows/system32/"
    touch "$FOLDER/$PREFIX/made"
}

stay_up() {  # started alone, or its services would hold a caller's pipes open
    wineserver -p || true  # it may be up
    (wine_command /usr/lib/wine/wine64 cmd /c exit </dev/null >/dev/null 2>&1)
}

make_ucrt() {
    [ -e "$FOLDER/ucrt/ucrtbase.dll" ] && return
    mkdir -p "$FOLDER/ucrt"
    python -m uv run --quiet --no-project --with pefile==2024.8.26 python "$here/ucrt.py" \
        "$FOLDER/debian/usr/lib/x86_64-linux-gnu/wine/x86_64-windows/ucrtbase.dll" "$FOLDER/ucrt"
    (cd "$FOLDER/ucrt" && x86_64-w64-mingw32-gcc -O2 -shared -static-libgcc \
        -Wl,--exclude-all-symbols -o ucrtbase.dll shim.c shim.def -lm)
}

# The signed CPython of a source archive of the package index: all of its libraries carry the
# Python Software Foundation's signature and its library's files are in that one's signed
# catalogue (DLLs/python_lib.cat), except for what is removed here.
make_python() {
    [ -e "$FOLDER/python/python.exe" ] && return
    rm -rf "$FOLDER/archive" "$FOLDER/python"
    python -m pip download --quiet --no-deps --no-binary :all: --require-hashes \
        -r "$here/python.txt" -d "$FOLDER/archive"
    tar -xOf "$FOLDER"/archive/winpython*.tar.gz --wildcards '*/data.zip' >"$FOLDER/archive/data.zip"
    unzip -q "$FOLDER/archive/data.zip" 'cp313/*' -x 'cp313/tcl/*' 'cp313/Scripts/*' \
        'cp313/Lib/site-packages/*' 'cp313/Lib/tkinter/*' 'cp313/Lib/idlelib/*' \
        'cp313/Lib/turtledemo/*' 'cp313/Lib/ensurepip/*' '*/__pycache__/*' -d "$FOLDER/archive"
    mv "$FOLDER/archive/cp313" "$FOLDER/python"
    rm -rf "$FOLDER/archive"
}

install_python() {  # in this prefix, with all wheels
    local drive=$FOLDER/$PREFIX/drive_c
    [ "$(cat "$drive/python/made" 2>/dev/null)" = "$(cat "$FOLDER/wheels/made")" ] && return
    rm -rf "$drive/python"
    cp -r "$FOLDER/python" "$drive/"
    unzip -q "$FOLDER"/wheels/pip-*.whl -d "$drive/python/Lib/site-packages"
    win 'C:\python\python.exe' -m pip install --quiet --no-index --no-deps --no-compile \
        --no-warn-script-location --disable-pip-version-check \
        --find-links "Z:${FOLDER//\//\\}\\wheels" -r "Z:${here//\//\\}\\requirements.txt"
    cp "$FOLDER/wheels/made" "$drive/python/made"
}

make_wheels() {
    (cd "$FOLDER" && [ "$(cat wheels/made 2>/dev/null)" = "$(sha256sum <"$here/requirements.txt")" ]) && return
    rm -rf "$FOLDER/wheels"
    python -m pip download --quiet --platform win_amd64 --python-version 313 --implementation cp \
        --only-binary=:all: --no-deps --require-hashes -r "$here/requirements.txt" -d "$FOLDER/wheels"
    sha256sum <"$here/requirements.txt" >"$FOLDER/wheels/made"
}

make_all() {  # what is the same for each build
    install_wine
    make_ucrt
    make_python
    make_wheels
}

show_screen() {  # a virtual one, if there is none
    xwininfo -root >/dev/null 2>&1 && return
    local told
    told=$(mktemp)
    Xvfb -displayfd 1 -screen 0 1280x900x24 -nolisten tcp >"$told" 2>/dev/null &
    screen=$!
    while [ ! -s "$told" ]; do kill -0 "$screen" || return; sleep 0.1; done
    DISPLAY=:$(cat "$told")
    export DISPLAY
    rm "$told"
}
hide_screen() { [ -z "${screen:-}" ] || kill "$screen"; }

set_up() {  # SETUP: as a player does, who has downloaded it; what Wine started sees no other folder
    local downloads="$FOLDER/$PREFIX/drive_c/users/$PLAYER/Downloads"
    mkdir -p "$downloads"
    cp "$1" "$downloads/"
    downloaded=$downloads/$(basename "$1")
    (cd "$downloads" && win "./$(basename "$1")" /S)
}

stop() {  # PREFIXES...: nothing of theirs runs on, however the script ends
    for PREFIX in "$@"; do wineserver -k || true; done
    hide_screen
}
