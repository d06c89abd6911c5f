"""The Go Text Protocol, version 2: the games for two, for scripts and other programs."""
