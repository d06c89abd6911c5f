"""Libraries that not every installation has, as `pyproject.toml` lists them under its extras."""

from collections.abc import Iterator
from contextlib import contextmanager


@contextmanager
def library(package: str) -> Iterator[None]:
    """Import from a package inside; the `ModuleNotFoundError` says how to get a missing one."""
    try:
        yield
    except ModuleNotFoundError as error:
        sentence = f"the library '{error.name}' is missing here: pip install {package}"
        raise ModuleNotFoundError(sentence, name=error.name) from None
