"""SameGame boards of a file, played as well as the time allows, for scripts and comparisons."""
