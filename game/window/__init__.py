"""The window: its loop, its display, what it is told by the desktop, and its end."""
