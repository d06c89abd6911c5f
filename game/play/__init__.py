"""A game in progress: its record, its grades, and the window's side of the AI."""
