"""Playout's games in the interfaces of other libraries, each an extra of its own.

Moves are numbered from 0 in each of them, and an observation is `Position.array`.
"""
