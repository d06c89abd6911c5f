from pathlib import Path
from types import ModuleType

import pytest
from numba import njit

from ai.engine import stamps
from ai.engine.specialise import specialise
from tests.ai import generic_borrower, generic_example
from tests.processes import forget, python


def a_kernel(name: str, folder: Path, result: int) -> ModuleType:
    kernel = ModuleType(f"kernels.{name}")
    source = folder / f"{name}.py"
    source.write_text(f"RESULT = {result}\n")
    kernel.__file__ = str(source)

    @njit
    def answer():
        return result

    kernel.answer = answer  # type: ignore[attr-defined]
    return kernel


def test_each_game_gets_its_own_machine_code_and_an_edited_one_new_code(tmp_path):
    one = specialise(generic_example, a_kernel("one", tmp_path, 1))
    two = specialise(generic_example, a_kernel("two", tmp_path, 2))
    assert (one.twice(), two.twice()) == (2, 4)
    assert one.twice.py_func.__qualname__ != two.twice.py_func.__qualname__
    forget(stamps)
    assert specialise(generic_example, a_kernel("two", tmp_path, 6)).twice() == 12


def test_a_kernel_may_not_hide_a_name_of_the_algorithm(tmp_path):
    kernel = a_kernel("hiding", tmp_path, 1)
    kernel.twice = kernel.answer  # type: ignore[attr-defined]
    with pytest.raises(ValueError, match=r"kernels.hiding and .*generic_example .* 'twice'"):
        specialise(generic_example, kernel)


def test_a_function_of_another_algorithm_keeps_what_it_uses_there(tmp_path):
    assert specialise(generic_borrower, a_kernel("lent", tmp_path, 3)).thrice() == 9


def test_what_one_process_compiled_another_one_runs_from_the_cache() -> None:
    # Searching for real: a kernel may load and still crash when it is called (numba 6061).
    for _ in range(2):
        python("main.py", "--warm-only")
