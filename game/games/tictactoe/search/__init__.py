"""Tic-Tac-Toe's own proofs: the search of threats on its larger boards."""
