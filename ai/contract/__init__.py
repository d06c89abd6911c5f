"""What the search asks of a game; the games implement it, and their list is handed in."""
