#!/usr/bin/env bash
# Runs the tests under Wine:
#   packaging/windows/tests.sh [ARGUMENTS OF PYTEST]
# or measures frames, in a window on a virtual screen:
#   packaging/windows/tests.sh --frames [ARGUMENTS OF benchmarks.frames]
set -euo pipefail
root=$(cd "$(dirname "$0")/../.." && pwd)
FOLDER=${XDG_CACHE_HOME:-$HOME/.cache}/playout-build/windows
. "$root/packaging/windows/wine.sh"
need python3-venv debootstrap bubblewrap gcc-mingw-w64-x86-64-win32 unzip xvfb x11-utils
. "$root/packaging/tools.sh"
make_all
show_screen
trap 'stop tests' EXIT
export PREFIX=tests  # beside a build that may run
make_prefix
stay_up
install_python
sources=$FOLDER/tests/drive_c/tests
mkdir -p "$sources"
rm -rf "${sources:?}"/*
(cd "$root" && git ls-files -z -co --exclude-standard | tar -c --null -T - | tar -x -C "$sources")
cd "$sources"
WINENV=(SDL_VIDEODRIVER=dummy SDL_AUDIODRIVER=dummy 'WINEPATH=C:\python')
case ${1:-} in
    --frames) shift; set -- benchmarks.frames "$@" ;;
    *) set -- pytest -n 0 -p no:cacheprovider "$@" ;;
esac
win 'C:\python\python.exe' -m "$@"
