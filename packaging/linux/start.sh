#!/bin/sh
# Starts Playout, or says in one sentence that this system is too old for it.
least=@glibc@
if command -v getconf >/dev/null; then
    has=$(getconf GNU_LIBC_VERSION 2>/dev/null)
    has=${has#glibc }
    minor=${has#*.}
    if [ "${has%%.*}" != "${least%%.*}" ] || [ "${minor%%.*}" -lt "${least#*.}" ]; then
        echo "playout: this system is too old: Playout needs glibc $least or newer, and found ${has:-none}" >&2
        exit 2
    fi
fi
exec "$(dirname "$(readlink -f "$0")")/playout-program" "$@"
