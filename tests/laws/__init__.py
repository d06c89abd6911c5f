"""The six laws of play, checked after every step that a player can take."""
