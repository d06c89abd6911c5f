"""The command ``list``: what games there are, and who can play them."""

import json
import re
import textwrap
from dataclasses import asdict
from typing import Any

from ai.contract.games import all_games, blame, game_spec
from ai.contract.rules import GameSpec
from ai.errors import is_from_user
from ai.kinds import Option
from ai.levels import levels_of
from ai.options import named
from ai.searchers import kinds_of, options_of
from ai.streams import FAILED, Parser, say

WIDTH = 100


def main(argv: list[str], *, parser: Parser | None = None) -> int:
    """Tell what there is; return the exit code."""
    options = (parser or options_parser()).parse_args(argv)
    names = [options.game] if options.game else [game.name for game in all_games()]
    code = 0
    for number, name in enumerate(names):
        try:
            entry = listed(name)
            in_full = len(names) == 1
            text = json.dumps(entry) if options.json else _as_text(entry, in_full=in_full)
        except BaseException as error:
            gone = blame(error)
            if gone is None:
                raise
            say(gone.sentence)  # the other games are there all the same
            code = FAILED
            continue
        gap = "\n" if number and not options.json else ""
        print(gap + text, flush=True)
    return code


def options_parser() -> Parser:
    parser = Parser(
        prog="playout list",
        description="List the games with their parameters, searchers and levels. With GAME, also "
        "explain what each parameter may be, the keys of each searcher and each level.",
    )
    games = [game.name for game in all_games()]
    parser.add_argument(
        "game",
        metavar="GAME",
        nargs="?",
        type=named("game", games),
        choices=games,
        help="list only this game, in detail",
    )
    parser.add_argument("--json", action="store_true", help="print one JSON object a line")
    return parser


def listed(name: str) -> dict[str, Any]:
    """Return what there is to tell of a game, as ``--json`` prints it.

    What a parameter may be is told in words where the rules say it. The default of a searcher's
    key is None where the game or the searcher decides.
    """
    spec = game_spec(name)
    return {
        "game": name,
        "title": spec.title,
        "players": spec.players,
        "parameters": asdict(spec.parameters()),
        "allowed": _allowed_parameters(spec),
        "searchers": [
            {
                "name": kind.name,
                "keys": [
                    _key(key, option, kind.options.__dataclass_fields__[key].default)
                    for key, option in options_of(kind, name).items()
                ],
            }
            for kind in kinds_of(name)
        ],
        "levels": [
            {
                "name": level.name,
                "title": level.title,
                "description": level.described(details=True),
                "searcher": level.searcher,
                "limit": {"seconds": level.limit.seconds, "simulations": level.limit.simulations},
                "ranked": level.ranked,
                "rating": level.rating and level.rating.elo,
                "low": level.rating and level.rating.low,
                "high": level.rating and level.rating.high,
            }
            for level in levels_of(name)
        ],
    }


def _allowed_parameters(spec: GameSpec) -> dict[str, str]:
    """Return what the rules say to a value that no parameter takes."""
    allowed = {}
    for name, default in asdict(spec.parameters()).items():
        if isinstance(default, bool):
            allowed[name] = "true or false"
            continue
        try:
            spec.parameters(**{name: -(10**9) if isinstance(default, int) else ""})
        except BaseException as error:  # a plug-in may not expect such a value
            if is_from_user(error):
                raise
            if bounds := re.search(r"must be (.+), not", str(error)):
                allowed[name] = bounds[1].replace("'", "")
    return allowed


def _key(name: str, option: Option, default: object) -> dict[str, object]:
    # What cannot be said leaves the choice to the searcher.
    shown = default if option.accepts(default) else None
    return {"name": name, "default": shown, "allowed": option.allowed}


def _as_text(entry: dict[str, Any], *, in_full: bool) -> str:
    for_whom = "for two" if entry["players"] == 2 else "for one"
    parameters, levels = entry["parameters"], entry["levels"]
    given = ",".join(f"{name}={_text(value)}" for name, value in parameters.items())
    lines = [f"{entry['game']}: {entry['title']}, {for_whom}"]
    if not in_full:
        if given:
            lines.append(_row("parameters", given))
        lines.append(_row("searchers", ", ".join(each["name"] for each in entry["searchers"])))
        if levels:
            lines.append(_row("levels", ", ".join(each["name"] for each in levels)))
        return "\n".join(lines)
    if given:
        lines += ["", "parameters"]
    for name, value in parameters.items():
        words = entry["allowed"].get(name)
        lines.append(f"  {name:<14}{_with_default(words, value) if words else _text(value)}")
    for searcher in entry["searchers"]:
        lines += ["", f"searcher {searcher['name']}"]
        for key in searcher["keys"]:
            words = _with_default(key["allowed"], key["default"])
            lines.append(f"  {key['name']:<14}{words}")
    if levels:
        lines += ["", "levels"]
    for level in levels:
        text = f"{level['description']} ({level['searcher']})"
        lines.append(_row(level["name"], text, indent=16))
    return "\n".join(lines)


def _with_default(allowed: str, default: object) -> str:
    return allowed if default is None else f"{allowed} (default: {_text(default)})"


def _text(value: object) -> str:
    return str(value).lower() if isinstance(value, bool) else str(value)


def _row(head: str, text: str, indent: int = 14) -> str:
    first = f"  {head}".ljust(indent)
    return textwrap.fill(
        text,
        WIDTH,
        initial_indent=first,
        subsequent_indent=" " * indent,
        break_on_hyphens=False,
        break_long_words=False,
    )
