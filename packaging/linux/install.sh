#!/bin/sh
# Installs Playout for this user, with a menu entry and a command; --remove removes it again.
# If it is interrupted, either the old version or the new one is complete: run it again.
set -eu

data="${XDG_DATA_HOME:-}"
case "$data" in
    /*) ;;
    *) data="$HOME/.local/share" ;;
esac
program="$data/playout-app"
new="$program.new"
old="$program.old"
link="$HOME/.local/bin/playout"
here=$(cd "$(dirname "$0")" && pwd -P)

fail() {
    echo "$1" >&2
    exit 1
}

# Removes what an interrupted run has left; an old version that was moved away goes back.
tidy() {
    if [ -e "$old" ] && [ ! -e "$program" ]; then
        mv "$old" "$program"
    fi
    rm -rf "$new" "$old"
}

remove() {
    rm -rf "$program" "$new" "$old"
    rm -f "$link" "$data/applications/playout.desktop"
    rm -f "$data/metainfo/io.github.playout.playout.metainfo.xml"
    rm -f "$data/mime/packages/playout.xml" "$data"/icons/hicolor/*/apps/playout.png
    rm -f "$data/man/man1/playout.1.gz" "$data/bash-completion/completions/playout"
    rm -f "$data/zsh/site-functions/_playout" "$data/fish/vendor_completions.d/playout.fish"
}

refresh() {
    command -v update-desktop-database >/dev/null && update-desktop-database -q "$data/applications" || true
    command -v update-mime-database >/dev/null && update-mime-database "$data/mime" || true
    command -v gtk-update-icon-cache >/dev/null && gtk-update-icon-cache -qtf "$data/icons/hicolor" || true
}

# Prints the desktop entry with the full path in it: the menu may not know ~/.local/bin.
# What is quoted there has a backslash before " ` $ and \, each backslash is doubled, and % is %%.
entry() {
    quoted=$(printf '%s\n' "$1" | sed -e 's/\\/\\\\\\\\/g' -e 's/["`$]/\\\\&/g' -e 's/%/%%/g')
    plain=$(printf '%s\n' "$1" | sed -e 's/\\/\\\\/g')
    while IFS= read -r line; do
        case "$line" in
            Exec=*) printf 'Exec="%s" %%f\n' "$quoted" ;;
            TryExec=*) printf 'TryExec=%s\n' "$plain" ;;
            *) printf '%s\n' "$line" ;;
        esac
    done
}

case "${1:-}" in
    --remove)
        remove
        refresh
        echo "Playout was removed. Your games and settings were kept."
        exit 0 ;;
    "") ;;
    *)
        echo "usage: $0 [--remove]" >&2
        exit 2 ;;
esac

case "$data" in
    *"
"*) fail "Playout cannot be installed in '$data': the name contains a line break." ;;
esac
mkdir -p "$data" "$(dirname "$link")"
place=$(cd "$data" && pwd -P)/playout-app
case "$here" in
    "$place" | "$place.new" | "$place.old")
        fail "This is the version that is already installed in $program; run the install.sh of the new version." ;;
esac

trap tidy EXIT
trap 'exit 1' HUP INT TERM
tidy
cp -a "$here" "$new"
entry "$program/playout" <"$here/share/applications/playout.desktop" >"$new/share/applications/playout.desktop"
if [ -e "$program" ]; then
    mv "$program" "$old"
fi
mv "$new" "$program"
ln -sfn "$program/playout" "$link"
cp -a "$program/share/." "$data/"
refresh
echo "Playout was installed. Start it from the menu or with $link. To remove it, run $program/install.sh --remove"
