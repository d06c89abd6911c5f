"""Playout: SameGame, Tic-Tac-Toe, hex Gomoku and Breakthrough with an AI that shows its work.

Without a command the window opens; the commands (`game.commands`) work without one.
"""

import signal

if __name__ == "__main__" and signal.getsignal(signal.SIGINT) is signal.default_int_handler:
    # While the imports last, nobody could catch a KeyboardInterrupt: Ctrl+C ends the program.
    signal.signal(signal.SIGINT, signal.SIG_DFL)

import sys

from ai import processes

if __name__ == "__main__" and sys.argv[1:2] == [processes.GUARD]:
    # It is there at once, as it needs nothing else of the program.
    sys.exit(processes.guard(sys.argv[2:]))

import argparse
import os
import re
from pathlib import Path
from typing import TYPE_CHECKING

from ai import errors, streams
from ai.files import HOME_VARIABLE, chosen_home
from game.commands import CHECK, COMMANDS, HELP

if TYPE_CHECKING:
    from filelock import BaseFileLock

HELP_OPTIONS = frozenset(("-h", "--help"))
WITHOUT_WINDOW = (*HELP_OPTIONS, "--version", "--warm-only", "--self-test", "--compile-game")
"""Options that open no window."""
FILES = (".playout", ".zip")
"""How the names of files end that the window opens (`game.library.game_files`)."""
SCREENS = ("arena", "records", "boards", "settings", "help", "about")


def main(argv: list[str] | None = None) -> int:
    """Run the program; return its exit code (0 well, 1 failed, 2 asked wrongly)."""
    errors.listen()
    streams.prepare()
    arguments = sys.argv[1:] if argv is None else argv
    return streams.guarded(lambda: _run(arguments))


def _run(arguments: list[str]) -> int:
    from ai.engine import game_kernels
    from game.games import plugins, registry

    if arguments[:1] == [CHECK]:  # which loads the games that it is given, and no others
        return COMMANDS[CHECK].run(arguments[1:])
    lock = None
    if not _begins_with_a_command(arguments):
        arguments = _take_home(arguments)
        if not any(word.startswith(WITHOUT_WINDOW) for word in arguments):
            lock = _claim(arguments)
    arguments, named = plugins.begin(arguments)
    registry.hand_in(for_window=lock is not None)
    if arguments[:1] == [game_kernels.COMPILE]:
        return game_kernels.compile_game(arguments[1])
    if arguments[:1] == [HELP]:
        arguments = [*arguments[1:2], "--help"] if arguments[1:2] != [HELP] else ["--help"]
    if _begins_with_a_command(arguments):
        return _run_command(arguments, named)
    # A parser of commands would take the value of a mistyped option for one of them.
    parser = options_parser(with_commands=not HELP_OPTIONS.isdisjoint(arguments))
    options, rest = parser.parse_known_args(arguments)
    if rest[:1] and rest[0] in COMMANDS:
        parser.error(f"'{rest[0]}' has to come first: playout {rest[0]} ...")
    if options.home:
        parser.error("--home has to be written in full")
    file = Path(rest.pop(0)) if rest and _is_file(rest[0]) else None
    if rest:
        parser.refuse_word(rest[0])
    if options.warm_only is not None:
        from ai.engine import warmup

        return warmup.warm_only(options.warm_only, options.first, until_eof=options.until_eof)
    if options.self_test:
        return _self_test()

    from game.window import launch

    return launch.run(
        size=options.size,
        scene=options.scene,
        lock=lock or _claim(arguments),
        file=file,
        verbose=options.verbose,
        language=options.language or "",
    )


def _take_home(arguments: list[str]) -> list[str]:
    """Return the arguments without the folder for everything, which is kept in the environment."""
    parser = streams.Parser(prog="playout", add_help=False, allow_abbrev=False)
    _add_home(parser)
    options, rest = parser.parse_known_args(arguments)
    if options.home:
        os.environ[HOME_VARIABLE] = str(options.home)
    return rest


def _add_home(parser: argparse.ArgumentParser) -> None:
    parser.add_argument(
        "--home",
        type=_home,
        metavar="FOLDER",
        help=f"keep settings, games and caches in this folder, as {HOME_VARIABLE} does",
    )


def _home(text: str) -> Path:
    folder = chosen_home({HOME_VARIABLE: text})
    if folder is None:
        raise argparse.ArgumentTypeError("'' is not a folder")
    return folder


def _claim(arguments: list[str]) -> "BaseFileLock":
    """Return the lock on the home; end if a window of it is open, which takes the file then."""
    from game.store.files import default_paths
    from game.window import single_instance

    file = next((Path(word) for word in arguments if _is_file(word)), None)
    try:
        lock = single_instance.claim(default_paths(), file)
    except single_instance.NoAnswerError:
        streams.say(
            "it is running, but does not answer: wait for it or end it, "
            "or open another one with --home FOLDER"
        )
        raise SystemExit(streams.FAILED) from None
    if lock is not None:
        return lock
    does = "comes to the front" if file is None else f"is asked to open {file.name}"
    has_options = any(word.startswith("-") for word in arguments)
    more = " Options count for a new one, which --home FOLDER opens." if has_options else ""
    print(f"Playout is already open: its window {does}.{more}")
    raise SystemExit(0)


