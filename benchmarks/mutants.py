"""Finds small changes to the modules that decide a game which no test notices.

``python -m benchmarks.mutants [game/play/session.py ...] [--sample 130] [--again]``

Run it in a copy of the repository, with mutmut 3.8.1 and what `pyproject.toml` lists; that file
also says what is mutated and which tests run. It tries a sample of each module's mutants, the same
one each time; with ``--again``, those of them that survived last time or are new since then.
``mutmut show NAME`` shows one.
"""

import random
from collections.abc import Iterable
from itertools import accumulate
from pathlib import Path
from typing import Any

from ai.options import seconds, whole_number
from ai.streams import Parser

try:
    import libcst as cst
    from mutmut.__main__ import _run
    from mutmut.configuration import config
    from mutmut.mutation import file_mutation
    from mutmut.mutation.data import SourceFileMutationData
    from mutmut.runners.harness import PytestRunner
    from mutmut.state import state
    from mutmut.stats import status_by_exit_code
    from mutmut.utils.format_utils import get_mutant_name
except ModuleNotFoundError as missing:
    sentence = f"benchmarks.mutants needs mutmut 3.8.1, and there is no {missing.name}"
    raise SystemExit(sentence) from None

SAMPLE = 130
SEED = 12
SECONDS = 4.0
KILLED = ("killed", "timeout")
_arrange = file_mutation.function_trampoline_arrangement
_skips = file_mutation.MutationVisitor._skip_node_and_children
_arguments = PytestRunner._pytest_args_regular_run


def _is_property(node: Any) -> bool:
    if not isinstance(node, cst.FunctionDef) or len(node.decorators) != 1:
        return False
    decorator = node.decorators[0].decorator
    return isinstance(decorator, cst.Name) and decorator.value == "property"


def _skips_no_property(visitor: Any, node: Any) -> bool:
    return not _is_property(node) and bool(_skips(visitor, node))


def _arrange_property(function: Any, mutants: Any, class_name: str | None) -> Any:
    """Mutate the function of a property, which mutmut leaves out, and keep the property."""
    if not _is_property(function):
        return _arrange(function, mutants, class_name)
    plain = function.with_changes(decorators=[])
    first, nodes, last, names = _arrange(plain, mutants, class_name)
    shown = nodes[0].with_changes(decorators=[*function.decorators, *nodes[0].decorators])
    return first, [shown, *nodes[1:]], last, names


def _shortest(tests: Iterable[str], longest: float) -> list[str]:
    """Return the shortest of some tests, the quickest first, that take so many seconds in all."""
    seconds = state().duration_by_test
    ordered = sorted(tests, key=lambda test: seconds.get(test, 0.0))
    ends = accumulate(seconds.get(test, 0.0) for test in ordered)
    return [test for test, end in zip(ordered, ends, strict=True) if end < longest]


def mutants_of(path: Path) -> list[str]:
    """Return the names of all mutants of a module."""
    made = file_mutation.mutate_file_contents(str(path), path.read_text())
    return [get_mutant_name(path, name) for name in made.mutant_names]


def ends_of(path: Path, names: list[str]) -> dict[str, str]:
    """Return how mutants of a module ended when they were tried last."""
    data = SourceFileMutationData(path=path)
    data.load()
    return {name: status_by_exit_code[data.exit_code_by_key.get(name)] for name in names}


def main() -> None:
    """Try the mutants and tell how many are killed, module by module."""
    parser = Parser(prog="python -m benchmarks.mutants", description=__doc__.splitlines()[0])
    parser.add_argument(
        "modules", nargs="*", type=Path, help="modules to mutate (all that pyproject.toml lists)"
    )
    parser.add_argument(
        "--sample", type=whole_number(1, 100_000), default=SAMPLE, help="mutants of each module"
    )
    parser.add_argument(
        "--seconds", type=seconds, default=SECONDS, help="time for the tests of each mutant"
    )
    parser.add_argument(
        "--again", action="store_true", help="try only those that survived last time"
    )
    chosen = parser.parse_args()
    file_mutation.MutationVisitor._skip_node_and_children = _skips_no_property
    file_mutation.function_trampoline_arrangement = _arrange_property
    PytestRunner._pytest_args_regular_run = lambda runner, tests: _arguments(
        runner, _shortest(tests, chosen.seconds)
    )
    sampled: dict[Path, list[str]] = {}
    for path in chosen.modules or map(Path, config().only_mutate):
        names = mutants_of(path)
        sampled[path] = random.Random(SEED).sample(names, min(chosen.sample, len(names)))
    tried = [
        name
        for path, names in sampled.items()
        for name, end in ends_of(path, names).items()
        if not (chosen.again and end in KILLED)
    ]
    _run(tried, 1)
    for path, names in sampled.items():
        lived = {name: end for name, end in ends_of(path, names).items() if end not in KILLED}
        killed = len(names) - len(lived)
        print(f"{path}: {killed} of {len(names)} killed, {killed / len(names):.1%}")
        for name, end in lived.items():
            print(f"    {end}: {name}")


if __name__ == "__main__":
    main()
