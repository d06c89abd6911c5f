"""A match in a process of its own, and what the window knows of it."""
