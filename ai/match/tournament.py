"""The command ``tournament``: a match between each two players, in each game."""

from argparse import Namespace
from functools import partial
from itertools import combinations
from pathlib import Path

from ai.contract.games import names_game
from ai.contract.rules import RulesError
from ai.kinds import SearcherSpecError
from ai.match import command
from ai.match.match import Ledger, default_file, read_match
from ai.match.output import elo_text, result_text
from ai.match.ratings import Pairing, cross_table, draw_ratings, rate, to_csv, write_parquet
from ai.options import InputError
from ai.searchers import make_searcher
from ai.streams import FAILED, INTERRUPTED, Parser, say


def main(argv: list[str], *, parser: Parser | None = None) -> int:
    """Play a tournament; return the exit code, which is that of a match that was stopped."""
    parser = parser or options_parser()
    options = parser.parse_args(argv)
    folder = Path(options.folder)
    try:
        matches = _matches(options)
        plans = [command.plan_of(each) for each in matches]
        folder.mkdir(parents=True, exist_ok=True)
    except (SearcherSpecError, RulesError, InputError, OSError) as error:
        parser.error(str(error))
    results: list[Pairing] = []
    for each, plan in zip(matches, plans, strict=True):
        each.resume = str(folder / default_file(plan).name)
        code = command.play_match(each, parser, lambda _: None, make_searcher)
        if code == INTERRUPTED:
            return code
        ledger = Ledger(plan)
        for record in read_match(Path(each.resume))[1]:
            ledger.add(record)
        end = ledger.standing
        summary = f"{each.game}: {each.a} - {each.b}: {result_text(end)}, Elo {elo_text(end)}"
        print(summary, flush=True)
        results.append(Pairing(each.game, each.a, each.b, end.wins, end.draws, end.losses))
    if not any(each.games for each in results):
        say("every game failed")
        return FAILED
    table = cross_table(results)
    print(f"\n{table}", end="")
    return _written(folder, results, table)


def _written(folder: Path, results: list[Pairing], table: str) -> int:
    try:
        (folder / "table.txt").write_text(table, "utf-8")
        (folder / "results.csv").write_text(to_csv(results), "utf-8")
        for names, write in (
            (("results.parquet",), partial(write_parquet, results)),
            (("elo.svg", "elo.png"), partial(draw_ratings, rate(results))),
        ):
            try:
                for name in names:
                    write(folder / name)
            except ImportError as error:
                say(f"without the library '{error.name}' there is no {' and no '.join(names)}")
    except OSError as error:
        say(f"cannot write '{error.filename}': {error.strerror}")
        return FAILED
    return 0


def _matches(options: Namespace) -> list[Namespace]:
    """Return the options of each match, as the command ``match`` reads them."""
    words = list(dict.fromkeys(options.words))
    games = [word for word in words if names_game(word)]
    players = [word for word in words if word not in games]
    if not games or len(players) < 2:
        raise InputError("name at least one game and two players: hex mcts@100 mcts@1000 rave@100")
    common = {**vars(options), "sprt": None, "csv": None, "json": True, "live": False}
    return [
        Namespace(**{**common, "game": game, "a": a, "b": b})
        for game in games
        for a, b in combinations(players, 2)
    ]


def options_parser() -> Parser:
    parser = Parser(
        prog="playout tournament",
        description="Play a match between each two players, in each game, and rate them all. "
        "Games and players are written as in 'match'. Ctrl+C stops; the same command continues, "
        "also with more games or players.",
    )
    parser.add_argument(
        "words",
        metavar="GAME_OR_SPEC",
        nargs="+",
        help="a game or a player: hex:side=5 mcts@100 rave@100",
    )
    command.add_match_options(parser)
    parser.add_argument(
        "--folder",
        metavar="FOLDER",
        default="tournament",
        help="where the games, the table, the results (CSV, and Parquet with the library "
        "'pyarrow') and the plots (SVG and PNG, with 'matplotlib') are kept (default: %(default)s)",
    )
    return parser
