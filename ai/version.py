"""The program's name and version, for everything that tells them."""

NAME = "Playout"
VERSION = "0.1.0"
