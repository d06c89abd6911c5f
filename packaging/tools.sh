# A Python with pip and uv, of the builds' own: sourced, it is the first on the path.

tools=${XDG_CACHE_HOME:-$HOME/.cache}/playout-build/tools
if ! "$tools/bin/python" -m uv --version >/dev/null 2>&1; then
    rm -rf "$tools"
    python3 -m venv "$tools"
    "$tools/bin/python" -m pip install --quiet --disable-pip-version-check uv
fi
PATH=$tools/bin:$PATH
