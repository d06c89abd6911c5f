"""Numbers as players read them, in the way of their language: short, with a real minus."""

import re
from datetime import date
from typing import Final

from game.words import language

MINUS: Final = "\N{MINUS SIGN}"
THIN_SPACE: Final = "\N{THIN SPACE}"
_SPACES: Final = re.compile("[\N{NO-BREAK SPACE}\N{NARROW NO-BREAK SPACE}]")
_MONTHS: Final = (
    *("Jan", "Feb", "Mar", "Apr", "May", "Jun"),
    *("Jul", "Aug", "Sep", "Oct", "Nov", "Dec"),
)


def thousands(number: int) -> str:
    """Return a whole number with a thin space before every three digits: 2 451."""
    text = decimal(abs(number))
    return MINUS + text if number < 0 else text


def decimal(number: float, decimals: int = 0) -> str:
    """Return a number from zero up with so many decimals."""
    locale = language.spoken().locale
    if locale is None:
        return f"{number:,.{decimals}f}".replace(",", THIN_SPACE)
    text = language.decimal(number, decimals, locale)
    return _SPACES.sub(THIN_SPACE, text)


def shortest(number: float) -> str:
    """Return a number from zero up with as many decimals as it has: 0.75, 1.5, 3."""
    return decimal(number, len(f"{number:g}".partition(".")[2]))


def full_moves(plies: int) -> int:
    """Return how many moves so many plies are, as lists count: one of each player is one.

    Of the player to move, it is how many moves of its own lie in them, the last begun one too.
    """
    return (plies + 1) // 2


def signed(number: float, decimals: int = 0) -> str:
    """Return a number with its sign, as a gain or a loss: +2 209, −22.8, +0."""
    text = decimal(abs(number), decimals)
    is_zero = not text.strip("0.,")
    return (MINUS if number < 0 and not is_zero else "+") + text


def short_count(count: int) -> str:
    """Return a count in at most four characters, rounded down: 640, 4.8k, 12k, 172k, 1.3M."""
    if count < 1_000:
        return str(count)
    for unit in ("k", "M", "G"):
        if count < 10_000:
            return f"{decimal(count // 100 / 10, 1)}{unit}"
        if count < 1_000_000:
            return f"{count // 1_000}{unit}"
        count //= 1_000
    return f"{count}G"


def short_loss(loss: float) -> str:
    """Return what a move loses in at most four characters: 0, −0.4, −3.2, −23."""
    if loss < 0.05:
        return "0"
    return MINUS + decimal(loss, 1 if loss < 9.95 else 0)


def short_rate(rate: float) -> str:
    """Return simulations a second, with one decimal where it helps: 500, 15.4k, 1.2M."""
    for unit, size in (("M", 1e6), ("k", 1e3)):
        if rate >= 0.9995 * size:
            return f"{decimal(rate / size, 1)}{unit}"
    return decimal(rate)


def percent(share: float, decimals: int = 0) -> str:
    """Return a share of 1 as a percentage: 57 %, in tables 57.1 %."""
    tenths, locale = _tenths(share), language.spoken().locale
    if locale is None:
        return f"{tenths / 10:.{decimals}f} %"
    return _SPACES.sub(" ", language.share(tenths / 1000, decimals, locale))


def whole_percent(share: float) -> int:
    """Return a share of 1 in whole percent.

    It is rounded from tenths, which tables show; halves go to the even number, so that two
    shares that are 1 together come to 100.
    """
    return round(_tenths(share) / 10)


def _tenths(share: float) -> int:
    """Return a share of 1 in tenths of a percent; a half is one in spite of binary fractions."""
    return round(round(1000 * share, 6))


def day_of_year(iso: str) -> str:
    """Return a day as 21 Nov, where the year has no room."""
    when, locale = date.fromisoformat(iso), language.spoken().locale
    if locale is None:
        return f"{when.day} {_MONTHS[when.month - 1]}"
    return _SPACES.sub(" ", language.written_day_of_year(when, locale))


def day(iso: str) -> str:
    """Return a day as 21 Nov 2026."""
    when, locale = date.fromisoformat(iso), language.spoken().locale
    if locale is None:
        return f"{when.day} {_MONTHS[when.month - 1]} {when.year}"
    return _SPACES.sub(" ", language.written_day(when, locale))
