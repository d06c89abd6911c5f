"""Breakthrough, as the program knows it."""

from ai.contract.game import Lazy, Part, Search, Text
from ai.ladder import Dial, Level, Strength, rung
from ai.phrases import N_
from ai.search.calibration import Scale
from ai.search.messages import Limit
from game.games.breakthrough.rules import SPEC
from game.games.lattice.text import SQUARE_PROTOCOL
from game.games.window_game import Setting, WindowGame, Words

_SCALE = Scale(rate=-4.22, cells=1.41, played=2.94)

LEVELS = (
    rung("newcomer", N_("misses one win in five"), Dial(8), Strength(400, 400, 400)),
    rung(
        "novice", N_("takes wins, gives one away in nine moves"), Dial(22), Strength(515, 551, 591)
    ),
    rung("beginner", N_("gives a win away in sixteen moves"), Dial(51), Strength(686, 722, 761)),
    rung("learner", N_("gives a win away in forty moves"), Dial(96), Strength(853, 888, 927)),
    rung(
        "casual",
        N_("gives none away, errs in one move of four"),
        Dial(250),
        Strength(988, 1021, 1057),
    ),
    rung("regular", N_("errs in one move of five"), Dial(682), Strength(1159, 1196, 1238)),
    rung("club", N_("looks further ahead than Regular"), Dial(1_852), Strength(1337, 1373, 1413)),
    rung("skilled", N_("looks further ahead than Club"), Dial(3_908), Strength(1491, 1522, 1556)),
    rung(
        "strong", N_("looks further ahead than Skilled"), Dial(11_236), Strength(1677, 1713, 1753)
    ),
    rung("expert", N_("errs in one move of six"), Dial(30_000), Strength(1845, 1879, 1916)),
    rung("master", N_("looks much further ahead"), Dial(90_000), Strength(1992, 2026, 2064)),
    Level(
        "max",
        N_("Max", "level"),
        N_("looks ahead the furthest, takes its time"),
        "mcts",
        Limit(seconds=10.0),
        rating=Strength(2126, 2217, 2341),
    ),
)

GAME = WindowGame(
    SPEC,
    Search(
        scale=lambda _: _SCALE,
        levels=LEVELS,
        drift=0.015,
        exact=Lazy("game.games.breakthrough.exact:exact_values"),
        parts=(Part("proofs in Breakthrough", Lazy("game.games.breakthrough.exact:warm")),),
    ),
    text=Text(SQUARE_PROTOCOL),
    words=Words(
        move_effect=Lazy("game.games.breakthrough.reading:move_effect"),
        threats=Lazy("game.games.breakthrough.reading:threat_words"),
    ),
    settings=(
        Setting("breakthrough_columns", 4, low=4, high=8, title=N_("Columns")),
        Setting("breakthrough_rows", 6, low=4, high=8, title=N_("Rows")),
        Setting(
            "breakthrough_misere",
            False,
            title=N_("Misère"),
            about=N_("First to reach the far side loses"),
        ),
    ),
    entry=Lazy("game.games.breakthrough.screen:ENTRY"),
)
