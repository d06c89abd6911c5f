"""Hex Gomoku's own searchers: threat search, alpha-beta, and pairings that cannot lose."""
