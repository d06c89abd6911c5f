"""The commands that work without a window, by name; each is imported when it is asked for."""

from dataclasses import dataclass
from importlib import import_module
from typing import Any, Final

from ai.streams import Parser

HELP: Final = "help"
CHECK: Final = "check"


@dataclass(frozen=True, slots=True)
class Subcommand:
    """A command.

    Attributes:
        module: Where its `options_parser` and its `main` are.
        loads_plugins: Whether it plays plug-ins; its help then tells of the options for them.
    """

    name: str
    summary: str
    module: str
    loads_plugins: bool = True

    def parser(self) -> Parser:
        parser: Parser = self._module.options_parser()
        if self.loads_plugins:
            from game.games import plugins

            plugins.add_options(parser)
        return parser

    def run(self, arguments: list[str]) -> int:
        """Run it with its options; return the exit code."""
        code: int = self._module.main(arguments, parser=self.parser())
        return code

    @property
    def _module(self) -> Any:
        return import_module(self.module)


COMMANDS: Final = {
    command.name: command
    for command in (
        Subcommand("list", "list the games, their parameters, searchers and levels", "ai.listing"),
        Subcommand("solve", "solve the SameGame boards in a file", "ai.solve"),
        Subcommand("match", "play two searchers or levels against each other", "ai.match.command"),
        Subcommand("tournament", "play each two players against each other", "ai.match.tournament"),
        Subcommand("bench", "measure how fast this machine searches", "ai.bench"),
        Subcommand("convert", "check games in files, write them as text or JSON", "game.convert"),
        Subcommand("gtp", "speak the Go Text Protocol", "ai.gtp.command"),
        Subcommand(CHECK, "check the game in a folder", "game.check.command", loads_plugins=False),
    )
}
