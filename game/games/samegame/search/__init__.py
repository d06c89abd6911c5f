"""SameGame's own searchers: annealing, policies, exact endings, and their portfolio."""
