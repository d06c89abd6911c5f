"""What a shell knows of the commands: ``python packaging/command_line.py FOLDER``.

The manual page and the completions for bash, zsh and fish, all made of the parsers, each in its
place under a ``share`` folder.
"""

import argparse
import gzip
import sys
from collections.abc import Iterator
from pathlib import Path

import shtab

sys.path.insert(0, str(Path(__file__).resolve().parent.parent))

import main
from ai.contract.games import all_games
from ai.version import NAME, VERSION
from game.commands import COMMANDS, HELP
from game.games import registry

MANUAL = "man/man1/playout.1.gz"
COMPLETIONS = {
    "bash": "bash-completion/completions/playout",
    "zsh": "zsh/site-functions/_playout",
    "fish": "fish/vendor_completions.d/playout.fish",
}
FILES = (MANUAL, *COMPLETIONS.values())
CODES = {
    "0": "Everything went well.",
    "1": "It failed: every game of a match, or what a file or a stream had to take or to give.",
    "2": "The arguments are wrong, or a file that was named cannot be used.",
    "130": "It was stopped by Ctrl+C.",
}
VARIABLES = {
    "PLAYOUT_HOME": "The folder for settings, games, caches and logs, in place of the system's.",
    "PLAYOUT_KERNEL_CACHE": "The folder for the compiled search.",
}
_KINDS = {"FILE": shtab.FILE, "FOLDER": shtab.DIRECTORY, "NAME|FOLDER": shtab.DIRECTORY}


def write(folder: Path) -> None:
    """Write the files into a folder, each in its place."""
    registry.hand_in()
    parser = main.options_parser(in_full=True)
    contents = {MANUAL: gzip.compress(manual(parser).encode(), mtime=0)}
    _prepare(parser)
    for shell, place in COMPLETIONS.items():
        contents[place] = (shtab.complete(parser, shell=shell).rstrip() + "\n").encode()
    for place, content in contents.items():
        (folder / place).parent.mkdir(parents=True, exist_ok=True)
        (folder / place).write_bytes(content)


# The completions.


def _prepare(parser: argparse.ArgumentParser) -> None:
    """Say of each word what completes it, where the parser does not."""
    for action in parser._actions:
        if action.metavar in _KINDS and not action.choices:
            action.complete = _KINDS[action.metavar]  # type: ignore[attr-defined]
        elif action.metavar == "GAME" and not action.choices:
            action.choices = [game.name for game in all_games()]
    for command in _subparsers(parser).values():
        _prepare(command)


def _subparsers(parser: argparse.ArgumentParser) -> dict[str, argparse.ArgumentParser]:
    found = [action.choices for action in parser._actions if isinstance(action.choices, dict)]
    return found[0] if found else {}


# The manual page.


def manual(parser: argparse.ArgumentParser) -> str:
    """Return the manual page, in troff with the macros of man(7)."""
    return "\n".join(_manual(parser)) + "\n"


def _manual(parser: argparse.ArgumentParser) -> Iterator[str]:
    about, _, rest = (parser.description or "").partition(". ")
    commands = {name: command for name, command in _subparsers(parser).items() if name in COMMANDS}
    yield f'.TH PLAYOUT 1 "" "{NAME} {VERSION}" "Games"'
    yield from (".SH NAME", _text(f"playout - {about[0].lower()}{about[1:]}"))
    yield ".SH SYNOPSIS"
    yield from _synopsis("playout", parser)
    for name, command in commands.items():
        yield ".br"
        yield from _synopsis(f"playout {name}", command)
    yield ".br"
    yield f"\\fBplayout {HELP}\\fR [\\fICOMMAND\\fR]"
    yield from (".SH DESCRIPTION", _text(f"{about}. {rest}"))
    yield ".SH OPTIONS"
    yield from _options(parser)
    yield ".SH COMMANDS"
    for name, command in commands.items():
        yield from (f".SS {name}", _text(command.description or ""))
        yield from _options(command)
    for title, told in (("EXIT STATUS", CODES), ("ENVIRONMENT", VARIABLES)):
        yield f".SH {title}"
        for word, meaning in told.items():
            yield from (".TP", f".B {_text(word)}", _text(meaning))


def _synopsis(name: str, parser: argparse.ArgumentParser) -> Iterator[str]:
    words = [f"\\fB{name}\\fR", "[\\fIOPTION\\fR]..."]
    words += [_values(action) for action in _told(parser) if not action.option_strings]
    yield " ".join(words)


def _options(parser: argparse.ArgumentParser) -> Iterator[str]:
    for action in _told(parser):
        values = _values(action)
        names = ", ".join(f"\\fB{_text(name)}\\fR" for name in action.option_strings)
        head = " ".join(filter(None, (names, values)))
        yield from (".TP", head, _text((action.help or "") % vars(action)))


def _values(action: argparse.Action) -> str:
    if action.nargs == 0:
        return ""
    names = action.metavar or "|".join(map(str, action.choices or (action.dest.upper(),)))
    text = " ".join(
        f"\\fI{_text(name)}\\fR" for name in (names if isinstance(names, tuple) else (names,))
    )
    return f"[{text}]" if action.nargs == "?" else text


def _told(parser: argparse.ArgumentParser) -> list[argparse.Action]:
    """Return the arguments, without the commands."""
    return [action for action in parser._actions if not isinstance(action.choices, dict)]


def _text(text: str) -> str:
    escaped = text.replace("\\", "\\e").replace("-", "\\-")
    return f"\\&{escaped}" if escaped[:1] in (".", "'") else escaped


if __name__ == "__main__":
    write(Path(sys.argv[1]))