def _begins_with_a_command(arguments: list[str]) -> bool:
    return bool(arguments) and not arguments[0].startswith("-") and not _is_file(arguments[0])


def _is_file(word: str) -> bool:
    """Whether a word of the command line is a game's file, or an exported archive."""
    return word.lower().endswith(FILES)


def _run_command(arguments: list[str], given: list[Path]) -> int:
    name = arguments[0]
    if name not in COMMANDS:
        hint = errors.did_you_mean(name, (*COMMANDS, HELP))
        streams.say(f"unknown command '{name}'{hint}; 'playout help' lists them")
        return streams.USAGE_ERROR
    # The commands read their own options: only the one that is asked for gets imported.
    try:
        return COMMANDS[name].run(_with_games(arguments, given)[1:])
    except BaseException as error:
        from ai.contract.games import blame

        gone = blame(error)
        if gone is None:
            raise
        streams.say(f"{gone.sentence}\n{gone.report.rstrip()}")
        return streams.FAILED


def _with_games(arguments: list[str], given: list[Path]) -> list[str]:
    """Return a command's arguments, with the game to solve if one was named by its folder.

    Says which games are left out, and ends if one of those was named.
    """
    from ai.contract.games import left_out, loaded
    from game.games import plugins

    for gone in left_out:
        streams.say(gone.sentence)
        if gone.folder in given:
            raise SystemExit(streams.USAGE_ERROR)
    if arguments[0] != "solve":
        return arguments
    named = [plugin.game.name for plugin in loaded if plugin.folder in given]
    return [*arguments, *(word for name in named for word in (plugins.OPTION, name))]


def _self_test() -> int:
    from ai.levels import methods_of
    from game.games.registry import window_games
    from game.window import self_test

    names = [game.name for game in window_games()]
    return self_test.run([(name, each.searcher) for name in names for each in methods_of(name)])


def options_parser(*, with_commands: bool = False, in_full: bool = False) -> streams.Parser:
    """Return the reader of the program's options.

    Args:
        with_commands: Whether its help tells the commands, too.
        in_full: With each command's own options, for what is made of them; that imports them all.
    """
    from ai.kinds import MOST_THREADS
    from ai.options import named, whole_number
    from game.games import plugins
    from game.games.registry import window_games
    from game.words.language import LANGUAGES

    parser = streams.Parser(
        prog="playout",
        description="Play SameGame, Tic-Tac-Toe, hex Gomoku and Breakthrough with an AI that shows "
        "its work. Without a command the window opens.",
        usage="%(prog)s [options] [FILE]\n       %(prog)s COMMAND ...",
        epilog="FILE is a game (.playout), which the window opens, or an exported archive (.zip), "
        "whose games it imports. 'playout help COMMAND' explains a command.",
    )
    if with_commands or in_full:
        _add_commands(parser, in_full=in_full)
    parser.add_argument(
        "--size", type=_size, metavar="WxH", help="size of the window, such as 1120x760"
    )
    scenes = ("home", *(game.name for game in window_games()), *SCREENS)
    parser.add_argument(
        "--scene",
        metavar="NAME",
        type=named("screen", scenes),
        choices=scenes,
        default="home",
        help=f"what to show first, one of {', '.join(scenes)}",
    )
    _add_home(parser)
    parser.add_argument(
        "--language",
        metavar="CODE",
        type=named("language", tuple(LANGUAGES)),
        choices=tuple(LANGUAGES),
        help=f"what the window speaks this time, one of {', '.join(LANGUAGES)}",
    )
    parser.add_argument("--verbose", action="store_true", help="also print the log on the terminal")
    plugins.add_options(parser)
    parser.add_argument(
        "--warm-only",
        nargs="?",
        type=whole_number(0, MOST_THREADS),
        const=0,
        metavar="HELPER",
        help="compile the search kernels and exit; with a number: help another process compile",
    )
    parser.add_argument(
        "--first", metavar="GAME", default="", help="with --warm-only: the game to compile first"
    )
    parser.add_argument(
        "--until-eof",
        action="store_true",
        help="with --warm-only: exit when the standard input ends",
    )
    parser.add_argument(
        "--self-test",
        action="store_true",
        help="try every part of the program once and print the results",
    )
    return parser


def _add_commands(parser: streams.Parser, *, in_full: bool) -> None:
    commands = parser.add_subparsers(title="commands without a window", metavar="COMMAND")
    for command in COMMANDS.values():
        parents = [command.parser()] if in_full else []
        commands.add_parser(
            command.name,
            help=command.summary,
            description=parents[0].description if parents else None,
            parents=parents,
            add_help=False,
            conflict_handler="resolve",
        )
    helper = commands.add_parser(HELP, help="explain a command", add_help=False)
    if in_full:
        helper.add_argument("command", metavar="COMMAND", nargs="?", choices=tuple(COMMANDS))


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


if __name__ == "__main__":
    if getattr(sys, "frozen", False):
        # A job of a match starts the frozen program anew; there it must become that job, which
        # writes as the program itself does.
        import multiprocessing

        streams.prepare()
        multiprocessing.freeze_support()
    sys.exit(main())
