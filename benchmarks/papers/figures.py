"""What the papers report. Win rates are per cent."""

GAMES = {
    "breakthrough": "breakthrough",
    "misere-breakthrough": "breakthrough:misere=true",
    "knightthrough": "knightthrough",
    "misere-knightthrough": "knightthrough:misere=true",
    "domineering": "domineering",
    "misere-domineering": "domineering:misere=true",
    "nogo": "nogo",
    "misere-nogo": "nogo:misere=true",
    "atari-go": "nogo:taking_wins=true",
}
"""The games by their names in the tables."""

TABLE_1 = {False: (0, 176, 123, 575, 126), True: (0, 0, 0, 1000, 0)}
TABLE_1_CELLS = ("c3", "a2", "c2", "a1", "c1")
TABLE_1_POSITION = "X O .\n. O .\n. X .\n"

# (discounting, cow, pod): thousands of states, how often a5-a6 is chosen.
TABLE_2 = {
    (False, 0, 0): (4459, 11.9),
    (False, 1, 0): (1084, 12.3),
    (False, 2, 0): (214, 10.9),
    (False, 3, 0): (25, 9.8),
    (True, 0, 0): (2775, 64.1),
    (True, 0, 1): (1924, 64.7),
    (True, 0, 2): (1463, 58.6),
    (True, 0, 3): (627, 62.4),
}
TABLE_2_MOVE = "a5-a6"
TABLE_2_POSITION = """
. O . .
O O O O
. X O O
X . O .
. . . .
. . . .
. . X X
X X X X
"""

TABLE_3 = {
    "breakthrough": (79.6, 99.6, 99.4),
    "misere-breakthrough": (42.4, 80.8, 90.0),
    "knightthrough": (78.6, 100.0, 100.0),
    "misere-knightthrough": (46.0, 83.2, 85.8),
    "domineering": (71.2, 77.0, 83.8),
    "misere-domineering": (43.4, 63.2, 68.4),
    "nogo": (62.8, 76.4, 83.4),
    "misere-nogo": (53.2, 65.6, 67.2),
    "atari-go": (69.6, 97.2, 100.0),
}

MILLISECONDS = (10, 20, 40, 80, 160, 320)
OUR_MILLISECONDS = (1, 10)
TABLE_4_PLAYERS = {
    "1": "uct-nmcs:level=1",
    "1 POD": "uct-nmcs:level=1,pod=1",
    "1 COW": "uct-nmcs:level=1,discounting=false,cow=1",
    "2 COW": "uct-nmcs:level=2,discounting=false,cow=2",
}
TABLE_4 = {
    "breakthrough": (
        (3.2, 6.0, 12.0, 11.6, 7.8, 6.4),
        (27.6, 22.6, 16.8, 21.6, 15.4, 20.4),
        (22.6, 25.2, 30.4, 34.6, 35.2, 39.6),
        (4.6, 2.0, 2.4, 1.4, 2.4, 3.8),
    ),
    "misere-breakthrough": (
        (85.4, 83.4, 70.2, 60.8, 57.0, 56.4),
        (91.4, 95.6, 97.0, 97.8, 98.8, 98.8),
        (95.2, 95.2, 98.0, 99.0, 99.8, 99.8),
        (1.0, 27.6, 43.6, 87.0, 93.2, 95.6),
    ),
    "knightthrough": (
        (42.2, 57.2, 9.8, 49.4, 50.2, 50.0),
        (68.6, 50.2, 42.4, 42.4, 46.4, 44.6),
        (27.2, 25.4, 28.0, 43.4, 49.2, 49.6),
        (20.0, 16.4, 5.8, 1.8, 29.2, 38.2),
    ),
    "misere-knightthrough": (
        (43.0, 31.6, 20.0, 15.4, 11.2, 12.6),
        (54.6, 72.2, 80.6, 88.4, 94.2, 98.4),
        (77.8, 82.2, 88.8, 94.4, 98.2, 98.6),
        (20.8, 18.6, 32.2, 42.2, 54.0, 67.0),
    ),
    "domineering": (
        (13.4, 8.6, 8.6, 6.0, 14.2, 28.0),
        (40.8, 34.4, 37.4, 48.4, 50.0, 50.0),
        (44.4, 38.6, 40.6, 49.4, 50.0, 50.0),
        (11.2, 14.4, 20.2, 25.2, 32.2, 45.4),
    ),
    "misere-domineering": (
        (33.4, 25.2, 20.0, 18.8, 13.2, 12.2),
        (45.4, 47.2, 56.8, 60.2, 62.8, 54.2),
        (69.4, 66.6, 71.6, 70.4, 68.4, 58.6),
        (37.0, 45.2, 45.6, 51.0, 57.8, 53.6),
    ),
    "nogo": (
        (5.8, 3.0, 2.6, 3.0, 0.6, 0.8),
        (7.2, 16.0, 31.8, 35.2, 35.4, 40.6),
        (37.6, 39.2, 38.4, 40.8, 47.8, 48.0),
        (0.4, 2.8, 5.4, 15.0, 20.6, 17.0),
    ),
    "misere-nogo": (
        (14.6, 6.6, 5.2, 3.0, 2.4, 1.8),
        (17.2, 25.0, 38.8, 51.2, 48.2, 48.8),
        (55.4, 56.6, 57.0, 57.6, 54.6, 60.8),
        (5.2, 10.6, 19.4, 35.6, 37.2, 47.8),
    ),
    "atari-go": (
        (0.6, 2.2, 4.6, 5.4, 6.8, 7.6),
        (0.2, 19.2, 42.0, 42.0, 55.4, 67.2),
        (42.0, 59.0, 60.2, 71.0, 71.2, 77.2),
        (0.2, 0.0, 0.6, 7.4, 8.6, 4.8),
    ),
}

# Side of the board, states a move, games.
COUNTED = (
    (5, 1_000, GAMES),
    (5, 10_000, GAMES),
    (8, 10_000, ("breakthrough", "knightthrough", "atari-go")),
)

# The paper's first column is table 4's "1 COW" at 320 ms.
TABLE_5_PLAYERS = {
    "MCTS-MR 1": "mcts-mr:depth=1",
    "MCTS-MR 2": "mcts-mr:depth=2",
    "MCTS-MR 1, suicide": "mcts-mr:depth=1,suicide=true",
    "MCTS-MR 2, suicide": "mcts-mr:depth=2,suicide=true",
}
TABLE_5 = {
    "breakthrough": (39.6, 47.4, 50.2),
    "misere-breakthrough": (99.8, 49.4, 48.6),
    "knightthrough": (49.6, 50.0, 50.0),
    "misere-knightthrough": (98.6, 49.8, 45.0),
    "domineering": (50.0, 50.0, 49.8),
    "misere-domineering": (58.6, 46.0, 44.2),
    "nogo": (48.0, 59.4, 50.2),
    "misere-nogo": (60.8, 54.2, 67.4),
    "atari-go": (77.2, 44.0, 47.0),
}

LEFT_MOVE = {False: 0.41, True: 0.80}

# Seconds for 100 grids of 16 x 16; level 0 is iterative sampling.
SUDOKU_SECONDS = {0: 61.8, 1: 1.34, 2: 1.64}

# Level, with memory or without, total.
SAMEGAME = {
    "level 2": (2, False, 44_731),
    "level 2 with memory": (2, True, 65_937),
    "level 3 with memory": (3, True, 77_934),
}

HEX_SIMULATIONS = {"Python": "800-900", "Python with numba": "8k-9k", "Julia": "35k-40k"}
