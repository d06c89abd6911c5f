"""Ways in which a file comes to harm: by the disk, by hand, by another user."""

import copy
import itertools
import json
import os
import sys
from collections.abc import Callable, Collection, Iterator
from dataclasses import dataclass, replace
from pathlib import Path
from random import Random
from typing import Any, Final

NAN: Final = float("nan")


def nested(depth: int) -> Any:
    value: Any = 0
    for _ in range(depth):
        value = [value]
    return value


ODD_VALUES: Final[tuple[Any, ...]] = (
    *(None, True, -1, 0, 2, 99, 10**6, 2**31, 10**18, 10**300, -(10**9)),
    *(0.5, -0.5, 1e308, NAN, float("inf")),
    *("", "titan", "\ud800", "\x00", "a\nb", "ﷺ" * 30, "x" * 5_000, "1", "2026-13-01"),
    *([], {}, [1, 2], {"a": 1}, [None], ["ai"], nested(40)),
)


@dataclass(frozen=True)
class Damage:
    """A harm done to a file.

    Attributes:
        name: What it is.
        content: What the file holds then; None if it cannot be read, or is no file.
        put: Does it.
        is_usable: Whether the file still holds what it is there for.
    """

    name: str
    content: bytes | None
    put: Callable[[Path], None]
    is_usable: bool = False

    @classmethod
    def of_content(cls, name: str, content: bytes) -> "Damage":
        return cls(name, content, lambda path: _write(path, content))


def damages(before: bytes, choose: Random, count: int, needed: Collection[str]) -> Iterator[Damage]:
    """Yield every kind of harm to a JSON file, and some of each that depends on a place.

    Args:
        before: What the file holds: an object.
        choose: Where to harm it.
        count: How many of each kind that depends on a place.
        needed: Names without whose values it holds nothing; they are harmed one at a time.
    """
    size = len(before)
    for name, content in (
        ("empty", b""),
        ("null", b"null"),
        ("a list", b"[]"),
        ("an empty object", b"{}"),
        ("no text", bytes(choose.randrange(256) for _ in range(600))),
        ("zeros", b"\0" * size),
        ("a byte order mark", b"\xef\xbb\xbf" + before),
        ("another encoding", before.decode().encode("utf-16")),
        ("twice", before * 2),
        ("too deep", b"[" * 100_000),
    ):
        yield Damage.of_content(name, content)
    yield Damage("a folder", None, _in_its_place(Path.mkdir))
    if sys.platform != "win32":  # which has no such pipes, and asks for a permission for links
        yield Damage("a loop", None, _in_its_place(lambda path: path.symlink_to(path)))
        yield Damage("a pipe", None, _in_its_place(os.mkfifo))
    for _ in range(count):
        yield Damage.of_content(*_flipped(before, choose))
        cut = choose.randrange(size)
        yield Damage.of_content(f"cut at {cut}", before[:cut])
        yield Damage.of_content(*_without_a_part(before, choose))
    for _ in range(3 * count):
        yield _of_values(*_one_value_changed(json.loads(before), choose))
    for _ in range(count):
        yield _of_values(*_names_changed(json.loads(before), choose))
    for name in needed:
        value = choose.choice(ODD_VALUES)
        yield _of_values(f"{name} = {str(value)[:40]!r}", {**json.loads(before), name: value})
    for number in range(len(ODD_VALUES)):
        data = _all_values_changed(json.loads(before), number, needed)
        damage = _of_values(f"each value is another odd one, {number}", data)
        yield replace(damage, is_usable=True)


def _write(path: Path, content: bytes) -> None:
    path.write_bytes(content)


def _in_its_place(make: Callable[[Path], None]) -> Callable[[Path], None]:
    def put(path: Path) -> None:
        path.unlink()
        make(path)

    return put


def _of_values(name: str, data: Any) -> Damage:
    return Damage.of_content(name, json.dumps(data, indent=1).encode())


def _flipped(before: bytes, choose: Random) -> tuple[str, bytes]:
    place, bit = choose.randrange(len(before)), choose.randrange(8)
    after = bytearray(before)
    after[place] ^= 1 << bit
    return f"bit {bit} of byte {place}", bytes(after)


def _without_a_part(before: bytes, choose: Random) -> tuple[str, bytes]:
    start = choose.randrange(len(before))
    end = start + choose.randrange(1, 40)
    return f"without bytes {start} to {end}", before[:start] + before[end:]


def _all_values_changed(data: dict[str, Any], number: int, needed: Collection[str]) -> Any:
    """Give each value another odd one, and each list rows in which one value is odd."""
    odd = itertools.islice(itertools.cycle(ODD_VALUES), number, None)
    for name, value in data.items():
        has_rows = isinstance(value, list) and value and isinstance(value[0], dict | list)
        if has_rows and (name in needed or number % 4):
            value += [row for kind in _kinds(value) for row in _harmed_rows(kind, odd)]
        elif name not in needed:
            data[name] = next(odd)
    return data


def _kinds(rows: list[Any]) -> list[Any]:
    """Return one row of each length."""
    return list({len(row): row for row in rows}.values())


def _harmed_rows(row: Any, odd: Iterator[Any]) -> Iterator[Any]:
    """Yield copies of a row, each with one value harmed."""
    for key in list(row) if isinstance(row, dict) else range(len(row)):
        harmed = copy.deepcopy(row)
        harmed[key] = next(odd)
        yield harmed


def _places(data: Any) -> list[tuple[Any, Any]]:
    """Return every place of a value in a JSON value, as its container and its key there."""
    found, todo = [], [data]
    while todo:
        each = todo.pop()
        keys = list(each) if isinstance(each, dict) else range(len(each))
        for key in keys:
            found.append((each, key))
            if isinstance(each[key], dict | list):
                todo.append(each[key])
    return found


def _one_value_changed(data: Any, choose: Random) -> tuple[str, Any]:
    container, key = choose.choice(_places(data))
    value = choose.choice(ODD_VALUES)
    old = container[key]
    if choose.random() < 0.2:
        value = [old] if choose.random() < 0.5 else str(old)
    container[key] = value
    return f"{key!r}: {str(old)[:40]!r} became {str(value)[:40]!r}", data


def _names_changed(data: Any, choose: Random) -> tuple[str, Any]:
    """Rename, drop, double or exchange."""
    container, key = choose.choice(_places(data))
    deed = choose.choice(("drop", "rename", "double", "exchange", "add"))
    if deed == "drop":
        del container[key]
    elif deed == "exchange":
        other, place = choose.choice(_places(data))
        container[key], other[place] = other[place], container[key]
    elif isinstance(container, list):
        container.insert(choose.randrange(len(container) + 1), container[key])
    elif deed == "rename":
        container[f"{key}_{choose.randrange(9)}"] = container.pop(key)
    else:
        container[f"new_{choose.randrange(9)}"] = choose.choice(ODD_VALUES)
    return f"{deed} {key!r}", data
