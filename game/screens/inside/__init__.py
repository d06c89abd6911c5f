"""The screen that shows a search one simulation at a time."""
