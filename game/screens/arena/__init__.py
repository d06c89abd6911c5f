"""What only the arena shows: the two sides' marks, figures, graph and table of games."""
