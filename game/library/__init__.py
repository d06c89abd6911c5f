"""What is kept of games: saved ones, records, and how they leave the program."""
