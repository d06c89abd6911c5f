#!/usr/bin/env bash
# Runs what is installed in a Windows of Wine's, on the screen that DISPLAY names:
#   run.sh PROGRAM.EXE [ARGUMENTS], with PREFIX, and PLAYER for its user
set -euo pipefail
FOLDER=${XDG_CACHE_HOME:-${REAL_HOME:-$HOME}/.cache}/playout-build/windows
. "$(dirname "$0")/wine.sh"
home=${PLAYOUT_HOME:-}
WINENV=(${home:+PLAYOUT_HOME="Z:${home//\//\\}"})
cd "$FOLDER/$PREFIX/drive_c"
[ -p /dev/stdin ] || exec </dev/null
[ -p /dev/stdout ] || exec >/dev/null
[ -p /dev/stderr ] || exec 2>/dev/null
RUN=exec TIED=1 wine_command /usr/lib/wine/wine64 "$@"
