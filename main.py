"""Playout: SameGame, Tic-Tac-Toe, hex Gomoku and Breakthrough with an AI that shows its work.

Without a command the window opens. ``solve``, ``gtp`` and ``match`` work without one.
"""

import argparse
import re
import sys
from pathlib import Path

from ai import streams
from ai.version import NAME, VERSION, least_glibc

WITHOUT_WINDOW = frozenset(
    ("solve", "gtp", "match", "-h", "--help", "--version", "--warm-only", "--self-test")
)
"""Words of a command line that opens no window; the others wait for nothing without one."""
LIBRARIES = ("pygame-ce", "numpy", "numba", "platformdirs", "filelock")


def main(argv: list[str] | None = None) -> int:
    """Run the program; return its exit code (0 well, 1 failed, 2 asked wrongly)."""
    streams.prepare()
    arguments = sys.argv[1:] if argv is None else argv
    return streams.guarded(lambda: _run(arguments))


def _run(arguments: list[str]) -> int:
    from game.games import plugins

    if arguments == [plugins.CHECK]:
        plugins.limit_time()
        from game import check_plugin

        return check_plugin.main()
    waiting = None
    if WITHOUT_WINDOW.isdisjoint(arguments):
        from game.waiting_window import WaitingWindow

        waiting = WaitingWindow()
    arguments, folders = plugins.begin(arguments, waiting.wait if waiting else None)
    if arguments[:1] == [plugins.COMPILE]:
        from ai.engine import game_kernels

        return game_kernels.compile_game(arguments[1])
    # The commands read their own options: only the one that is asked for gets imported.
    if arguments[:1] in (["solve"], ["gtp"], ["match"]):
        arguments = _with_games(arguments, folders)
    if arguments[:1] == ["solve"]:
        from ai import solve

        return solve.main(arguments[1:])
    if arguments[:1] == ["gtp"]:
        from ai import gtp

        return gtp.main(arguments[1:])
    if arguments[:1] == ["match"]:
        from ai.match import command

        return command.main(arguments[1:])
    options = _parser().parse_args(arguments)
    if options.warm_only is not None:
        from ai.engine import warmup

        return warmup.warm_only(options.warm_only, options.first, until_eof=options.until_eof)
    if options.self_test:
        return _self_test()

    from game import launch

    return launch.run(
        size=options.size,
        scene=options.scene,
        verbose=options.verbose,
        window=waiting.window if waiting else None,
    )


def _with_games(arguments: list[str], folders: list[Path]) -> list[str]:
    """Return a command's arguments, with the game to solve if one was named by its folder.

    Says which games are left out, and ends if one of those was named.
    """
    from game.games import plugins, registry

    registry.all_games()  # which loads them
    for gone in plugins.left_out:
        streams.say(gone.sentence)
        if gone.folder in folders:
            raise SystemExit(streams.ASKED_WRONGLY)
    if arguments[0] != "solve":
        return arguments
    named = [plugin.game.name for plugin in plugins.loaded if plugin.folder in folders]
    return [*arguments, *(word for name in named for word in (plugins.OPTION, name))]


def _self_test() -> int:
    from ai.searchers import kinds_of
    from game import self_test
    from game.games.registry import window_games

    plays = [(game.name, kind) for game in window_games() for kind in kinds_of(game.name)]
    if getattr(sys, "frozen", False):
        return self_test.run([(game, kind.name) for game, kind in plays])
    # Each searcher on one game and each game by one searcher: all pairs would compile for minutes.
    first_of_kind = {kind.name: (game, kind.name) for game, kind in reversed(plays)}
    first_of_game = {game: (game, kind.name) for game, kind in reversed(plays)}
    return self_test.run(sorted({*first_of_kind.values(), *first_of_game.values()}))


def _parser() -> argparse.ArgumentParser:
    from game.games import plugins
    from game.games.registry import window_games

    parser = streams.Parser(
        prog="playout",
        description="Play SameGame, Tic-Tac-Toe, hex Gomoku and Breakthrough with an AI that shows "
        "its work.",
        epilog="Commands without a window: 'solve FILE' solves SameGame boards, "
        "'gtp GAME' speaks the Go Text Protocol, 'match GAME A B' lets two searchers "
        "play each other; each tells more with --help.",
    )
    parser.add_argument("--version", action=_Version, nargs=0, help="say which version this is")
    parser.add_argument(
        "--size", type=_size, metavar="WxH", help="size of the window, such as 1120x760"
    )
    parser.add_argument(
        "--scene",
        choices=(
            "home",
            *(game.name for game in window_games()),
            *("arena", "records", "boards", "settings", "help", "about"),
        ),
        default="home",
        help="what to show first",
    )
    parser.add_argument(
        "--verbose", action="store_true", help="say on the terminal, too, what the log is told"
    )
    plugins.add_options(parser)
    parser.add_argument(
        "--warm-only",
        nargs="?",
        type=int,
        const=0,
        metavar="HELPER",
        help="compile the search kernels and end; a number helps another process that does",
    )
    parser.add_argument(
        "--first", metavar="GAME", default="", help="with --warm-only: the game to begin with"
    )
    parser.add_argument(
        "--until-eof",
        action="store_true",
        help="with --warm-only: end when the standard input does",
    )
    parser.add_argument(
        "--self-test", action="store_true", help="try every part of the program once and tell"
    )
    return parser


def _size(text: str) -> tuple[int, int]:
    from game.ui.layout import LARGEST_WINDOW, SMALLEST_WINDOW

    match = re.fullmatch(r"([0-9]{1,5})x([0-9]{1,5})", text)
    if not match:
        raise argparse.ArgumentTypeError(f"'{text}' is not a size such as 1120x760")
    size = int(match[1]), int(match[2])
    least, most = SMALLEST_WINDOW, LARGEST_WINDOW
    if not (least[0] <= size[0] <= most[0] and least[1] <= size[1] <= most[1]):
        low, high = f"{least[0]}x{least[1]}", f"{most[0]}x{most[1]}"
        raise argparse.ArgumentTypeError(f"'{text}' is not a size from {low} to {high}")
    return size


class _Version(argparse.Action):
    """Says the versions: what knows them is read only when somebody asks."""

    def __call__(self, parser: argparse.ArgumentParser, *_: object) -> None:
        print(_versions(), flush=True)
        parser.exit()


def _versions() -> str:
    from importlib import metadata  # with all that reads e-mail, which only this needs

    parts = [f"{name} {metadata.version(name)}" for name in LIBRARIES]
    parts.append(f"Python {sys.version.split()[0]}")
    least = least_glibc()
    if least:
        parts.append(f"needs glibc {least}")
    return f"{NAME} {VERSION} ({', '.join(parts)})"


if __name__ == "__main__":
    if getattr(sys, "frozen", False):
        # A job of a match starts the frozen program anew; there it must become that job.
        import multiprocessing

        multiprocessing.freeze_support()
    sys.exit(main())
