#!/bin/sh
# Puts Playout into your home, into the menu and on the path; --remove takes it out again.
set -eu

data="${XDG_DATA_HOME:-$HOME/.local/share}"
program="$data/playout-app"
link="$HOME/.local/bin/playout"
here=$(cd "$(dirname "$0")" && pwd)

remove() {
    rm -rf "$program"
    rm -f "$link" "$data/applications/playout.desktop"
    rm -f "$data/metainfo/io.github.playout.Playout.metainfo.xml"
    rm -f "$data"/icons/hicolor/*/apps/playout.png
}

refresh() {
    command -v update-desktop-database >/dev/null && update-desktop-database -q "$data/applications" || true
    command -v gtk-update-icon-cache >/dev/null && gtk-update-icon-cache -qtf "$data/icons/hicolor" || true
}

case "${1:-}" in
    --remove)
        remove
        refresh
        echo "Playout is removed; your games and settings stay."
        exit 0 ;;
    "") ;;
    *)
        echo "usage: $0 [--remove]" >&2
        exit 2 ;;
esac

if [ "$here" = "$program" ]; then
    echo "Playout is already installed in $program; run install.sh of the version to install." >&2
    exit 1
fi
remove
mkdir -p "$data" "$(dirname "$link")" "$data/applications"
cp -a "$here" "$program.new"
mv "$program.new" "$program"
ln -s "$program/playout" "$link"
cp -a "$program/share/." "$data/"
# The menu may not know ~/.local/bin: give it the full path.
sed -i -e "s|^Exec=.*|Exec=\"$program/playout\"|" -e "s|^TryExec=.*|TryExec=$program/playout|" \
    "$data/applications/playout.desktop"
refresh
echo "Playout is installed. Start it from the menu or with $link; remove it with $program/install.sh --remove"
