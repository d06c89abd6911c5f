#!/usr/bin/env bash
# Plays the installed program with the mouse, under Wine on a virtual screen:
#   packaging/windows/play.sh OUT PICTURES [ARGUMENTS OF PYTEST]
# or measures how it starts, beside the sources on this system:
#   packaging/windows/play.sh OUT PICTURES --startup [ARGUMENTS OF benchmarks.startup]
# OUT is what build.sh has filled. The user has a name with a space and an umlaut, and neither
# Python nor a C++ library is installed there.
set -euo pipefail
out=$(realpath "$1")
mkdir -p "$2"
pictures=$(realpath "$2")
shift 2
root=$(cd "$(dirname "$0")/../.." && pwd)
cache=${XDG_CACHE_HOME:-$HOME/.cache}
FOLDER=$cache/playout-build/windows
. "$root/packaging/windows/wine.sh"
need python3-venv bubblewrap xvfb openbox xdotool imagemagick x11-utils desktop-file-utils appstream
. "$root/packaging/tools.sh"
show_screen
work=$(mktemp -d)
trap 'stop fresh; rm -rf "$work"' EXIT
export PREFIX=fresh PLAYER="Jörg Müller" EXTRA=";msvcp140=n"
make_prefix
stay_up
setup=$(ls -t "$out"/Playout-*-setup.exe | head -n 1)
folder=AppData/Local/Programs/Playout
installed=$FOLDER/fresh/drive_c/users/$PLAYER/$folder
windows_folder="C:\\users\\$PLAYER\\${folder//\//\\}"
set_up "$setup"

# What starts a program there from a test, whose environment is nearly empty.
starter() {
    printf '#!/usr/bin/env bash\nexport XDG_CACHE_HOME=%q PREFIX=%q PLAYER=%q EXTRA=%q\n' \
        "$cache" "$PREFIX" "$PLAYER" "$EXTRA"
    printf 'exec %q %s "$@"\n' "$root/packaging/windows/run.sh" "${1:+$(printf %q "$1")}"
}
starter "$windows_folder\\playout.exe" >"$work/playout"
starter >"$work/wine"
mkdir "$work/console"  # whose streams can be read
starter "$windows_folder\\playout-console.exe" >"$work/console/playout"
chmod +x "$work"/{playout,wine,console/playout}
cd "$root"
if [ "${1:-}" = --startup ]; then
    python -m uv run python -m benchmarks.startup --bundle "$work/console" "${@:2}"
    exit
fi
export PLAYOUT_COMMAND=$work/playout PLAYOUT_WINE=$work/wine PLAYOUT_SETUP=$downloaded PLAYOUT_ARTEFACTS=$pictures
export PLAYOUT_FOLDER="$installed|$windows_folder"
[ $# -gt 0 ] || set -- tests/bundle/test_{played,example,installed}.py  # the last takes it away
python -m uv run --group dev pytest -n 0 "$@"
