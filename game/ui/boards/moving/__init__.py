"""Boards on which a move is two cells: a piece, and where it goes."""
