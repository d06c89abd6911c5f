"""Searchers of users, which play whatever games they say, under a name like any other."""
