"""The seven laws of play, checked after every step that a player can take."""
