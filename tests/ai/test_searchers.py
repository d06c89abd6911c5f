import subprocess
import sys

import pytest

from ai.kinds import SearcherSpecError
from ai.searchers import parse_spec


def test_a_name_alone_gives_no_options() -> None:
    kind, options = parse_spec("mcts", "hex")
    assert (kind.name, options) == ("mcts", {})


def test_options_become_values() -> None:
    _, options = parse_spec("mcts:candidates=adjacent,solver=false,blunder=0.25,expand_at=8", "hex")
    assert options == {
        "candidates": "adjacent",
        "solver": False,
        "blunder": 0.25,
        "expand_at": 8,
    }
    assert parse_spec(" nmcs: level=2 , playout=random ", "samegame")[1] == {
        "level": 2,
        "playout": "random",
    }


@pytest.mark.parametrize(
    ("spec", "game", "sentence"),
    [
        ("mtcs", "hex", "unknown searcher 'mtcs' for hex; known searchers: mcts"),
        ("", "samegame", "unknown searcher '' for samegame; known searchers: nmcs"),
        ("nmcs", "hex", "unknown searcher 'nmcs' for hex; known searchers: mcts"),
        (
            "nmcs:levle=2",
            "samegame",
            "searcher 'nmcs:levle=2': unknown key 'levle'; "
            "known keys of nmcs: level, memory, playout",
        ),
        (
            "nmcs:level=9",
            "samegame",
            "searcher 'nmcs:level=9': level must be a whole number from 1 to 4, not '9'",
        ),
        (
            "nmcs:level=two",
            "samegame",
            "searcher 'nmcs:level=two': level must be a whole number from 1 to 4, not 'two'",
        ),
        ("nmcs:level", "samegame", "searcher 'nmcs:level': 'level' is not of the form key=value"),
        ("nmcs:", "samegame", "searcher 'nmcs:': '' is not of the form key=value"),
        ("nmcs:level=1,level=2", "samegame", "'level' is given twice"),
        ("mcts:blunder=nan", "hex", "blunder must be a number from 0 to 1, not 'nan'"),
        ("mcts:vcf=true", "breakthrough", "unknown key 'vcf'; known keys of mcts: candidates,"),
        ("rave:candidates=snow", "nogo", "candidates must be all, not 'snow'"),
        ("nmcs2:pod=2,discounting=false", "hex", "pod needs discounting=true"),
        ("exact:x=1", "tictactoe", "unknown key 'x'; known keys of exact: none"),
    ],
)
def test_a_bad_specification_gets_one_sentence(spec: str, game: str, sentence: str) -> None:
    with pytest.raises(SearcherSpecError) as error:
        parse_spec(spec, game)
    assert sentence in str(error.value)
    assert "\n" not in str(error.value)


def test_what_the_window_imports_brings_no_numba_along() -> None:
    code = (
        "import sys, ai.engine.worker, ai.search.messages, ai.levels, ai.searchers;"
        "from ai.searchers import parse_spec; parse_spec('mcts', 'hex');"
        "sys.exit('numba' in sys.modules or 'pygame' in sys.modules)"
    )
    assert subprocess.run([sys.executable, "-c", code], check=False).returncode == 0
