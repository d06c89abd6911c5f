"""The window's side of the arena: a match in a process of its own, and what is known of it."""
