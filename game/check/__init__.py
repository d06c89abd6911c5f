"""The check of a game that comes in a folder."""
