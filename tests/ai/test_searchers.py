"""Specifications of searchers, and the list of games that is handed in."""

from concurrent.futures import ThreadPoolExecutor
from dataclasses import replace
from functools import partial
from inspect import signature

import pytest

from ai.contract import games
from ai.contract.game import Lazy
from ai.contract.games import NoGamesError, all_games, game_of, receive, source
from ai.contract.rules import RulesError
from ai.engine.specialise import kernel_of
from ai.kinds import SearcherSpecError, one_of
from ai.searchers import kinds_of, parse_spec
from game.games import registry
from game.games.hex_gomoku.game import HexTreeOptions
from game.games.samegame.game import SameGameNmcsOptions
from tests.processes import python


def test_options_become_values():
    kind, options = parse_spec("mcts", "hex")
    assert (kind.name, options) == ("mcts", HexTreeOptions())
    _, options = parse_spec("mcts:candidates=adjacent,solver=false,sight=0.25,expand_at=8", "hex")
    assert options == HexTreeOptions(candidates="adjacent", solver=False, sight=0.25, expand_at=8)
    expected = SameGameNmcsOptions(level=2, playout="random")
    assert parse_spec(" nmcs: level=2 , playout=random ", "samegame")[1] == expected
    with pytest.raises(ValueError, match="threads must be a whole number from 1 to 256, not 0"):
        replace(options, threads=0)


LEVEL = "level must be a whole number from 1 to 4, not"
NO_PAIR = "is not of the form key=value"


@pytest.mark.parametrize(
    ("game", "spec", "sentence"),
    [
        ("hex", "mtcs", "'mtcs' for hex (did you mean 'mcts'?); known searchers: mcts"),
        ("samegame", "", "unknown searcher '' for samegame; known searchers: nmcs"),
        ("hex", "nmcs", "'nmcs' for hex (did you mean 'nmcs2'?); known searchers: mcts"),
        ("samegame", "nmcs:levle=2", "unknown key 'levle' (did you mean 'level'?); known keys of "),
        ("samegame", "nmcs:levle=2", "known keys of nmcs: level, memory, playout"),
        ("samegame", "nmcs:level=9", f"searcher 'nmcs:level=9': {LEVEL} '9'"),
        ("samegame", "nmcs:level=two", f"searcher 'nmcs:level=two': {LEVEL} 'two'"),
        ("samegame", "nmcs:level", f"searcher 'nmcs:level': 'level' {NO_PAIR}"),
        ("samegame", "nmcs:", f"searcher 'nmcs:': '' {NO_PAIR}"),
        ("samegame", "nmcs:level=1,level=2", "'level' is given twice"),
        ("hex", "mcts:sight=nan", "sight must be a number from 0 to 1, not 'nan'"),
        ("hex", "mcts:final=best", "final must be one of visits, mean, not 'best'"),
        ("hex", "alphabeta:style=wild", "one of balanced, aggressive, solid, not 'wild'"),
        ("breakthrough", "mcts:vcf=true", "unknown key 'vcf'; known keys of mcts: candidates,"),
        ("breakthrough", "rave:candidates=snow", "candidates must be all, not 'snow'"),
        ("hex", "nmcs2:pod=2,discounting=false", "pod needs discounting=true"),
        ("hex", "alphabeta:threads=2", "unknown key 'threads' (use --threads); known keys of "),
        ("tictactoe", "exact:x=1", "unknown key 'x'; known keys of exact: none"),
    ],
)
def test_a_bad_specification_gets_one_sentence(game, spec, sentence):
    with pytest.raises(SearcherSpecError) as error:
        parse_spec(spec, game)
    assert sentence in str(error.value)
    assert "\n" not in str(error.value)


def test_what_the_window_imports_brings_no_numba_along():
    code = (
        "import sys, ai.engine.worker, ai.search.messages, ai.levels, ai.searchers;"
        "from game.games import registry; registry.hand_in();"
        "from ai.searchers import parse_spec; parse_spec('mcts', 'hex');"
        "sys.exit('numba' in sys.modules or 'pygame' in sys.modules)"
    )
    python("-c", code)


@pytest.mark.parametrize("game", [game.name for game in all_games()])
def test_options_are_said_once_and_fit_the_kernel(game: str) -> None:
    kernel = kernel_of(game)
    assert (game_of(game).search.filters or ("all",)) == kernel.CANDIDATES
    for kind in kinds_of(game):
        assert isinstance(kind.make, Lazy)
        assert list(signature(kind.make.load()).parameters) == ["game", "options"]
        for option in (option for key, option in kind.options.keys().items() if key == "playout"):
            assert option.allowed == one_of(*kernel.ROLLOUTS).allowed


# The list of games comes from whoever starts a process, and tells what is missing without it.


calls: list[str] = []


def hand_in_two() -> None:
    """Hand in the first two games."""
    calls.append("handed in")
    games.hand_in(registry.BUILT_IN[:2], Lazy(f"{__name__}:hand_in_two"))


def test_another_process_receives_the_list_once_by_the_name_of_what_hands_it_in(monkeypatch):
    monkeypatch.setattr(games, "_built_in", ())
    monkeypatch.setattr(games, "_source", None)
    for ask in (all_games, source, partial(game_of, "hex")):
        with pytest.raises(NoGamesError, match="no games were handed in"):
            ask()
    name = Lazy(f"{__name__}:hand_in_two")
    with ThreadPoolExecutor(4) as pool:
        list(pool.map(receive, [name] * 8))
    assert calls == ["handed in"]
    assert all_games() == registry.BUILT_IN[:2]
    assert source() == name
    with pytest.raises(RulesError):
        game_of(registry.BUILT_IN[2].name)
